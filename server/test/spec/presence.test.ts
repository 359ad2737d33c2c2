import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Role } from '../../src/identity/index.ts';
import { startFleet } from '../support/fleet.ts';
import { addressOf, faultsOf } from '../support/harness.ts';
import { StreamClient } from '../support/stream-client.ts';
import { restartStreams } from '../support/streams.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Presence',
  (instance) => {
    before(() => restartStreams(instance.running.deps, { heartbeatMs: 50, checkIntervalMs: 20 }));
    const put = (id: string, as: Role = 'agent', mode = 'viewing', type = 'incident') =>
      instance.call('PUT', '/presence', { as, body: { record: { type, id }, mode } });
    const open = async (as: Role, query = '') =>
      StreamClient.open(instance.running.url, {
        token: await instance.running.tokenFor(as),
        query,
      });
    const present = ({ events }: StreamClient) =>
      events.flatMap(({ id, event, data }) =>
        event === 'presence' ? [[id, data.record.id, data.actor, data.mode]] : [],
      );

    test('presence is sent to callers who may read the record, never to requesters, and does not move the position', async () => {
      const { id } = await instance.incident({}, { as: 'requester' });
      const [agent, auditor, requester, events] = await Promise.all([
        open('agent'),
        open('auditor', `?record=${id}`),
        open('requester'),
        open('agent', '?type=incident.updated'),
      ]);
      const { status, body } = await put(id, 'itsm_manager', 'editing');
      assert.equal(status, 200);
      assert.deepEqual(body, {
        record: { type: 'incident', id },
        mode: 'editing',
        actor: addressOf('itsm_manager'),
        expires_at: new Date(clock.now.getTime() + 45_000).toISOString(),
      });
      const expected = [[undefined, id, addressOf('itsm_manager'), 'editing']];
      for (const stream of [agent, auditor]) {
        await stream.until((one) => present(one).length > 0, 'presence');
        assert.deepEqual(present(stream), expected);
      }
      await instance.patch(id, { category: 'mail' });
      for (const stream of [requester, events]) {
        await stream.until((one) => one.events.some(({ event }) => event === 'incident.updated'));
        assert.deepEqual(present(stream), []);
      }
      await Promise.all([agent, auditor, requester, events].map((one) => one.close()));
    });

    test('a stream of a record begins with the people who are present and have not left', async () => {
      const { id } = await instance.incident();
      await put(id, 'agent', 'viewing');
      await put(id, 'agent', 'editing');
      await put(id, 'auditor', 'viewing');
      const stream = await open('itsm_manager', `?record=${id}&type=presence`);
      await stream.until((one) => present(one).length >= 2, 'presence');
      assert.deepEqual(
        new Set(present(stream).map(([, , actor, mode]) => `${actor} ${mode}`)),
        new Set([`${addressOf('agent')} editing`, `${addressOf('auditor')} viewing`]),
      );
      await stream.close();
      clock.forward(46);
      await put(id, 'super_admin');
      const later = await open('itsm_manager', `?record=${id}`);
      await later.until((one) => present(one).length > 0, 'presence');
      // The stream may also carry the notice itself, if that is still on its way.
      assert.deepEqual(
        new Set(present(later).map(([, , actor]) => actor)),
        new Set([addressOf('super_admin')]),
      );
      await later.close();
    });

    test('presence at an unknown or deleted record is 404, and a requester gets 403', async () => {
      assert.equal((await put('INC9999999')).status, 404);
      const { id } = await instance.incident();
      assert.equal((await put(id, 'requester')).status, 403);
      const wrong = await put(id, 'agent', 'sleeping', 'printer');
      assert.deepEqual(faultsOf(wrong), ['/mode not_allowed', '/record/type not_allowed']);
      await instance.call('DELETE', `/incidents/${id}`);
      assert.equal((await put(id)).status, 404);
    });

    test('presence leaves no trace in the log, the audit trail and the idempotency keys', async () => {
      const { id } = await instance.incident();
      const count = async () =>
        (
          await instance.running.sql(
            'select (select count(*) from events) + (select count(*) from entries) + (select count(*) from idempotency_keys) as n',
          )
        )[0]?.n;
      const countBefore = await count();
      assert.equal((await put(id)).status, 200);
      assert.equal(await count(), countBefore);
    });
  },
  { clock },
);

for (const [name, env] of [
  ['with Valkey', {}],
  ['without Valkey', { VALKEY_URL: '' }],
] as const)
  test(`presence and counts of notifications reach the streams of other processes, ${name}`, async () => {
    const fleet = await startFleet(2, env);
    try {
      const [one, other] = fleet.apis;
      const headers = { ...(await fleet.bearer('a')), 'content-type': 'application/json' };
      const email = 'b@example.com';
      const token = await fleet.mint({ sub: 'b', email, roles: ['agent'] });
      const call = async (method: string, path: string, body: object) => {
        const response = await fetch(`${one?.url}/prod/api/v1${path}`, {
          method,
          headers,
          body: JSON.stringify(body),
        });
        return (await response.json()) as { id: string };
      };
      const stream = await StreamClient.open(other?.url ?? '', { token });
      const { id } = await call('POST', '/incidents', {
        short_description: 'shared',
        assigned_to: email,
      });
      await stream.until(({ unread }) => unread.includes(1), 'the count');
      await call('PUT', '/presence', { record: { type: 'incident', id }, mode: 'viewing' });
      await stream.until(({ events }) => events.some(({ event }) => event === 'presence'));
      const late = await StreamClient.open(other?.url ?? '', { token, query: `?record=${id}` });
      await late.until(({ events }) => events.some(({ event }) => event === 'presence'));
      await Promise.all([stream.close(), late.close()]);
    } finally {
      await fleet.stop();
    }
  });
