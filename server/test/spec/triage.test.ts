import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const HOUR = 3600;
const clock = new TestClock();

section(
  'Triage of incidents',
  (instance) => {
    /** Each test has its own category. */
    const own = () => `cat-${crypto.randomUUID()}`;
    const ids = async (query: string): Promise<string[]> => {
      const { status, body, text } = await instance.call('GET', `/incidents?${query}`);
      assert.equal(status, 200, text);
      assert.ok(body.total >= body.data.length);
      return body.data.map((one: Json) => one.id);
    };
    const sort = (list: readonly string[]) => list.toSorted();

    test('without finds incidents in which any of the named fields is null', async () => {
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
      const idsWithout = (fields: string) => ids(`category=${category}&without=${fields}`);
      assert.deepEqual(await idsWithout('assigned_to'), [grouped.id, bare.id]);
      assert.deepEqual(await idsWithout('assignment_group'), [bare.id]);
      assert.deepEqual(await idsWithout('ci_id'), [grouped.id, bare.id]);
      assert.deepEqual(await idsWithout('assignment_group,ci_id'), [grouped.id, bare.id]);
      const refused = await instance.call('GET', '/incidents?without=priority');
      assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/without not_allowed']]);
      assert.deepEqual(refused.body.errors[0].allowed, [
        'assigned_to',
        'assignment_group',
        'ci_id',
        'merged_into',
      ]);
    });

    test('the filter sla matches the clock that the record shows', async () => {
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
      assert.deepEqual(await of('breached,paused'), sort([running, paused]).toReversed());
      for (const id of [running, paused, resolvedInTime]) {
        const { body } = await instance.call('GET', `/incidents/${id}`);
        assert.equal((await of('breached')).includes(id), body.sla.breached, id);
      }
    });

    test('sort=sla_breach_at puts paused and stopped clocks last in both orders, page by page', async () => {
      const category = own();
      const make = async (priority: string, ...walk: string[]) => {
        const { id } = await instance.incident({ category, priority });
        await instance.walk(id, ...walk);
        return id;
      };
      const late = await make('P4');
      const early = await make('P1');
      const halted = [
        await make('P1', 'cancelled'),
        await make('P4', 'in_progress', 'resolved'),
        await make('P2', 'in_progress', 'on_hold'),
      ];
      const expected = {
        asc: [early, late, ...halted],
        desc: [late, early, ...halted.toReversed()],
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

    test('sort=resolved_at puts unresolved incidents last in both orders, page by page', async () => {
      const category = own();
      const made = [];
      for (let n = 0; n < 5; n += 1) made.push((await instance.incident({ category })).id);
      const [a = '', b = '', c = '', d = '', e = ''] = made;
      for (const id of [c, a, d]) {
        clock.forward(60);
        await instance.walk(id, 'in_progress', 'resolved');
      }
      clock.forward(60);
      await instance.walk(d, 'reopened');
      const expected = { asc: [c, a, b, d, e], desc: [a, c, e, d, b] };
      for (const [order, list] of Object.entries(expected)) {
        const query = `category=${category}&sort=resolved_at&order=${order}`;
        assert.deepEqual(await ids(query), list);
        for (const limit of [1, 2, 3]) {
          const read: string[] = [];
          for (let cursor: string | undefined = ''; cursor !== undefined;) {
            const path = `/incidents?${query}&limit=${limit}${cursor}`;
            const { body } = await instance.call('GET', path);
            read.push(...body.data.map((one: Json) => one.id));
            cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
          }
          assert.deepEqual(read, list, `${order}, ${limit} at a time`);
        }
      }
      const open = `category=${category}&state=new,reopened&sort=resolved_at&order=asc`;
      assert.deepEqual(await ids(open), [b, d, e]);
      assert.deepEqual(await ids(`category=${category}&state=resolved&sort=resolved_at`), [a, c]);
    });

    test('the filters resolved_after and resolved_before are exclusive', async () => {
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
      const idsOfQuery = (query: string) => ids(`category=${category}&${query}`);
      assert.deepEqual(await idsOfQuery(`resolved_after=${at}`), [second.id]);
      assert.deepEqual(await idsOfQuery(`resolved_before=${clock.now.toISOString()}`), [first.id]);
      assert.deepEqual(await idsOfQuery(`resolved_after=2020-01-01T00:00:00Z`), [
        second.id,
        first.id,
      ]);
      await instance.walk(second.id, 'reopened');
      assert.deepEqual(
        await idsOfQuery(`resolved_after=${at}`),
        [],
        'a reopened one is not resolved',
      );
    });

    test('the filters of triage find only own incidents of a requester', async () => {
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
