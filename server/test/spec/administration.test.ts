import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { section } from './setup.ts';

const unique = () => randomBytes(5).toString('hex');
const as = 'super_admin' as const;

interface Kind {
  path: string;
  make: () => Json;
  /** The audit entry of this patch records exactly its fields. */
  change: Json;
  unwritable: Json;
  idOf: (record: Json) => string;
}

const kinds: Record<string, Kind> = {
  client: {
    path: '/clients',
    make: () => ({ client_id: `c.${unique()}`, name: 'Alerts', roles: ['agent'] }),
    change: { roles: ['auditor'], redirect_uris: ['https://app.example.com/back'] },
    unwritable: { address: 'x@example.com' },
    idOf: (record) => record.client_id,
  },
  user: {
    path: '/users',
    make: () => ({ email: `u${unique()}@example.com`, name: 'Una', roles: ['requester'] }),
    change: { name: 'Una Ort', roles: ['agent', 'auditor'] },
    unwritable: { id: 'USR9999999' },
    idOf: (record) => record.id,
  },
  group: {
    path: '/groups',
    make: () => ({ name: `Network ${unique()}`, members: ['ada@example.com'] }),
    change: { members: ['ada@example.com', 'ben@example.com'], email: 'net@example.com' },
    unwritable: { created_at: '2020-01-01T00:00:00.000Z' },
    idOf: (record) => record.id,
  },
};

