import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rolesFrom } from './claimed-roles.ts';

const read = (claim: string, map: Record<string, string>, claims: Record<string, unknown>) =>
  rolesFrom({ OIDC_ROLE_CLAIM: claim, OIDC_ROLE_MAP: map })(claims);

describe('Roles of a claim', () => {
  test('a claim path leads into objects, and a key that equals the whole path takes precedence', () => {
    assert.deepEqual(read('realm_access.roles', {}, { realm_access: { roles: ['agent'] } }), [
      'agent',
    ]);
    assert.deepEqual(read('cognito:groups', {}, { 'cognito:groups': ['auditor'] }), ['auditor']);
    assert.deepEqual(read('a.b', {}, { 'a.b': ['agent'], a: { b: ['auditor'] } }), ['agent']);
  });

  test('role names are mapped, and unknown names, other types and inherited properties give no role', () => {
    const map = { 'it-admins': 'super_admin', desk: 'agent' };
    assert.deepEqual(
      read('roles', map, { roles: ['it-admins', 'desk', 'desk', 'chef', 7, null] }),
      ['super_admin', 'agent'],
    );
    for (const roles of ['super_admin', { 0: 'agent' }, null, undefined, 1])
      assert.deepEqual(read('roles', map, { roles }), []);
    assert.deepEqual(read('roles', map, { roles: ['constructor', '__proto__'] }), []);
    assert.deepEqual(read('constructor.name', map, {}), []);
  });
});
