import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const HOUR = 3600;
const clock = new TestClock();

section(
  'Triage of incidents',
  (instance) => {
    /** A category of this test's own. */
    const own = () => `cat-${crypto.randomUUID()}`;
    const ids = async (query: string): Promise<string[]> => {
      const { status, body, text } = await instance.call('GET', `/incidents?${query}`);
      assert.equal(status, 200, text);
      assert.ok(body.total >= body.data.length);
      return body.data.map((one: Json) => one.id);
    };
    const sorted = (list: readonly string[]) => list.toSorted();

    test('without finds incidents whose field is null, of several any', async () => {
      const category = own();
      const bare = await instance.incident({ category });
      const grouped = await instance.incident({ category, assignment_group: 'Web' });
      const full = {
        category,
        assignment_group: 'Web',
        assigned_to: 'ada@example.com',
        ci_id: 'CI1',
      };
      await instance.incident(full);
      const found = (fields: string) => ids(`category=${category}&without=${fields}`);
      assert.deepEqual(await found('assigned_to'), [grouped.id, bare.id]);
      assert.deepEqual(await found('assignment_group'), [bare.id]);
      assert.deepEqual(await found('ci_id'), [grouped.id, bare.id]);
      assert.deepEqual(await found('assignment_group,ci_id'), [grouped.id, bare.id]);
      const refused = await instance.call('GET', '/incidents?without=priority');
      assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/without not_allowed']]);
      assert.deepEqual(refused.body.errors[0].allowed, [
        'assigned_to',
        'assignment_group',
        'ci_id',
      ]);
    });

    test('sla filters by the clock as the record shows it', async () => {
      const category = own();
      const make = async (...walk: string[]) => {
        const { id } = await instance.incident({ category, priority: 'P1' });
        await instance.walk(id, ...walk);
        return id;
      };
      const of = (sla: string, more = '') => ids(`category=${category}&sla=${sla}${more}`);
      const running = await make();
      const paused = await make('in_progress', 'on_hold');
      const resolvedInTime = await make('in_progress', 'resolved');
      assert.deepEqual(await of('at_risk'), []);
      clock.forward(3 * HOUR - 1);
      assert.deepEqual(await of('at_risk'), [], 'one second before 75 %');
      clock.forward(1);
      assert.deepEqual(await of('at_risk'), [running]);
      assert.deepEqual(await of('breached'), []);
      assert.deepEqual(await of('paused'), [paused]);
      clock.forward(HOUR);
      assert.deepEqual(await of('at_risk'), []);
      assert.deepEqual(await of('breached'), [running]);
      await instance.walk(running, 'in_progress', 'resolved');
      assert.deepEqual(await of('breached'), [running], 'a stopped clock stays breached');
      assert.deepEqual(await of('breached', '&state=new,in_progress'), []);
      assert.deepEqual(await of('breached,paused'), sorted([running, paused]).toReversed());
      for (const id of [running, paused, resolvedInTime]) {
        const { body } = await instance.call('GET', `/incidents/${id}`);
        assert.equal((await of('breached')).includes(id), body.sla.breached, id);
      }
    });

    test('sort=sla_breach_at has stopped clocks last in both orders, page by page', async () => {
      const category = own();
      const make = async (priority: string, ...walk: string[]) => {
        const { id } = await instance.incident({ category, priority });
        await instance.walk(id, ...walk);
        return id;
      };
      const late = await make('P4');
      const early = await make('P1');
      const stopped = [await make('P1', 'cancelled'), await make('P4', 'in_progress', 'resolved')];
      const middle = await make('P2', 'in_progress', 'on_hold');
      const expected = {
        asc: [early, middle, late, ...stopped],
        desc: [late, middle, early, ...stopped.toReversed()],
      };
      for (const [order, list] of Object.entries(expected)) {
        const query = `category=${category}&sort=sla_breach_at&order=${order}`;
        assert.deepEqual(await ids(query), list);
        assert.deepEqual(await ids(`${query}&limit=2&page=2`), list.slice(2, 4));
        for (const fields of ['', '&fields=state']) {
          const read: string[] = [];
          for (let cursor: string | undefined = ''; cursor !== undefined;) {
            const { body } = await instance.call(
              'GET',
              `/incidents?${query}&limit=1${fields}${cursor}`,
            );
            assert.equal(body.total, 5);
            read.push(...body.data.map((one: Json) => one.id));
            if (fields) assert.deepEqual(Object.keys(body.data[0]), ['id', 'state']);
            cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
          }
          assert.deepEqual(read, list, order);
        }
      }
    });

    /** The ids of a list of all incidents, page by page, and the same by a plain statement. */
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

    test('a period of resolutions is the same when matches are many, however long each took', async () => {
      const minutes = (n: number) =>
        new Date(Date.parse('2025-05-05T05:05:00Z') + n * 60_000).toISOString();
      // About the limits of the classes of lags, and about the time that is asked for.
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

    test('the order by breach and the breached ones are the same when matches are many', async () => {
      const category = own();
      await instance.running.sql(
        `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, sla_halted_at, event_sequence, created_at, updated_at)
         select 'x', 'P3', false, state, $1, 'a@example.com', 1, $2::timestamptz - (n * 7919 % 1000) * interval '1 minute',
           case when state not in ('new', 'in_progress') then $2::timestamptz end, 1, $2::timestamptz - n * interval '1 minute', $2::timestamptz
         from generate_series(1, 51000) n,
           lateral (select (array['new', 'closed', 'in_progress', 'closed', 'on_hold'])[1 + n % 5] as state) as t`,
        [category, clock.now.toISOString()],
      );
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

    test('resolved_after and resolved_before are exclusive', async () => {
      const category = own();
      const [first, second] = [
        await instance.incident({ category }),
        await instance.incident({ category }),
      ];
      await instance.incident({ category });
      await instance.walk(first.id, 'in_progress', 'resolved');
      const at = clock.now.toISOString();
      clock.forward(60);
      await instance.walk(second.id, 'in_progress', 'resolved');
      const found = (query: string) => ids(`category=${category}&${query}`);
      assert.deepEqual(await found(`resolved_after=${at}`), [second.id]);
      assert.deepEqual(await found(`resolved_before=${clock.now.toISOString()}`), [first.id]);
      assert.deepEqual(await found(`resolved_after=2020-01-01T00:00:00Z`), [second.id, first.id]);
      await instance.walk(second.id, 'reopened');
      assert.deepEqual(await found(`resolved_after=${at}`), [], 'a reopened one is not resolved');
    });

    test('a requester triages its own incidents only', async () => {
      const category = own();
      await instance.incident({ category });
      const reply = await instance.call(
        'GET',
        `/incidents?category=${category}&without=assigned_to&sort=sla_breach_at`,
        { as: 'requester' },
      );
      assert.deepEqual([reply.status, reply.body.total, reply.body.data], [200, 0, []]);
    });
  },
  { clock },
);
