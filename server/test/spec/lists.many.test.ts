// Lists, totals and counts stay correct with more incidents than are collected or counted. Filling takes seconds, so
// all tests share the rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const MANY = 51_000;
const category = 'many';
const assignee = 'ada@example.com';

section(
  'Lists of many incidents',
  (instance) => {
    const get = async (path: string): Promise<Json> => {
      const { status, body, text } = await instance.call('GET', path);
      assert.equal(status, 200, text);
      return body;
    };
    const ids = async (query: string): Promise<string[]> =>
      (await get(`/incidents?${query}`)).data.map((one: Json) => one.id);

    /** Fills the table once, for the first test that needs it. */
    const fill = (() => {
      let filled: Promise<unknown> | undefined;
      return () =>
        (filled ??= instance.running.sql(
          `insert into incidents (short_description, priority, priority_explicit, state, category, assignment_group, assigned_to, opened_by, sla_target_seconds, sla_breach_at, sla_halted_at, event_sequence, created_at, updated_at)
           select 'x', 'P3', false, state, $1, 'group ' || n % 60, $3, 'a@example.com', 1, $2::timestamptz - (n * 7919 % 1000) * interval '1 minute',
             case when state not in ('new', 'in_progress') then $2::timestamptz end, 1, $2::timestamptz - n * interval '1 minute', $2::timestamptz
           from generate_series(1, ${MANY}) n,
             lateral (select (array['new', 'closed', 'in_progress', 'closed', 'on_hold'])[1 + n % 5] as state) as t`,
          [category, clock.now.toISOString(), assignee],
        ));
    })();

    /** Compares the ids of a list of all incidents, page by page, with those of a plain statement. */
    const compare = async (query: string, order: string, where: string, most = Infinity) => {
      const read: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined && read.length < most;) {
        const { body } = await instance.call(
          'GET',
          `/incidents?${query}&order=${order}&limit=200&fields=id${cursor}`,
        );
        read.push(...body.data.map((one: Json) => one.id));
        cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
      }
      const rows = await instance.running.sql(
        `select id from incidents where deleted_at is null and ${where}
         order by created_at ${order}, id ${order} limit $1`,
        [read.length + (most === Infinity ? 1 : 0)],
      );
      assert.ok(read.length > 0, query);
      assert.deepEqual(
        read,
        rows.map(({ id }: Json) => id),
        `${query} ${order}`,
      );
    };

    test('a list by time of resolution equals a plain query over thousands of incidents, however long each took', async () => {
      const minutes = (n: number) =>
        new Date(Date.parse('2025-05-05T05:05:00Z') + n * 60_000).toISOString();
      // The durations lie around the limits of their classes in the index, and the resolutions around the requested
      // time.
      await instance.running.sql(
        `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, resolved_at, sla_target_seconds, sla_halted_at, sla_breach_at, event_sequence, created_at, updated_at)
         select 'x', 'P3', false, 'resolved', 'x', 'a@example.com', at + took, 1, at + took, at, 1, at, at + took
         from generate_series(1, 4000) n,
           lateral (select (array[0.02, 1, 4, 16, 64])[1 + n % 5] * interval '24 hours' as usual) as l,
           lateral (select $1::timestamptz - usual + (n * 104729 % 61 - 30) * interval '1 minute' as at,
             usual + (n * 7919 % 41 - 20) * interval '1 minute' as took) as t`,
        [minutes(0)],
      );
      for (const order of ['asc', 'desc']) {
        await compare(`resolved_after=${minutes(0)}`, order, `resolved_at > '${minutes(0)}'`);
        await compare(`resolved_before=${minutes(0)}`, order, `resolved_at < '${minutes(0)}'`);
        await compare(
          `resolved_after=${minutes(-20)}&resolved_before=${minutes(20)}`,
          order,
          `resolved_at > '${minutes(-20)}' and resolved_at < '${minutes(20)}'`,
        );
      }
    });

    test('the order by breach and the breached incidents equal a plain query over many matches', async () => {
      await fill();
      const query = `category=${category}&sort=sla_breach_at&order=asc&limit=200&fields=state,sla_breach_at`;
      const rows: Json[] = [];
      for (let cursor = ''; rows.length < 1000;) {
        const { body } = await instance.call('GET', `/incidents?${query}${cursor}`);
        rows.push(...body.data);
        cursor = `&cursor=${body.next_cursor}`;
      }
      assert.ok(rows.every(({ state }) => state !== 'closed'));
      const times: string[] = rows.map((one) => one.sla_breach_at);
      assert.deepEqual(times, times.toSorted());
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
      const stopped = await ids(`category=${category}&state=closed&sort=sla_breach_at&order=desc`);
      assert.deepEqual(stopped, stopped.toSorted().toReversed());
      const breached = `(sla_halted_at >= sla_breach_at or (sla_halted_at is null
        and sla_breach_at <= '${clock.now.toISOString()}' and state in ('new', 'in_progress', 'reopened', 'on_hold')))`;
      for (const order of ['asc', 'desc']) await compare('sla=breached', order, breached, 1000);
    });

    test('a total above 50,000 matches is that limit and marked as a lower bound', async () => {
      await fill();
      const two = await get(`/incidents?category=${category}&assigned_to=${assignee}&limit=1`);
      assert.deepEqual([two.total, two.total_is_lower_bound], [50_000, true]);
      const one = await get(`/incidents?category=${category}&limit=1`);
      assert.deepEqual([one.total, 'total_is_lower_bound' in one], [MANY, false]);
    });

    test('counts have only the requested fields, at most 50 values, and mark lower bounds', async () => {
      await fill();
      const body = await get(`/incidents/counts?by=assignment_group,state&category=${category}`);
      assert.deepEqual(Object.keys(body.by), ['assignment_group', 'state']);
      const states = [
        { value: 'closed', count: (MANY / 5) * 2 },
        ...['in_progress', 'new', 'on_hold'].map((value) => ({ value, count: MANY / 5 })),
      ];
      assert.deepEqual([body.by.state, body.total], [states, MANY]);
      assert.equal(body.by.assignment_group.length, 50);
      assert.deepEqual(body.lower_bounds, ['assignment_group']);
    });
  },
  { clock },
);
