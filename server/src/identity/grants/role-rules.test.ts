import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluateRules, type RoleRule } from './role-rules.ts';

const rule = (claim: string, value: string, roles: RoleRule['roles'], groups: string[] = []) => ({
  claim,
  value,
  roles,
  groups,
});
const evaluate = (
  rules: RoleRule[],
  claims: Record<string, unknown>,
  mayGrantSuperAdmin = false,
) => {
  const { roles, groups } = evaluateRules(rules, claims, { mayGrantSuperAdmin });
  return { roles, groups };
};

describe('Role rules', () => {
  test('a rule applies if the claim is its value or a list with it, and the rules that apply are combined', () => {
    const rules = [
      rule('groups', 'desk', ['agent'], ['Service Desk']),
      rule('realm_access.roles', 'lead', ['itsm_manager', 'agent'], ['Leads', 'Service Desk']),
      rule('department', 'Audit', ['auditor']),
    ];
    assert.deepEqual(
      evaluate(rules, {
        groups: ['x', 'desk'],
        realm_access: { roles: ['lead'] },
        department: 'IT',
      }),
      { roles: ['itsm_manager', 'agent'], groups: ['Leads', 'Service Desk'] },
    );
    assert.deepEqual(evaluate(rules, { department: 'Audit' }), { roles: ['auditor'], groups: [] });
  });

  test('other types, other cases, parts and inherited properties do not match', () => {
    const rules = [rule('groups', '7', ['agent']), rule('constructor.name', 'Object', ['agent'])];
    for (const groups of [7, ['77'], { 7: '7' }, null, true, [['8']]])
      assert.deepEqual(evaluate(rules, { groups }), { roles: [], groups: [] });
    assert.deepEqual(evaluate([rule('groups', 'desk', ['agent'])], { groups: 'Desk' }).roles, []);
  });

  test('a source that may not grant super_admin grants the other roles only', () => {
    const rules = [rule('groups', 'root', ['super_admin', 'auditor'])];
    assert.deepEqual(evaluate(rules, { groups: ['root'] }).roles, ['auditor']);
    assert.deepEqual(evaluate(rules, { groups: ['root'] }, true).roles, ['super_admin', 'auditor']);
  });
});
