import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { type Mailbox as MailServer, startMailbox } from '../support/mailboxes.ts';
import { authority } from '../support/receivers.ts';

describe('Mailboxes', () => {
  let instance: Instance;
  before(async () => {
    const { caFile: CA_FILE } = authority();
    instance = await startInstance({ env: { CA_FILE, EGRESS_ALLOW: 'localhost' } });
  });
  after(() => instance.stop());

  const call = (method: string, path: string, body?: Json, as = 'super_admin') =>
    instance.call(method, `/mailboxes${path}`, { as, ...(body && { body }) } as never);
  let made = 0;
  const help = (fields: Json = {}) => ({
    address: `help${(made += 1)}@example.com`,
    name: 'IT help',
    record_type: 'incident',
    ...fields,
  });
  const create = async (fields: Json = {}): Promise<Json> => {
    const { status, text, body } = await call('POST', '', help(fields));
    assert.equal(status, 201, text);
    return body;
  };
  const secret = 'hush-hush';
  const smtp = { kind: 'smtp', host: 'localhost', port: 587, user: 'help', password: secret };

  test('one is created with defaults, listed, updated and deleted, and only administrators see it', async () => {
    const body = await create();
    assert.match(body.id, /^mbx_/);
    assert.deepEqual(
      [body.incoming, body.outgoing, body.trust, body.health.status, body.active],
      [
        { kind: 'api' },
        { kind: 'instance' },
        { authserv_id: null, require_verified: false, api: false },
        'idle',
        true,
      ],
    );
    const updated = await call('PATCH', `/${body.id}`, { trust: { require_verified: true } });
    assert.deepEqual([updated.status, updated.body.version], [200, 2], updated.text);
    assert.equal(updated.body.trust.require_verified, true);
    const { body: list } = await call('GET', '');
    assert.equal(list.data[0].id, body.id);
    for (const role of ['itsm_manager', 'agent', 'auditor', 'requester'])
      assert.equal((await call('GET', `/${body.id}`, undefined, role)).status, 403);
    assert.equal((await call('DELETE', `/${body.id}`)).status, 200);
    assert.equal((await call('GET', `/${body.id}`)).status, 404);
    const { body: trail } = await instance.call('GET', `/audit?record=${body.id}`, {
      as: 'super_admin',
    });
    assert.deepEqual(
      trail.data.map(({ kind }: Json) => kind),
      ['mailbox.deleted', 'mailbox.updated', 'mailbox.created'],
    );
  });

  test('an address belongs to one mailbox, as its address or an alias, in any case, until it is deleted', async () => {
    const { id, address } = await create({ aliases: ['taken@example.com'] });
    for (const body of [
      help({ address: address.toUpperCase() }),
      help({ address: 'Taken@example.com' }),
      help({ aliases: [address] }),
    ]) {
      const refused = await call('POST', '', body);
      assert.deepEqual([refused.status, refused.body.code], [409, 'already_exists'], refused.text);
    }
    const other = await create();
    const moved = await call('PATCH', `/${other.id}`, { aliases: ['taken@example.com'] });
    assert.equal(moved.status, 409, moved.text);
    assert.equal((await call('DELETE', `/${id}`)).status, 200);
    await create({ address: 'taken@example.com' });
  });

  const oauth = { kind: 'imap', host: 'localhost', user: 'help', auth: 'oauth', client_id: 'desk' };
  const tokenUrl = 'https://localhost/token';
  const refusals: [name: string, fields: Json, ...faults: string[]][] = [
    ['a long local part', { address: `${'a'.repeat(30)}@example.com` }, '/address not_allowed'],
    [
      'IMAP without a login',
      { incoming: { kind: 'imap' } },
      '/incoming/host required',
      '/incoming/password required',
      '/incoming/user required',
    ],
    [
      'a login where programs send',
      { incoming: { kind: 'api', user: 'help' } },
      '/incoming/user not_allowed',
    ],
    [
      'OAuth without a token URL, but with a password',
      { incoming: { ...oauth, client_secret: secret, password: secret } },
      '/incoming/password not_allowed',
      '/incoming/token_url required',
    ],
    [
      'OAuth without a secret',
      { incoming: { ...oauth, token_url: tokenUrl } },
      '/incoming/client_secret required',
    ],
    [
      'a token URL without encryption',
      { incoming: { ...oauth, client_secret: secret, token_url: 'http://example.com/token' } },
      '/incoming/token_url invalid_format',
    ],
    [
      'a token URL inside the network',
      { incoming: { ...oauth, client_secret: secret, token_url: 'https://10.0.0.1/token' } },
      '/incoming/token_url refused_address',
    ],
    [
      'a field that does not exist',
      { defaults: { custom: { site: 'x' } } },
      '/defaults/custom/site unknown_field',
    ],
    [
      'a category of service requests',
      { record_type: 'request', defaults: { category: 'mail' } },
      '/defaults/category not_allowed',
    ],
    [
      'a server without a host',
      { outgoing: { kind: 'smtp', user: 'x' } },
      '/outgoing/host required',
      '/outgoing/password required',
    ],
    [
      'a server without a password',
      { outgoing: { ...smtp, password: undefined } },
      '/outgoing/password required',
    ],
    [
      'a host beside the server of the instance',
      { outgoing: { kind: 'instance', host: 'localhost' } },
      '/outgoing/host not_allowed',
    ],
    [
      'a server inside the network',
      { outgoing: { ...smtp, host: '10.0.0.1' } },
      '/outgoing/host refused_address',
    ],
  ];
  for (const [name, fields, ...faults] of refusals)
    test(`${name} is refused`, async () => {
      const refused = await call('POST', '', help(fields));
      assert.deepEqual([refused.status, faultsOf(refused)], [400, faults], refused.text);
    });

  test('a password is stored encrypted, never returned, and never sent to another server', async () => {
    const created = await call('POST', '', help({ outgoing: smtp }));
    assert.equal(created.status, 201, created.text);
    const { id } = created.body;
    const [row] = await instance.sql('select * from mailboxes where id = $1', [id]);
    assert.equal(row.outgoing_password.includes(secret), false);
    const { password: _, ...server } = smtp;
    const unchanged = await call('PATCH', `/${id}`, { outgoing: server, name: 'Help' });
    assert.deepEqual(
      [unchanged.status, unchanged.body.outgoing],
      [200, { ...server, security: 'starttls', auth: 'password' }],
      unchanged.text,
    );
    const moved = await call('PATCH', `/${id}`, { outgoing: { ...server, port: 2525 } });
    assert.deepEqual(faultsOf(moved), ['/outgoing/password required']);
    const shown = await call('GET', `/${id}`);
    const { text: trail } = await instance.call('GET', `/audit?record=${id}`, {
      as: 'super_admin',
    });
    for (const text of [created.text, unchanged.text, shown.text, trail, JSON.stringify(row)])
      assert.equal(text.includes(secret), false, text);
    const back = await call('PATCH', `/${id}`, { outgoing: { kind: 'instance' } });
    assert.deepEqual(back.body.outgoing, { kind: 'instance' });
    const [after_] = await instance.sql('select * from mailboxes where id = $1', [id]);
    assert.equal(after_.outgoing_password, null);
  });

  test('a client secret is stored encrypted, and never sent to another token URL', async () => {
    const incoming = { ...oauth, token_url: tokenUrl };
    const { id, ...created } = await create({ incoming: { ...incoming, client_secret: secret } });
    const [row] = await instance.sql('select * from mailboxes where id = $1', [id]);
    assert.equal(row.incoming_secret.includes(secret), false);
    assert.equal(JSON.stringify([row, created]).includes(secret), false);
    const again = await call('PATCH', `/${id}`, { incoming });
    assert.deepEqual([again.status, again.body.incoming], [200, created['incoming']], again.text);
    for (const change of [{ token_url: `${tokenUrl}2` }, { client_id: 'other' }, { port: 1993 }]) {
      const moved = await call('PATCH', `/${id}`, { incoming: { ...incoming, ...change } });
      assert.deepEqual(faultsOf(moved), ['/incoming/client_secret required'], moved.text);
    }
  });

  const testOf = async (outgoing: Json): Promise<Json> => {
    const { id } = await create({ outgoing });
    const { status, text, body } = await call('POST', `/${id}/test`);
    assert.equal(status, 200, text);
    return body.outgoing;
  };
  const serverWith = async (
    options: Parameters<typeof startMailbox>,
    work: (server: MailServer, port: number) => Promise<void>,
  ) => {
    const server = await startMailbox(...options);
    await work(server, Number(new URL(server.url).port)).finally(() => server.stop());
  };

  test('a test says what failed: no server, no connection, no TLS, or the login', async () => {
    assert.match((await testOf({ kind: 'instance' })).reason, /no mail server/);
    const closed = await testOf({ ...smtp, port: 9 });
    assert.deepEqual([closed.status, closed.server], ['failed', 'localhost:9']);
    assert.match(closed.reason, /ECONNREFUSED.*Correct host and port/);
    await serverWith([], async (_server, port) => {
      assert.match((await testOf({ ...smtp, port })).reason, /STARTTLS|TLS/);
    });
    await serverWith([authority(), { password: 'another' }], async (_server, port) => {
      const refused = await testOf({ ...smtp, port, security: 'tls' });
      assert.match(refused.reason, /user and password/);
      assert.equal(JSON.stringify(refused).includes(secret), false);
    });
  });

  test('a test signs in with the password, and fails at a server that offers no login', async () => {
    await serverWith([authority(), { password: secret }], async (_server, port) => {
      const tested = await testOf({ ...smtp, port, security: 'tls' });
      assert.deepEqual(tested, {
        status: 'ok',
        server: `localhost:${port}`,
        reason: null,
        fields: [],
      });
    });
    await serverWith([{ ...authority(), isLater: true }, { password: secret }], async (_, port) => {
      assert.equal((await testOf({ ...smtp, port })).status, 'ok');
    });
    await serverWith([authority()], async (_server, port) => {
      const tested = await testOf({ ...smtp, port, security: 'tls' });
      assert.equal(tested.status, 'failed');
      assert.match(tested.reason, /user and password/);
    });
  });

  test('a server whose address is not allowed any more is not reached', async () => {
    const { id } = await create({ outgoing: smtp });
    await instance.sql(
      `update mailboxes set outgoing = jsonb_set(outgoing, '{host}', '"10.0.0.1"') where id = $1`,
      [id],
    );
    const { body } = await call('POST', `/${id}/test`);
    assert.match(body.outgoing.reason, /10\.0\.0\.1 is not a public address\. .*EGRESS_ALLOW/);
  });
});