section('Administration', (instance) => {
  for (const [type, { path, make, change, unwritable, idOf }] of Object.entries(kinds)) {
    const create = async () => {
      const { status, body, headers, text } = await instance.call('POST', path, {
        as,
        body: make(),
      });
      assert.equal(status, 201, text);
      assert.equal(
        headers.get('location'),
        `https://desk.example.com${instance.prefix}${path}/${idOf(body)}`,
      );
      return body;
    };

    test(`a ${type} is created, read, listed and updated, with an audit entry for each update`, async () => {
      const { secret: _, ...made } = await create();
      const at = `${path}/${idOf(made)}`;
      const read = await instance.call('GET', at, { as });
      assert.deepEqual([read.body, read.headers.get('etag')], [made, '"1"']);
      const list = await instance.call('GET', `${path}?limit=200`, { as });
      assert.deepEqual(
        list.body.data.find((one: Json) => idOf(one) === idOf(made)),
        made,
      );

      const changed = await instance.call('PATCH', at, { as, body: { ...made, ...change } });
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual(
        changed.body,
        { ...made, ...change, version: 2, updated_at: changed.body.updated_at },
        'what was read, changed and sent back',
      );
      const same = await instance.call('PATCH', at, { as, body: change });
      assert.equal(same.body.version, 2, 'the same again changes nothing');
      const { body: audit } = await instance.call('GET', `/audit?record=${idOf(made)}`, { as });
      assert.deepEqual(
        audit.data.map((entry: Json) => [entry.kind, entry.actor]),
        [
          [`${type}.updated`, 'super_admin@example.com'],
          [`${type}.created`, 'super_admin@example.com'],
        ],
      );
      assert.deepEqual(
        Object.keys(audit.data[0].changes).toSorted(),
        Object.keys(change).toSorted(),
      );
    });

    test(`an update of a ${type} is refused at an outdated version and in read-only fields`, async () => {
      const made = await create();
      const at = `${path}/${idOf(made)}`;
      await instance.call('PATCH', at, { as, body: change });
      const late = await instance.call('PATCH', at, {
        as,
        body: change,
        headers: { 'if-match': '"1"' },
      });
      assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch']);
      assert.deepEqual(late.body.changed_fields, Object.keys(change).toSorted());
      const refused = await instance.call('PATCH', at, { as, body: unwritable });
      assert.deepEqual(faultsOf(refused), [`/${Object.keys(unwritable)[0]} read_only_field`]);
    });

    test(`only a super_admin sees and changes a ${type}`, async () => {
      const made = await create();
      for (const role of ['itsm_manager', 'agent', 'requester', 'auditor'] as const) {
        for (const [method, at, body] of [
          ['GET', path],
          ['POST', path, make()],
          ['GET', `${path}/${idOf(made)}`],
          ['PATCH', `${path}/${idOf(made)}`, change],
        ] as const) {
          const reply = await instance.call(method, at, { as: role, ...(body && { body }) });
          assert.equal(reply.status, 403, `${method} ${at} as ${role}`);
        }
      }
    });

    test(`the response for an unknown ${type} is 404`, async () => {
      const { status } = await instance.call('GET', `${path}/USR9999999`, { as });
      assert.equal(status, 404);
    });
  }

  test('a taken id, address or name is refused with 409 and the name of the field', async () => {
    const { body: client } = await instance.call('POST', '/clients', {
      as,
      body: kinds['client']?.make(),
    });
    const { body: user } = await instance.call('POST', '/users', {
      as,
      body: kinds['user']?.make(),
    });
    const { body: group } = await instance.call('POST', '/groups', {
      as,
      body: kinds['group']?.make(),
    });
    const taken: [string, Json, string][] = [
      ['/clients', { client_id: client.client_id, name: 'x', roles: ['agent'] }, 'client_id'],
      ['/clients', { client_id: 'console', name: 'x', roles: ['agent'] }, 'client_id'],
      ['/users', { email: user.email.toUpperCase(), name: 'x', roles: ['agent'] }, 'email'],
      ['/groups', { name: group.name }, 'name'],
    ];
    for (const [path, body, field] of taken) {
      const refused = await instance.call('POST', path, { as, body });
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.field],
        [409, 'already_exists', field],
      );
    }
  });

  test('all faults of a client or user are reported in one response', async () => {
    const client = await instance.call('POST', '/clients', {
      as,
      body: {
        client_id: 'No Spaces',
        roles: ['agent', 'agent'],
        email: 'x',
        redirect_uris: ['http://evil.example.com/'],
        secret: 'mine',
      },
    });
    assert.deepEqual(faultsOf(client), [
      '/client_id invalid_format',
      '/email invalid_format',
      '/name required',
      '/redirect_uris/0 invalid_format',
      '/roles not_allowed',
      '/secret read_only_field',
    ]);
    const user = await instance.call('POST', '/users', {
      as,
      body: { email: 'a@example.com', name: ' ', roles: [], password: 'short' },
    });
    assert.deepEqual(faultsOf(user), ['/name blank', '/password too_short', '/roles too_few']);
  });

  test('an address made for clients cannot be registered by anybody', async () => {
    const email = 'grafana@clients.desk.example.com';
    for (const [path, body] of [
      ['/users', { email, name: 'x', roles: ['agent'] }],
      ['/clients', { email: email.toUpperCase(), name: 'x', roles: ['agent'] }],
    ] as const) {
      assert.deepEqual(faultsOf(await instance.call('POST', path, { as, body })), [
        '/email not_allowed',
      ]);
    }
  });

  test('a secret appears in the first response only, and a password nowhere: not in audit entries, nor in tables', async () => {
    const { body: client } = await instance.call('POST', '/clients', {
      as,
      body: kinds['client']?.make(),
    });
    const password = `pass ${unique()} ${unique()}`;
    const { body: user, text } = await instance.call('POST', '/users', {
      as,
      body: { ...kinds['user']?.make(), password },
    });
    assert.equal(text.includes(password), false);
    assert.equal(
      (await instance.call('PATCH', `/users/${user.id}`, { as, body: { password } })).status,
      200,
    );
    const again = await instance.call('GET', `/clients/${client.client_id}`, { as });
    assert.equal(again.text.includes('secret'), false);
    const rows = await instance.running.sql(`
      select to_jsonb(clients)::text as row from clients
      union all select to_jsonb(users)::text from users
      union all select to_jsonb(entries)::text from entries`);
    const dump = rows.map(({ row }: Json) => row).join();
    assert.equal(dump.includes(client.secret), false);
    assert.equal(dump.includes(password), false);
    assert.match(dump, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('new roles, a deactivation or a new secret invalidate issued tokens within two seconds', async () => {
    const { body: client } = await instance.call('POST', '/clients', {
      as,
      body: { name: 'Alerts', roles: ['agent'] },
    });
    let { secret } = client;
    const tokenNow = async () => {
      const response = await fetch(`${instance.running.deps.config.AUTH_URL}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client.client_id,
          client_secret: secret,
        }),
      });
      return ((await response.json()) as Json).access_token;
    };
    const at = `/clients/${client.client_id}`;
    const changes: (() => Promise<Json>)[] = [
      () => instance.call('PATCH', at, { as, body: { roles: ['requester'] } }),
      () => instance.call('POST', `${at}/rotate-secret`, { as }),
      () => instance.call('PATCH', at, { as, body: { active: false } }),
    ];
    for (const change of changes) {
      const token = await tokenNow();
      assert.equal((await instance.call('GET', '/me', { token })).status, 200);
      const { status, body } = await change();
      assert.equal(status, 200);
      secret = body.secret ?? secret;
      await until('it is refused', async () => {
        const reply = await instance.call('GET', '/me', { token });
        return reply.status === 401 && reply.body.detail.includes('was revoked');
      });
      const fresh = await tokenNow();
      if (fresh) assert.equal((await instance.call('GET', '/me', { token: fresh })).status, 200);
    }
    const before = await tokenNow();
    assert.equal(before, undefined, 'inactive');
    const rename = await instance.call('PATCH', at, { as, body: { name: 'Other' } });
    assert.equal(rename.status, 200);
  });

  test('an update of the settings is audited and takes effect', async () => {
    const before = (await instance.call('GET', '/settings', { as })).body;
    const targets = { P1: 3600, P2: 7200, P3: 10_800 + before.version, P4: 14_400 };
    const refused = await instance.call('PATCH', '/settings', {
      as,
      body: { sla_target_seconds: { P1: 1, P2: 7200, P3: 10_800 }, version: 99 },
    });
    assert.deepEqual(faultsOf(refused), [
      '/sla_target_seconds/P1 too_small',
      '/sla_target_seconds/P4 required',
      '/version read_only_field',
    ]);
    const changed = await instance.call('PATCH', '/settings', {
      as,
      body: { sla_target_seconds: targets },
    });
    assert.deepEqual(changed.body, {
      ...before,
      sla_target_seconds: targets,
      version: before.version + 1,
    });
    assert.equal(changed.headers.get('etag'), `"${before.version + 1}"`);
    const { sla } = await instance.incident({ priority: 'P1' });
    assert.equal(sla.target_seconds, 3600, 'the next incident follows');
    const { body } = await instance.call('GET', '/audit?kind=settings.updated&limit=1', { as });
    assert.deepEqual(body.data[0].changes.sla_target_seconds.to, targets);
    assert.equal((await instance.call('GET', '/settings', { as: 'itsm_manager' })).status, 403);
  });

  test('retention defaults to 90 days, and 7 for jobs, and can be changed', async () => {
    const { body } = await instance.call('GET', '/settings', { as });
    assert.deepEqual([body.retention_days, body.job_retention_days], [90, 7]);
    const refused = await instance.call('PATCH', '/settings', {
      as,
      body: { retention_days: 29, job_retention_days: 0 },
    });
    assert.deepEqual(faultsOf(refused), [
      '/job_retention_days too_small',
      '/retention_days too_small',
    ]);
    const changed = await instance.call('PATCH', '/settings', {
      as,
      body: { retention_days: 365 },
    });
    assert.equal(changed.body.retention_days, 365);
    await instance.call('PATCH', '/settings', { as, body: { retention_days: 90 } });
  });

  test('the pickers offer every role the values that the settings list', async () => {
    const choices = async (role: 'requester' | 'agent' | 'auditor') =>
      (await instance.call('GET', '/choices', { as: role })).body;
    const none = {
      assignable_only: false,
      categories: [],
      request_items: [],
      requester_mail: true,
      directory_is_complete: true,
    };
    assert.deepEqual(await choices('requester'), none);
    const lists = {
      categories: [
        { name: 'Network', subcategories: ['VPN', 'Wi-Fi'] },
        { name: 'Hardware', subcategories: [] },
      ],
      request_items: ['Laptop', 'Software licence'],
    };
    const templates = [{ name: 'Restart a service', defaults: { risk: 'low' } }];
    const saved = await instance.call('PATCH', '/settings', {
      as,
      body: { ...lists, change_templates: templates },
    });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.body.categories, lists.categories);
    assert.deepEqual(await choices('requester'), { ...none, ...lists });
    assert.deepEqual(await choices('auditor'), { ...none, ...lists });
    assert.deepEqual(await choices('agent'), {
      ...none,
      ...lists,
      change_templates: ['Restart a service'],
    });
    const { category } = await instance.incident({ category: 'Unlisted' });
    assert.equal(category, 'Unlisted', 'other text stays accepted');
    await instance.call('PATCH', '/settings', {
      as,
      body: { categories: [], request_items: [], change_templates: [] },
    });
  });

  test('the lists of the pickers are limited in length and refuse names that differ only in case', async () => {
    const faultsOfSettings = async (body: Json) =>
      faultsOf(await instance.call('PATCH', '/settings', { as, body }));
    const many = (length: number) => Array.from({ length }, (_, n) => `name ${n}`);
    assert.deepEqual(
      await faultsOfSettings({
        categories: [
          { name: 'Network', subcategories: ['VPN', 'Wi-Fi', 'vpn'] },
          { name: ' NETWORK', subcategories: ['VPN'] },
        ],
        request_items: ['Laptop', 'LAPTOP'],
      }),
      [
        '/categories/0/subcategories/2 not_allowed',
        '/categories/1/name not_allowed',
        '/request_items/1 not_allowed',
      ],
    );
    assert.deepEqual(
      await faultsOfSettings({
        categories: [
          { name: ' ', subcategories: many(51) },
          { name: 'é'.repeat(201), subcategories: ['x'.repeat(256)] },
        ],
        request_items: many(201),
      }),
      [
        '/categories/0/name blank',
        '/categories/0/subcategories too_many',
        '/categories/1/name too_long',
        '/categories/1/subcategories/0 too_long',
        '/request_items too_many',
      ],
    );
    const categories = many(101).map((name) => ({ name, subcategories: [] }));
    assert.deepEqual(await faultsOfSettings({ categories }), ['/categories too_many']);
  });

  test('every caller may read their own identity, permissions and limits', async () => {
    const { body } = await instance.call('GET', '/me', { as: 'requester' });
    assert.deepEqual([body.email, body.roles], ['requester@example.com', ['requester']]);
    assert.deepEqual(body.permissions, [
      { name: 'incidents.read', reach: 'own' },
      { name: 'incidents.create', reach: 'all' },
      { name: 'incidents.update', reach: 'own' },
      { name: 'requests.read', reach: 'own' },
      { name: 'requests.create', reach: 'all' },
      { name: 'requests.update', reach: 'own' },
      { name: 'requests.decide_stages', reach: 'own' },
      { name: 'requests.cancel', reach: 'own' },
      { name: 'articles.read', reach: 'own' },
      { name: 'articles.vote', reach: 'own' },
      { name: 'catalog.read', reach: 'own' },
      { name: 'ai.ask', reach: 'own' },
      { name: 'events.read', reach: 'own' },
      { name: 'notifications.read', reach: 'own' },
      { name: 'mail.ingest', reach: 'own' },
      { name: 'fields.read', reach: 'all' },
      { name: 'calendars.read', reach: 'all' },
      { name: 'sla_policies.read', reach: 'own' },
      { name: 'choices.read', reach: 'all' },
      { name: 'search.use', reach: 'own' },
      { name: 'views.use', reach: 'own' },
      { name: 'profile.use', reach: 'own' },
      { name: 'health.read', reach: 'all' },
    ]);
    // The harness sets these limits; those per minute are the contract's.
    assert.deepEqual(body.limits, {
      requests_per_second: 1_000_000,
      requests_per_minute: {
        'ai.ask': 60,
        'ai.analyze': 30,
        'ai.exemplars': 120,
        'ai.suggest': 120,
        'ai.query': 60,
      },
    });
    assert.equal(body.interactive, false);
    assert.deepEqual(body.groups, []);
  });

  test('a user reads their own name and groups', async () => {
    const email = `${unique()}@Example.com`;
    const user = await instance.call('POST', '/users', {
      as,
      body: { email, name: 'Ada Ellis', roles: ['agent'] },
    });
    const groups = ['Zeta', 'Alpha'].map((name) => `${name} ${unique()}`);
    for (const name of groups)
      await instance.call('POST', '/groups', {
        as,
        body: { name, members: [email.toLowerCase()] },
      });
    const token = await instance.running.mint({ sub: user.body.id, email, roles: ['agent'] });
    const { body } = await instance.call('GET', '/me', { token });
    assert.deepEqual([body.name, body.groups], ['Ada Ellis', groups.toSorted()]);
    const foreign = await instance.running.mint({ sub: 'elsewhere', email, roles: ['agent'] });
    const other = await instance.call('GET', '/me', { token: foreign });
    assert.equal(other.body.name, null, 'not a user of this instance');
  });
});
