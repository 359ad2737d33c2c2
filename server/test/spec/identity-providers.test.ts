// Administrators register identity providers; secrets are encrypted and never shown.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

const draft = (fields: Json = {}): Json => ({
  name: `Corp ${randomUUID()}`,
  issuer: `https://login.example.net/${randomUUID()}`,
  client_id: 'signalbox',
  client_secret: 'a secret that nobody may see',
  domains: ['Example.com'],
  ...fields,
});

section('Identity providers', (instance) => {
  const as = 'super_admin' as const;
  const create = (fields: Json = {}) =>
    instance.call('POST', '/identity-providers', { as, body: draft(fields) });

  test('a provider is created with defaults, listed, changed by version and audited without its secret', async () => {
    const created = await create();
    assert.equal(created.status, 201, created.text);
    const { id } = created.body;
    assert.deepEqual(created.body.scopes, ['openid', 'profile', 'email']);
    assert.deepEqual(created.body.domains, ['example.com']);
    assert.equal(created.body.trusts_addresses, false);
    const { AUTH_URL } = instance.running.deps.config;
    assert.equal(created.body.redirect_uri, `${AUTH_URL}/identity-providers/${id}/callback`);

    const list = await instance.call('GET', '/identity-providers', { as });
    assert.ok(list.body.data.some((one: Json) => one.id === id));
    const patched = await instance.call('PATCH', `/identity-providers/${id}`, {
      as,
      headers: { 'if-match': created.headers.get('etag') ?? '' },
      body: { active: false, client_secret: 'another secret' },
    });
    assert.deepEqual([patched.status, patched.body.active, patched.body.version], [200, false, 2]);
    const stale = await instance.call('PATCH', `/identity-providers/${id}`, {
      as,
      headers: { 'if-match': created.headers.get('etag') ?? '' },
      body: { active: true },
    });
    assert.equal(stale.body.code, 'version_mismatch');

    const audit = await instance.call('GET', `/audit?record=${id}`, { as });
    assert.deepEqual(
      audit.body.data.map((entry: Json) => entry.kind),
      ['identity_provider.updated', 'identity_provider.created'],
    );
    assert.deepEqual(audit.body.data[0].changes, {
      active: { from: true, to: false },
      client_secret: { from: null, to: null },
    });
    for (const { text } of [created, list, patched, audit])
      assert.doesNotMatch(text, /secret that nobody|another secret/);
    const [row] = await instance.running.sql(
      'select client_secret from identity_providers where id = $1',
      [id],
    );
    assert.ok(!row.client_secret.toString('latin1').includes('another secret'));
  });

  test('an issuer is one tenant at a public https address', async () => {
    const refused = {
      'http://login.example.net': 'not_allowed',
      'login.example.net': 'invalid_format',
      'https://user:pw@login.example.net': 'not_allowed',
      'https://login.example.net/?tenant=1': 'not_allowed',
      'https://login.example.net/.well-known/openid-configuration': 'not_allowed',
      'https://login.microsoftonline.com/common/v2.0': 'not_allowed',
      'https://login.microsoftonline.com/Organizations/v2.0': 'not_allowed',
      'https://login.microsoftonline.com/consumers/v2.0': 'not_allowed',
      'https://169.254.169.254/latest': 'refused_address',
      'https://localhost:8443': 'refused_address',
      'https://[::1]/realm': 'refused_address',
      'https://10.0.0.7/realm': 'refused_address',
    };
    for (const [issuer, code] of Object.entries(refused)) {
      const reply = await create({ issuer });
      assert.deepEqual(faultsOf(reply), [`/issuer ${code}`], issuer);
    }
    const tenant = `https://login.microsoftonline.com/${randomUUID()}/v2.0`;
    assert.equal((await create({ issuer: tenant })).status, 201);
    assert.equal((await create({ issuer: tenant })).body.code, 'already_exists');
  });

  test('domains are required, scopes contain openid, and super_admin needs its permission', async () => {
    assert.deepEqual(faultsOf(await create({ domains: [] })), ['/domains too_few']);
    assert.equal((await create({ scopes: ['email'] })).status, 400);
    const rule = { claim: 'groups', value: 'admins', roles: ['super_admin'], groups: [] };
    const role_rules = [{ ...rule, roles: ['agent'] }, rule];
    assert.deepEqual(faultsOf(await create({ role_rules })), ['/role_rules/1/roles not_allowed']);
    const allowed = await create({ role_rules, may_grant_super_admin: true });
    assert.equal(allowed.status, 201, allowed.text);
    const withdrawn = await instance.call('PATCH', `/identity-providers/${allowed.body.id}`, {
      as,
      body: { may_grant_super_admin: false },
    });
    assert.deepEqual(faultsOf(withdrawn), ['/role_rules/1/roles not_allowed']);
    const moved = await instance.call('PATCH', `/identity-providers/${allowed.body.id}`, {
      as,
      body: { issuer: 'https://elsewhere.example.net' },
    });
    assert.deepEqual(faultsOf(moved), ['/issuer read_only_field']);
  });

  test('writes warn of rules that name an unknown group, but not of a former name', async () => {
    const post = (name: string) => instance.call('POST', '/groups', { as, body: { name } });
    const renamed = (await post('Networks')).body;
    await post('Service Desk');
    const body = { name: 'Network' };
    await instance.call('PATCH', `/groups/${renamed.id}`, { as, body });
    const rule = { claim: 'groups', value: 'x', roles: ['agent'] };
    const role_rules = [
      { ...rule, groups: ['Network', 'Networks'] },
      { ...rule, groups: ['Service Desk', 'Servise Desk', 'Elsewhere'] },
    ];
    const made = await create({ role_rules });
    assert.equal(made.status, 201, made.text);
    const warnings = [
      { pointer: '/role_rules/1/groups/1', code: 'unknown_group', nearest: 'Service Desk' },
      { pointer: '/role_rules/1/groups/2', code: 'unknown_group' },
    ];
    assert.deepEqual(made.body.warnings, warnings);
    const update = (changes: Json) =>
      instance.call('PATCH', `/identity-providers/${made.body.id}`, { as, body: changes });
    assert.deepEqual((await update({ role_rules })).body.warnings, warnings);
    assert.equal('warnings' in (await update({ active: false, warnings })).body, false);
    const many = [{ ...rule, groups: Array.from({ length: 50 }, (_, n) => `none ${n}`) }];
    assert.equal((await update({ role_rules: many })).body.warnings.length, 20);
  });

  test('other roles have no access', async () => {
    for (const role of ['itsm_manager', 'agent', 'requester', 'auditor'] as const) {
      const reply = await instance.call('GET', '/identity-providers', { as: role });
      assert.equal(reply.body.code, 'insufficient_role', role);
    }
  });
});
