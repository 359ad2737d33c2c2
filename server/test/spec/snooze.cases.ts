// An incident on hold returns to work by itself at its time. The tests run beside those of states, in their instance.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endHolds } from '../../src/incidents/index.ts';
import type { Json, RequestOptions } from '../support/harness.ts';
import type { TestClock, TestInstance } from './setup.ts';

const HOUR = 3600;
const SYSTEM = 'system@clients.desk.example.com';
const ANNA = 'anna.berg@example.com';

export function testSnooze(instance: TestInstance, clock: TestClock): void {
  const agent: RequestOptions = { as: 'agent' };
  const inSeconds = (seconds: number): string =>
    new Date(clock.now.getTime() + seconds * 1000).toISOString();
  const read = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/incidents/${id}`)).body;
  const newest = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/incidents/${id}/timeline?limit=1`)).body.data[0];
  const end = async () => {
    while (await endHolds(instance.running.deps));
  };
  const pass = async (seconds: number) => {
    clock.forward(seconds);
    await end();
  };
  /** The incident returns in an hour. */
  const snooze = async (fields: Json = {}, hold: Json = {}): Promise<Json> => {
    const { id } = await instance.incident(fields, agent);
    await instance.walk(id, 'in_progress');
    const body = { state: 'on_hold', on_hold_until: inSeconds(HOUR), ...hold };
    const { status, text, body: held } = await instance.patch(id, body, agent);
    assert.equal(status, 200, text);
    return held;
  };

  describe('Holds that end at a time', () => {
    test('the incident returns to work at its time and not before, in one version with entry, event and SLA clock', async () => {
      const held = await snooze({}, { on_hold_reason: 'awaiting_vendor' });
      const { id } = held;
      assert.equal(held.on_hold_until, inSeconds(HOUR));
      await pass(HOUR - 1);
      assert.deepEqual((await read(id)).version, held.version, 'a second before');
      const known = (await instance.events(id)).length;
      await pass(1);
      await pass(HOUR);
      const back = await read(id);
      assert.deepEqual(
        [back.state, back.on_hold_reason, back.on_hold_until, back.version],
        ['in_progress', null, null, held.version + 1],
      );
      assert.deepEqual(
        [back.sla.state, back.sla.paused_seconds, back.sla.elapsed_seconds],
        ['running', HOUR, HOUR],
      );
      const changes = {
        state: { from: 'on_hold', to: 'in_progress' },
        on_hold_reason: { from: 'awaiting_vendor', to: null },
        on_hold_until: { from: held.on_hold_until, to: null },
        sla_breach_at: { from: held.sla_breach_at, to: back.sla_breach_at },
      };
      const events = (await instance.events(id)).slice(known);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data.changes]),
        [['incident.updated', changes]],
      );
      const entry = await newest(id);
      assert.deepEqual(
        [entry.actor, entry.cause, entry.changes, entry.sla],
        [SYSTEM, { kind: 'on_hold_until' }, changes, { state: 'running' }],
      );
      const { body: audit } = await instance.call('GET', `/audit?record=${id}&limit=1`);
      assert.deepEqual(
        [audit.data[0].actor, audit.data[0].cause],
        [SYSTEM, { kind: 'on_hold_until' }],
      );
    });

    test('the time is set with the hold or during it, moved and removed, in any form of a time', async () => {
      const { id } = await snooze();
      const until = new Date(clock.now.getTime() + 2 * HOUR * 1000);
      const local = until.toISOString().replace('Z', '+00:00');
      const moved = await instance.patch(id, { on_hold_until: local }, agent);
      assert.deepEqual([moved.status, moved.body.on_hold_until], [200, until.toISOString()]);
      const again = await instance.patch(id, { on_hold_until: local }, agent);
      assert.equal(again.body.version, moved.body.version, 'an equal time is no update');
      await pass(HOUR);
      assert.equal((await read(id)).state, 'on_hold', 'at the first time');
      const { body: list } = await instance.call(
        'GET',
        '/incidents?fields=on_hold_until&state=on_hold&limit=200',
      );
      const listed = list.data.find((one: Json) => one.id === id);
      assert.deepEqual(listed, { id, on_hold_until: until.toISOString() });
      const removed = await instance.patch(id, { on_hold_until: null }, agent);
      assert.equal(removed.body.on_hold_until, null);
      assert.deepEqual((await newest(id)).changes, {
        on_hold_until: { from: until.toISOString(), to: null },
      });
      await pass(2 * HOUR);
      assert.equal((await read(id)).state, 'on_hold', 'at the time that was removed');
    });

    test('a time that has passed, and one of an incident that is not on hold, are refused with 400', async () => {
      const { id } = await instance.incident({}, agent);
      await instance.walk(id, 'in_progress');
      const later = inSeconds(HOUR);
      const cases: [Json, string, RegExp][] = [
        [{ on_hold_until: later }, 'not_allowed', /only in the state on_hold.*in_progress/],
        [{ state: 'resolved', on_hold_until: later }, 'not_allowed', /would be resolved/],
        [{ state: 'on_hold', on_hold_until: inSeconds(0) }, 'too_small', /must be in the future/],
        [{ state: 'on_hold', on_hold_until: '2020-01-01' }, 'too_small', /must be in the future/],
        [{ state: 'on_hold', on_hold_until: 'tomorrow' }, 'invalid_format', /on_hold_until/],
      ];
      for (const [body, code, message] of cases) {
        const { status, body: error } = await instance.patch(id, body, agent);
        assert.equal(status, 400, JSON.stringify(body));
        const [fault] = error.errors;
        assert.deepEqual([fault.pointer, fault.code], ['/on_hold_until', code]);
        assert.match(fault.message, message);
      }
      const created = await instance.call('POST', '/incidents', {
        ...agent,
        body: { short_description: 'x', on_hold_until: later },
      });
      assert.equal(created.status, 400, created.text);
      assert.equal((await instance.patch(id, { on_hold_until: null }, agent)).status, 200);
    });

    test('a client that sends back the whole record changes nothing, before the time and after it', async () => {
      const held = await snooze();
      const back = await instance.patch(held.id, held, agent);
      assert.deepEqual([back.status, back.body.version], [200, held.version], back.text);
      clock.forward(HOUR);
      const late = await instance.patch(held.id, { ...held, category: 'mail' }, agent);
      assert.deepEqual([late.status, late.body.on_hold_until], [200, held.on_hold_until]);
      const moved = await instance.patch(
        held.id,
        { on_hold_until: held.on_hold_until, state: 'in_progress' },
        agent,
      );
      assert.deepEqual([moved.status, moved.body.on_hold_until], [200, null], moved.text);
    });

    test('leaving the hold by hand, by a reply or by resolving removes the time', async () => {
      const anna: RequestOptions = { as: 'requester', email: ANNA };
      const leave: Record<string, (id: string) => Promise<unknown>> = {
        'by hand': (id) => instance.patch(id, { state: 'in_progress' }, agent),
        'by a reply': (id) => instance.patch(id, { public_note: 'Room 4.' }, anna),
        'by resolving': (id) =>
          instance.call('POST', `/incidents/${id}/resolve`, {
            ...agent,
            body: { resolution: 'New toner.' },
          }),
      };
      const left: Json[] = [];
      for (const [way, act] of Object.entries(leave)) {
        const { id } = await snooze({ requester: ANNA }, { on_hold_reason: 'awaiting_caller' });
        await act(id);
        const now = await read(id);
        assert.deepEqual([now.on_hold_until, now.state === 'on_hold'], [null, false], way);
        left.push(now);
      }
      await pass(2 * HOUR);
      for (const { id, version } of left) assert.equal((await read(id)).version, version);
    });

    test('workers that start after an outage, all at once, return each incident once', async () => {
      const made = await Promise.all(Array.from({ length: 60 }, () => instance.incident()));
      const ids = made.map(({ id }) => id);
      const hold = `update incidents set state = 'on_hold', on_hold_until = $2 where id = any($1)`;
      await instance.running.sql(hold, [ids, inSeconds(HOUR)]);
      clock.forward(24 * HOUR);
      const { deps } = instance.running;
      await Promise.all([end(), end(), endHolds(deps), endHolds(deps)]);
      await end();
      const count = `select count(*)::int as n, sum(version)::int as versions from incidents
        where id = any($1) and state = 'in_progress'`;
      const [{ n, versions } = {}] = await instance.running.sql(count, [ids]);
      assert.deepEqual([n, versions], [ids.length, 2 * ids.length]);
    });

    test('a locked incident is left to the next run, and an update that moves the time wins', async () => {
      const { id } = await snooze();
      clock.forward(HOUR);
      const later = inSeconds(HOUR);
      await instance.running.deps.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('incidents')
          .set({ on_hold_until: later })
          .where('id', '=', id)
          .execute();
        await end();
      });
      await end();
      assert.equal((await read(id)).state, 'on_hold');
      await pass(HOUR);
      assert.equal((await read(id)).state, 'in_progress');
    });

    test('a deleted incident stays as it is and returns after it is restored', async () => {
      const { id, version } = await snooze();
      const admin: RequestOptions = { as: 'super_admin' };
      await instance.call('DELETE', `/incidents/${id}`, admin);
      await pass(2 * HOUR);
      const restored = await instance.call('POST', `/incidents/${id}/restore`, admin);
      assert.deepEqual([restored.body.state, restored.body.version], ['on_hold', version + 2]);
      await end();
      assert.deepEqual((await newest(id)).cause, { kind: 'on_hold_until' });
    });

    test('a time that a release without the column left behind is not the end of the next hold', async () => {
      const { id } = await snooze();
      const { db } = instance.running.deps;
      await db
        .updateTable('incidents')
        .set({ state: 'in_progress' })
        .where('id', '=', id)
        .execute();
      await pass(2 * HOUR);
      assert.equal((await read(id)).state, 'in_progress');
      const held = await instance.patch(id, { state: 'on_hold' }, agent);
      assert.equal(held.body.on_hold_until, null);
      await end();
      assert.equal((await read(id)).state, 'on_hold');
    });

    test('the assignee is notified once; while nobody is assigned, the members of the group', async () => {
      const group = `Snoozers ${instance.prefix.length}`;
      const addressOf = (name: string) => `${name}-${instance.prefix.length}@example.com`;
      const [ada, ben] = [addressOf('ada'), addressOf('ben')];
      await instance.call('POST', '/groups', {
        as: 'super_admin',
        body: { name: group, members: [ada, ben] },
      });
      const listNotified = async (email: string): Promise<string[]> => {
        const { body } = await instance.call('GET', '/notifications', { as: 'agent', email });
        return body.data
          .filter(({ type }: Json) => type === 'incident.resumed')
          .map(({ incident_id }: Json) => incident_id);
      };
      const assigned = await snooze({ assignment_group: group, assigned_to: ada });
      const open = await snooze({ assignment_group: group });
      await pass(HOUR);
      await pass(HOUR);
      assert.deepEqual(new Set(await listNotified(ada)), new Set([assigned.id, open.id]));
      assert.deepEqual(await listNotified(ben), [open.id]);
    });

    test('requesters may not set the time', async () => {
      const { id } = await instance.incident({ requester: ANNA }, agent);
      const { status, body } = await instance.patch(
        id,
        { on_hold_until: inSeconds(HOUR) },
        { as: 'requester', email: ANNA },
      );
      assert.deepEqual([status, body.code], [403, 'insufficient_role']);
    });
  });
}
