import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldStats } from '../../src/incidents/index.ts';
import { faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

const DAY_MS = 86_400_000;
/** The day is a Wednesday, so its week begins two days earlier. */
const TODAY = Date.parse('2026-03-11T00:00:00.000Z');
const day = (ago: number): string => new Date(TODAY - ago * DAY_MS).toISOString();

section('Stats of incidents', (instance) => {
  const own = () => `stat-${crypto.randomUUID()}`;
  const stats = async (query: string) => {
    const { status, body, text } = await instance.call('GET', `/incidents/stats?${query}`);
    assert.equal(status, 200, text);
    return body;
  };
  const faultsOfQuery = async (query: string) =>
    faultsOf(await instance.call('GET', `/incidents/stats?${query}`));
  const counts = ({ created, resolved, breached }: Json) => [created, resolved, breached];

  /** Inserts incidents with their history as a bulk load does; each row has its days and seconds. */
  const load = (category: string, group: string | null, rows: [days: number, seconds: number][]) =>
    instance.running.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, assignment_group,
         opened_by, resolved_at, sla_target_seconds, sla_halted_at, sla_breach_at, sla_breached_at, event_sequence, created_at, updated_at)
       select 'x', 'P' || 1 + n % 4, true, 'resolved', $1, $2, 'a@example.com', at + took, 3600, at + took,
         at + interval '1 hour', case when took >= interval '1 hour' then at + interval '1 hour' end, 1, at, at + took
       from unnest($3::float8[], $4::float8[]) with ordinality as given (days, seconds, n)
       cross join lateral (select $5::timestamptz - days * interval '1 day' as at, seconds * interval '1 second' as took) as t`,
      [category, group, rows.map(([days]) => days), rows.map(([, seconds]) => seconds), day(0)],
    );

  test('each event is counted on its day and in its week, whether folded or not', async () => {
    const [category, other] = [own(), own()];
    await load(category, 'A', [
      [1, 60],
      [1, 7200],
      [2, 100_000],
      [9, 30],
    ]);
    await load(category, 'B', [[1, 10]]);
    await load(category, null, [[1, 20]]);
    await load(other, 'A', [[1, 20]]);
    const period = `from=${day(3)}&to=${day(0)}`;
    for (const isFolded of [false, true]) {
      if (isFolded) await foldStats(instance.running.deps.db);
      const of = async (query: string) => (await stats(query)).data.map(counts);
      assert.deepEqual(
        await of(`${period}&category=${category}`),
        [
          [0, 0, 0],
          [1, 0, 1],
          [4, 5, 1],
        ],
        `${isFolded}`,
      );
      assert.deepEqual(await of(`${period}&category=${category}&assignment_group=B`), [
        [0, 0, 0],
        [0, 0, 0],
        [1, 1, 0],
      ]);
      assert.deepEqual((await of(`${period}&category=${category},${other}`)).at(-1), [5, 6, 1]);
      assert.deepEqual(
        (await of(`${period}&category=${category},${other}&assignment_group=A,B`)).at(-1),
        [4, 5, 1],
      );
      assert.deepEqual(
        (await of(`${period}&category=${category}&priority=P2,P3`)).at(-1),
        [4, 4, 1],
      );
      const weeks = await stats(`interval=week&from=${day(9)}&to=${day(0)}&category=${category}`);
      assert.deepEqual(
        weeks.data.map((one: Json) => [one.at, ...counts(one)]),
        [
          ['2026-03-02T00:00:00.000Z', 1, 1, 0],
          ['2026-03-09T00:00:00.000Z', 5, 5, 2],
        ],
      );
      assert.equal(weeks.to, '2026-03-16T00:00:00.000Z');
    }
  });

  test('percentiles are within 5 percent of the nearest rank', async () => {
    const category = own();
    const times = Array.from({ length: 61 }, (_, n) => Math.round(2 * 1.17 ** n));
    await load(
      category,
      'A',
      times.map((seconds) => [1 + seconds / 86_400, seconds]),
    );
    const sorted = times.toSorted((a, b) => a - b);
    const nearest = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    for (const isFolded of [false, true]) {
      if (isFolded) await foldStats(instance.running.deps.db);
      const { data } = await stats(`from=${day(1)}&to=${day(0)}&category=${category}`);
      for (const [name, share] of [
        ['resolve_seconds_p50', 0.5],
        ['resolve_seconds_p90', 0.9],
      ] as const) {
        const exact = nearest(share);
        const off = Math.abs(data[0][name] - exact) / exact;
        assert.ok(off <= 0.05, `${name} is ${data[0][name]}, exact ${exact}`);
      }
    }
  });

  test('an incident resolved again is counted again, with its current field values', async () => {
    const [before, after] = [own(), own()];
    const { id } = await instance.incident({ category: before, priority: 'P3' });
    await instance.walk(id, 'in_progress', 'resolved', 'reopened');
    await instance.call('PATCH', `/incidents/${id}`, { body: { category: after } });
    await instance.walk(id, 'in_progress', 'resolved');
    await instance.call('DELETE', `/incidents/${id}`);
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const today = async (category: string) =>
      (await stats(`category=${category}&from=${since}`)).data
        .map(counts)
        .reduce((sum: number[], one: number[]) => sum.map((n, i) => n + (one[i] ?? 0)));
    assert.deepEqual(await today(before), [1, 1, 0]);
    assert.deepEqual(await today(after), [0, 1, 0]);
  });

  test('every interval has a data point, and empty ones have no percentiles', async () => {
    const { interval, from, to, data } = await stats(`category=${own()}&to=${day(0)}`);
    assert.deepEqual([interval, from, to], ['day', day(30), day(0)]);
    assert.equal(data.length, 30);
    assert.deepEqual(data[0], {
      at: day(30),
      created: 0,
      resolved: 0,
      breached: 0,
      resolve_seconds_p50: null,
      resolve_seconds_p90: null,
    });
    assert.equal((await stats('')).data.length, 31);
    assert.equal((await stats(`from=${day(400)}&to=${day(0)}`)).data.length, 400);
  });

  test('stats refuse other filters, too long periods and requesters', async () => {
    assert.deepEqual(await faultsOfQuery('state=new'), ['/state unknown_parameter']);
    assert.deepEqual(await faultsOfQuery('interval=hour'), ['/interval not_allowed']);
    assert.deepEqual(await faultsOfQuery(`from=${day(401)}&to=${day(0)}`), ['/to too_large']);
    assert.deepEqual(await faultsOfQuery(`from=${day(0)}&to=${day(0)}`), ['/to too_small']);
    const reply = await instance.call('GET', '/incidents/stats?state=new', {});
    assert.deepEqual(reply.body.errors[0].allowed, [
      'interval',
      'from',
      'to',
      'priority',
      'assignment_group',
      'category',
    ]);
    const { status } = await instance.call('GET', '/incidents/stats', { as: 'requester' });
    assert.equal(status, 403);
  });

  test('times at the ends of the calendar cause no internal error', async () => {
    for (const interval of ['day', 'week'])
      for (const [from, to] of [
        ['0001-01-01T12:00:00Z', '0001-02-01'],
        ['9999-12-01', '9999-12-30T23:59:59Z'],
      ])
        await stats(`interval=${interval}&from=${from}&to=${to}`).catch((error: Error) =>
          assert.match(error.message, /"status":400/u),
        );
  });
});
