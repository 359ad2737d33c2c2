// Entries about access say from which network address and with which client the change was made.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';

const ADDRESS = '203.0.113.9';

describe('The origin of entries about access', () => {
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const newest = async (record: string): Promise<Json> =>
    (await instance.call('GET', `/audit?record=${record}`, { as: 'auditor' })).body.data[0];
  const headers = { 'x-forwarded-for': `198.51.100.1, ${ADDRESS}` };

  test('a change of roles, a new key, an ended session and a setting have address and client', async () => {
    const admin = await logins.person(['super_admin']);
    const { access_token: token } = await logins.logIn(CONSOLE, admin);
    const other = await logins.person();
    const as = { token, headers };
    const call = async (method: string, path: string, body?: Json) =>
      (await instance.call(method, path, { ...as, ...(body && { body }) })).body;
    await call('PATCH', `/users/${other.id}`, { roles: ['auditor'] });
    const group = await call('POST', '/groups', { name: 'Access' });
    const key = await call('POST', '/profile/api-keys', { name: 'Robot' });
    const settings = await call('PATCH', '/settings', { requester_mail: false });
    assert.ok(settings);
    const { data: sessions } = await call('GET', '/profile/sessions');
    await call('DELETE', `/profile/sessions/${sessions[0].id}`);
    const expected = { address: ADDRESS, client: 'console' };
    for (const record of [other.id, group.id, key.id, sessions[0].id, 'SETTINGS'])
      assert.deepEqual((await newest(record)).origin, expected, record);
  });

  test('a change of the password on the hosted page has the address and no client', async () => {
    const { id, email, password } = await logins.person();
    const { status } = await fetch(`${instance.deps.config.AUTH_URL}/password`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email, password, new_password: 'another good password' }),
    });
    assert.equal(status, 200);
    assert.deepEqual((await newest(id)).origin, { address: ADDRESS, client: null });
  });

  test('entries of other records have no origin, and no timeline shows one', async () => {
    const body = { short_description: 'Checkout answers 502' };
    const { body: incident } = await instance.call('POST', '/incidents', { body, headers });
    assert.equal('origin' in (await newest(incident.id)), false);
    const timeline = await instance.call('GET', `/incidents/${incident.id}/timeline`);
    assert.equal(timeline.text.includes('origin'), false);
    const [row] = await instance.sql('select origin from entries where record_id = $1', [
      incident.id,
    ]);
    assert.equal(row.origin, null);
  });
});
