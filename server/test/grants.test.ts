import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyGrant } from '../src/identity/grants/grants.ts';
import { NO_GRANT, type Grant } from '../src/identity/grants/role-rules.ts';
import { systemContext } from '../src/identity/index.ts';
import { userTable } from '../src/identity/users/users.sql.ts';
import { type Instance, type Json, startInstance } from './support/harness.ts';

describe('Granted roles', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const call = (method: string, path: string, body?: Json) =>
    instance.call(method, path, { as: 'super_admin', body });
  const create = async (path: string, body: Json) => (await call('POST', path, body)).body;
  const grant = (id: string, source: string, given: Grant) =>
    instance.deps.db.transaction().execute(async (tx) => {
      const user = await userTable.lock(tx, id);
      assert.ok(user);
      return applyGrant(tx, systemContext(instance.deps, 'tests'), user, source, given);
    });
  const rolesOf = async (id: string) => (await call('GET', `/users/${id}`)).body.roles;
  const membersOf = async (id: string) => (await call('GET', `/groups/${id}`)).body.members;

  test('a grant is replaced by the next one of its source, and takes nothing that was given by hand or by another source', async () => {
    const user = await create('/users', {
      email: 'gil@example.com',
      name: 'Gil',
      roles: ['agent'],
    });
    const byHand = await create('/groups', { name: 'By hand', members: ['GIL@example.com'] });
    const byRule = await create('/groups', { name: 'By rule' });
    const groups = ['By hand', 'By rule', 'unknown'];
    await grant(user.id, 'idp_a', { roles: ['agent', 'auditor'], groups });
    assert.deepEqual(await rolesOf(user.id), ['agent', 'auditor']);
    assert.deepEqual(await membersOf(byRule.id), ['gil@example.com']);
    await grant(user.id, 'scim_b', { roles: ['auditor', 'itsm_manager'], groups: ['By rule'] });
    assert.deepEqual(await rolesOf(user.id), ['itsm_manager', 'agent', 'auditor']);
    await grant(user.id, 'idp_a', NO_GRANT);
    assert.deepEqual(await rolesOf(user.id), ['itsm_manager', 'agent', 'auditor']);
    assert.deepEqual(await membersOf(byRule.id), ['gil@example.com']);
    await grant(user.id, 'scim_b', NO_GRANT);
    assert.deepEqual(await rolesOf(user.id), ['agent']);
    assert.deepEqual(await membersOf(byRule.id), []);
    assert.deepEqual(await membersOf(byHand.id), ['GIL@example.com']);
  });

  test('roles that were granted cannot be taken away by hand, and roles given by hand stay when the grant ends', async () => {
    const user = await create('/users', {
      email: 'hal@example.com',
      name: 'Hal',
      roles: ['agent'],
    });
    await grant(user.id, 'idp_a', { roles: ['auditor'], groups: [] });
    const refused = await call('PATCH', `/users/${user.id}`, { roles: ['agent'] });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.role, refused.body.source],
      [409, 'granted_by_rule', 'auditor', 'idp_a'],
    );
    const roles = ['itsm_manager', 'auditor'];
    assert.equal((await call('PATCH', `/users/${user.id}`, { roles })).status, 200);
    await grant(user.id, 'idp_a', NO_GRANT);
    assert.deepEqual(await rolesOf(user.id), ['itsm_manager']);
  });

  test('the last active super_admin is neither demoted nor deactivated, also by a rule and by two at the same time', async () => {
    const admins = await Promise.all(
      ['ida', 'jan'].map((name) =>
        create('/users', { email: `${name}@example.com`, name, roles: ['super_admin'] }),
      ),
    );
    const tokens = await Promise.all(
      admins.map(({ id, email }) => instance.mint({ sub: id, email, roles: ['super_admin'] })),
    );
    const patch = (token = '', id: string, body: Json) =>
      instance.call('PATCH', `/users/${id}`, { token, body });
    // Each of them deactivates the other one.
    const replies = await Promise.all(
      admins.map(({ id }, n) => patch(tokens[1 - n], id, { active: false })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
    const index = replies.findIndex(({ status }) => status === 409);
    const last = admins[index];
    const demoted = await patch(tokens[index], last.id, { roles: ['agent'] });
    assert.deepEqual([demoted.status, demoted.body.code], [409, 'last_administrator']);
    const granted = await create('/users', {
      email: 'kai@example.com',
      name: 'Kai',
      roles: ['agent'],
    });
    await grant(granted.id, 'idp_a', { roles: ['super_admin'], groups: [] });
    assert.equal((await call('PATCH', `/users/${last.id}`, { roles: ['agent'] })).status, 200);
    await grant(granted.id, 'idp_a', NO_GRANT);
    assert.deepEqual(await rolesOf(granted.id), ['super_admin', 'agent']);
    // A client with the role stays, so the instance is not without an administrator.
    assert.equal((await call('PATCH', `/users/${granted.id}`, { active: false })).status, 200);
  });
});
