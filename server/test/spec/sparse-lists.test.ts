import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../src/app.ts';
import type { Route } from '../../src/platform/http/routes/route.ts';
import { faultsOf, type Json } from '../support/harness.ts';
import {
  fillPath,
  makers,
  nameOf,
  newCanary,
  openWorld,
  type Person,
  recordFor,
  type World,
} from '../support/records.ts';

const lists = routes.filter(({ query }) => query?.properties['cursor']);

const fieldsOf = ({ query }: Route): string[] => {
  const { items }: Json = query?.properties['fields'] ?? {};
  return items?.enum ?? [];
};

const identifierOf = (item: Json): string => ('id' in item ? 'id' : (Object.keys(item)[0] ?? ''));

describe('Sparse lists', () => {
  let world: World;
  let caller: Person;
  before(async () => {
    world = await openWorld();
    caller = await world.person('super_admin');
  });
  after(() => world.instance.stop());

  /** Creates an item and returns the path of its list. */
  const filledList = async (row: Route): Promise<string> => {
    if (row.path === '/webhooks/outbound/:id/deliveries') {
      const made = await makers['/webhooks/deliveries/:id']?.(world, caller, newCanary());
      const [delivery] = await world.instance.sql(
        'select webhook_id as id from deliveries where id = $1',
        [made?.['id']],
      );
      return fillPath(row.path, delivery);
    }
    if (row.path.endsWith('/sign-ins'))
      await world.instance.sql(
        `insert into sign_in_events (at, kind, actor, address, client)
         values (now(), 'sign_in', $1, '192.0.2.1', 'console')`,
        [caller.email],
      );
    if (row.path === '/rules/:id/runs') {
      const made = await makers['/rules/:id']?.(world, caller, newCanary());
      await world.instance.sql(
        `insert into rule_runs (rule_id, rule_version, record_type, record_id, record_version, at)
         values ($1, 1, 'incident', 'INC0000001', 1, now())`,
        [made?.['id']],
      );
      return fillPath(row.path, made ?? {});
    }
    const below = Object.keys(makers).find((path) => path.startsWith(`${row.path}/:`));
    const params = below
      ? await makers[below]?.(world, caller, newCanary())
      : await recordFor(world, row, caller);
    return fillPath(row.path, params ?? {});
  };

  const get = (path: string, query: string, token = caller.token) =>
    world.instance.call('GET', `${path}?${query}`, { token });

  for (const row of lists) {
    test(`${nameOf(row)} returns each field alone as in the whole record`, async () => {
      assert.ok(fieldsOf(row).length > 0);
      const path = await filledList(row);
      const whole = await get(path, 'limit=3');
      assert.ok(whole.body.data.length > 0, `${path} is empty`);
      for (const field of fieldsOf(row)) {
        const { status, body, text } = await get(path, `limit=3&fields=${field}`);
        assert.equal(status, 200, text);
        for (const [index, item] of body.data.entries()) {
          const all = whole.body.data[index];
          const identifier = identifierOf(all);
          const { [identifier]: id, ...others } = item;
          assert.equal(id, all[identifier]);
          const isExpected = field in all && field !== identifier;
          const names = Object.keys(others).filter((name) => name in all);
          assert.deepEqual(names, isExpected ? [field] : [], `fields=${field}`);
          if (isExpected) assert.deepEqual(item[field], all[field]);
        }
      }
    });
  }

  test('an unknown field is refused with 400 and the allowed ones', async () => {
    const reply = await get('/incidents', 'fields=state,colour');
    assert.deepEqual([reply.status, faultsOf(reply)], [400, ['/fields not_allowed']]);
    assert.ok(reply.body.errors[0].allowed.includes('sla'));
    assert.equal((await get('/incidents', 'fields=')).status, 400);
    assert.equal((await get('/incidents/INC0000001', 'fields=state')).status, 400, 'lists only');
  });

  test('an incident offers version, resolved_at, work_notes_count, external_id and sla on request', async () => {
    const { call } = world.instance;
    const { token } = caller;
    const made = await call('POST', '/incidents', {
      token,
      body: { short_description: 'x', category: 'sparse', external_id: 'sparse-1' },
    });
    const { id } = made.body;
    await call('POST', `/incidents/${id}/notes`, { token, body: { body: 'Looking.' } });
    const names = ['version', 'resolved_at', 'work_notes_count', 'external_id', 'sla'];
    const { body } = await get('/incidents', `category=sparse&fields=${names.join()}`);
    const [listed] = body.data;
    const single = (await call('GET', `/incidents/${id}`, { token })).body;
    assert.deepEqual(Object.keys(listed), ['id', ...names]);
    for (const name of names.slice(0, -1)) assert.deepEqual(listed[name], single[name], name);
    const { state, warning_at, breach_at, breached } = single.sla;
    const { as_of, remaining_seconds, ...rest } = listed.sla;
    assert.deepEqual(rest, { state, warning_at, breach_at, breached });
    assert.ok(Date.parse(as_of) > 0 && remaining_seconds <= 86_400);
  });

  test('a requester counts only the notes they may read', async () => {
    const { call } = world.instance;
    const requester = await world.person('requester');
    const { body: made } = await call('POST', '/incidents', {
      token: requester.token,
      body: { short_description: 'x' },
    });
    const notes = `/incidents/${made.id}/notes`;
    for (const visibility of ['public', 'team', 'private'])
      await call('POST', notes, { token: caller.token, body: { body: 'x', visibility } });
    const { body } = await get('/incidents', 'fields=work_notes_count', requester.token);
    assert.deepEqual(body.data, [{ id: made.id, work_notes_count: 1 }]);
  });

  test('a cursor stays valid when the same query selects other fields', async () => {
    for (let n = 0; n < 3; n += 1)
      await world.instance.call('POST', '/incidents', {
        token: caller.token,
        body: { short_description: `${n}`, category: 'cursors' },
      });
    const first = await get('/incidents', 'category=cursors&limit=1&fields=state');
    const { next_cursor: cursor } = first.body;
    assert.match(first.headers.get('link') ?? '', /fields=state/);
    const next = await get(
      '/incidents',
      `category=cursors&limit=1&fields=short_description&cursor=${cursor}`,
    );
    assert.equal(next.body.data[0].short_description, '1');
  });

  test('large columns that are not requested do not shorten a page', async () => {
    await world.instance.sql(
      `insert into incidents (short_description, description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'x', repeat('x', 65536), 'P3', false, 'new', 'large', 'a@example.com', 1, now(), 1, now(), now() from generate_series(1, 100)`,
    );
    const whole = await get('/incidents', 'category=large&limit=100');
    assert.ok(whole.body.data.length < 100);
    const sparse = await get('/incidents', 'category=large&limit=100&fields=state,priority');
    assert.equal(sparse.body.data.length, 100);
  });
});
