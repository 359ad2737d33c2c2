import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'SCIM connectors',
  (instance) => {
    const call = (method: string, path: string, body?: Json) =>
      instance.call(method, `/scim-connectors${path}`, { as: 'super_admin', body });
    const role_rules = [
      { claim: 'groups', value: 'Desk', roles: ['agent'], groups: ['Service Desk'] },
    ];

    test('a connector is created with a token, which only that response and that of a rotation have', async () => {
      const group = { name: 'Service Desk' };
      await instance.call('POST', '/groups', { as: 'super_admin', body: group });
      const created = await call('POST', '', { name: 'Entra ID', role_rules });
      assert.equal(created.status, 201, created.text);
      const { token, ...shown } = created.body;
      assert.match(token, /^sbscim_[0-9A-Za-z]{36}$/);
      assert.deepEqual(shown, {
        id: shown.id,
        name: 'Entra ID',
        role_rules,
        allow_emptying: false,
        may_grant_super_admin: false,
        active: true,
        url: 'https://desk.example.com/scim/v2',
        expires_at: '2027-03-02T08:00:00.000Z',
        last_used_at: null,
        version: 1,
        created_at: '2026-03-02T08:00:00.000Z',
        updated_at: '2026-03-02T08:00:00.000Z',
      });
      assert.deepEqual((await call('GET', `/${shown.id}`)).body, shown);
      assert.deepEqual((await call('GET', '')).body.data, [shown]);
      clock.forward(86_400);
      const rotated = await call('POST', `/${shown.id}/rotate`);
      assert.equal(rotated.status, 200, rotated.text);
      assert.notEqual(rotated.body.token, token);
      assert.deepEqual(
        [rotated.body.version, rotated.body.expires_at],
        [2, '2027-03-03T08:00:00.000Z'],
      );
      const [row] = await instance.running.sql(
        'select token_hash, scim_connectors::text as text from scim_connectors where id = $1',
        [shown.id],
      );
      assert.deepEqual(row?.token_hash, hash('sha256', rotated.body.token, 'buffer'));
      assert.ok(!row?.text.includes(rotated.body.token));
    });

    test('writes warn of rules that name an unknown group', async () => {
      await instance.call('POST', '/groups', { as: 'super_admin', body: { name: 'Network' } });
      const rule = { claim: 'groups', value: 'Net', roles: [], groups: ['Network', 'Netwrok'] };
      const warnings = [
        { pointer: '/role_rules/0/groups/1', code: 'unknown_group', nearest: 'Network' },
      ];
      const created = await call('POST', '', { name: 'Okta', role_rules: [rule] });
      assert.equal(created.status, 201, created.text);
      assert.deepEqual(created.body.warnings, warnings);
      const path = `/${created.body.id}`;
      assert.equal('warnings' in (await call('GET', path)).body, false);
      const { token: _, ...echo } = created.body;
      const again = await call('PATCH', path, { ...echo, name: 'Okta 2' });
      assert.deepEqual([again.status, again.body.warnings], [200, warnings], again.text);
      const other = await call('PATCH', path, { name: 'Okta 3' });
      assert.equal('warnings' in other.body, false, 'a request without rules');
    });

    test('the audit trail has what changed, and never a token', async () => {
      const { body } = await call('POST', '', { name: 'Okta' });
      await call('PATCH', `/${body.id}`, { role_rules, allow_emptying: true, active: false });
      const { token } = (await call('POST', `/${body.id}/rotate`)).body;
      const audit = await instance.call('GET', `/audit?record=${body.id}`);
      assert.deepEqual(
        audit.body.data.map(({ kind, changes }: Json) => [kind, Object.keys(changes).toSorted()]),
        [
          ['scim_connector.token_rotated', ['token']],
          ['scim_connector.updated', ['active', 'allow_emptying', 'role_rules']],
          [
            'scim_connector.created',
            ['active', 'allow_emptying', 'may_grant_super_admin', 'name', 'role_rules'],
          ],
        ],
      );
      for (const secret of [token, body.token]) assert.ok(!audit.text.includes(secret));
    });

    test('a response that is sent back changes nothing, although the connector was used since', async () => {
      const { token: _, ...body } = (await call('POST', '', { name: 'Okta' })).body;
      await instance.running.sql('update scim_connectors set last_used_at = now()');
      const sent = await call('PATCH', `/${body.id}`, { ...body, name: 'Okta EU' });
      assert.deepEqual([sent.status, sent.body.name, sent.body.version], [200, 'Okta EU', 2]);
    });

    test('rules name the claim groups, known roles and at most 100 values', async () => {
      const [rule] = role_rules;
      for (const [wrong, pointer] of [
        [[{ ...rule, claim: 'department' }], '/role_rules/0/claim'],
        [[{ ...rule, roles: ['root'] }], '/role_rules/0/roles/0'],
        [[{ ...rule, value: ' ' }], '/role_rules/0/value'],
        [Array.from({ length: 101 }, () => rule), '/role_rules'],
      ] as const) {
        const { status, body } = await call('POST', '', { name: 'x', role_rules: wrong });
        assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
      }
    });

    // The clock goes on, so this test is the last one.
    test('the health check warns 30 days before a token expires, while the connector is active', async () => {
      const check = async () => (await instance.call('GET', '/health')).body.checks.scim.status;
      const { data } = (await call('GET', '')).body;
      for (const { id } of data)
        assert.equal((await call('PATCH', `/${id}`, { active: false })).status, 200);
      const { id } = (await call('POST', '', { name: 'Last' })).body;
      clock.forward(334 * 86_400);
      assert.equal(await check(), 'ok');
      clock.forward(86_400);
      assert.equal(await check(), 'degraded');
      await call('POST', `/${id}/rotate`);
      // The checks of a process are shared for a moment of the clock.
      clock.forward(60);
      assert.equal(await check(), 'ok');
    });
  },
  { clock },
);
