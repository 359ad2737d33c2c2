import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { purgeExpiredMessages } from '../../src/mail/messages/messages.purge.ts';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { createMailbox, mailText, receive } from '../support/messages.ts';

describe('Messages that programs send', () => {
  let instance: Instance;
  let mailbox: Json;
  const now = { at: Date.now() };
  before(async () => {
    instance = await startInstance({ now: () => new Date(now.at) });
    mailbox = await createMailbox(instance);
  });
  after(() => instance.stop());

  const call = (method: string, path: string, body?: Json, as = 'itsm_manager') =>
    instance.call(method, path, { as, ...(body && { body }) } as never);
  const store = async (fields: Record<string, string> = {}): Promise<Json> => {
    const { status, text, body } = await receive(instance, mailbox['id'], mailText(fields));
    assert.equal(status, 202, text);
    return body;
  };
  const setState = (id: string, state: string, cause: string | null) =>
    instance.sql('update messages set state = $2, cause = $3 where id = $1', [id, state, cause]);

  test('a message is stored byte by byte, listed and downloaded', async () => {
    const raw = mailText({ subject: 'Grüße' });
    const { status, body, text } = await receive(instance, mailbox['id'], raw);
    assert.equal(status, 202, text);
    assert.match(body.id, /^msg_/);
    assert.deepEqual(
      [body.state, body.via, body.size, body.cause],
      ['received', 'api', Buffer.byteLength(raw), null],
    );
    const { body: found } = await call('GET', `/mail/${body.id}`);
    assert.deepEqual(found, body);
    const { body: list } = await call('GET', `/mail?mailbox_id=${mailbox['id']}&state=received`);
    assert.deepEqual(list.data[0], body);
    const download = await call('GET', `/mail/${body.id}/raw`);
    assert.equal(download.text, raw);
    assert.equal(download.headers.get('content-type'), 'message/rfc822');
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment; /);
    const digest = createHash('sha256').update(raw).digest('hex');
    assert.equal(download.headers.get('etag'), `"${digest}"`);
  });

  test('the same bytes with a Message-ID are one message, in each mailbox', async () => {
    const raw = mailText();
    const [first, second] = await Promise.all([
      receive(instance, mailbox['id'], raw),
      receive(instance, mailbox['id'], raw),
    ]);
    assert.deepEqual([first.status, second.status], [202, 202], first.text);
    assert.equal(first.body.id, second.body.id);
    const other = await createMailbox(instance);
    assert.notEqual((await receive(instance, other['id'], raw)).body.id, first.body.id);
    const changed = await receive(instance, mailbox['id'], `${raw}More.\r\n`);
    assert.notEqual(changed.body.id, first.body.id);
    const jobs = await instance.sql(
      `select from graphile_worker.jobs where key = 'process-message:' || $1`,
      [first.body.id],
    );
    assert.equal(jobs.length, 1);
  });

  test('without a Message-ID, the same bytes are one message only with the same Idempotency-Key', async () => {
    const raw = mailText({ 'message-id': '' });
    const headers = { 'idempotency-key': 'a-mail' };
    const first = await receive(instance, mailbox['id'], raw, { headers });
    const repeated = await receive(instance, mailbox['id'], raw, { headers });
    const other = await receive(instance, mailbox['id'], raw);
    assert.equal(repeated.body.id, first.body.id);
    assert.notEqual(other.body.id, first.body.id);
    const changed = await receive(instance, mailbox['id'], mailText(), { headers });
    assert.equal(changed.body.code, 'idempotency_key_reused');
  });

  test('only mail is taken here, and only here', async () => {
    const path = `/mailboxes/${mailbox['id']}/messages`;
    const json = await instance.call('POST', path, {
      as: 'super_admin',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([json.status, json.body.code], [415, 'unsupported_media_type']);
    const empty = await receive(instance, mailbox['id'], '');
    assert.equal(empty.status, 400, empty.text);
    assert.deepEqual(faultsOf(empty), [' required']);
    const elsewhere = await instance.call('POST', '/incidents', {
      body: mailText(),
      headers: { 'content-type': 'message/rfc822' },
    });
    assert.equal(elsewhere.status, 415, elsewhere.text);
  });

  test('an inactive mailbox receives nothing', async () => {
    const { id } = await createMailbox(instance, { active: false });
    const refused = await receive(instance, id, mailText());
    assert.deepEqual([refused.status, refused.body.code], [409, 'mailbox_inactive']);
  });

  test('clients send to the mailboxes that name them, and people to none', async () => {
    const { body: client } = await call(
      'POST',
      '/clients',
      { name: 'Mail gateway', roles: ['requester'] },
      'super_admin',
    );
    const own = await createMailbox(instance, {
      incoming: { kind: 'api', clients: [client.client_id] },
    });
    const token = await instance.mint({
      sub: client.client_id,
      client_id: client.client_id,
      roles: ['requester'],
      email: client.address,
    });
    assert.equal((await receive(instance, own['id'], mailText(), { token })).status, 202);
    assert.equal((await receive(instance, mailbox['id'], mailText(), { token })).status, 404);
    for (const as of ['itsm_manager', 'agent', 'requester', 'auditor'] as const)
      assert.equal((await receive(instance, own['id'], mailText(), { as })).status, 404);
  });

  test('a held message is released, discarded or attached by managers, with an audit entry', async () => {
    const { body: incident } = await call('POST', '/incidents', { short_description: 'Printer' });
    const decisions = [
      ['release', undefined, 'received', 'message.released'],
      ['discard', undefined, 'ignored', 'message.discarded'],
      ['attach', { record_id: incident.id }, 'received', 'message.attached'],
      ['reprocess', undefined, 'received', 'message.reprocessed'],
    ] as const;
    for (const [decision, body, state, kind] of decisions) {
      const { id } = await store();
      const path = `/mail/${id}/${decision}`;
      const early = await call('POST', path, body);
      assert.deepEqual([early.status, early.body.code], [409, 'invalid_transition'], early.text);
      await setState(id, 'held', 'not_a_participant');
      const decided = await call('POST', path, body);
      assert.equal(decided.status, 200, decided.text);
      assert.deepEqual(
        [decided.body.state, decided.body.decision, decided.body.decided_by],
        [state, decision, 'itsm_manager@example.com'],
      );
      assert.equal(decided.body.cause, decision === 'discard' ? 'discarded' : null);
      assert.equal(decided.body.attach_to, decision === 'attach' ? incident.id : null);
      const { body: trail } = await call('GET', `/audit?record=${id}`);
      assert.deepEqual(
        trail.data.map((entry: Json) => [entry['kind'], entry['changes'].state]),
        [[kind, { from: 'held', to: state }]],
      );
      assert.equal((await call('POST', path, body)).status, 409);
    }
  });

  test('a message says which decisions its state allows, alone and in a list', async () => {
    const { id } = await store();
    const allowed = {
      received: [],
      applied: [],
      held: ['release', 'discard', 'attach', 'reprocess'],
      ignored: ['attach', 'reprocess'],
      failed: ['discard', 'reprocess'],
    };
    for (const [state, decisions] of Object.entries(allowed)) {
      await setState(id, state, state === 'held' ? 'flood' : null);
      const { body: one } = await call('GET', `/mail/${id}`);
      const { body: page } = await call('GET', `/mail?state=${state}&limit=200`);
      const listed = page.data.find((row: Json) => row['id'] === id);
      assert.deepEqual(
        [one, listed].map((row) => row?.allowed_decisions),
        [decisions, decisions],
      );
    }
  });

  test('a message is attached only to a record that exists', async () => {
    const { id } = await store();
    await setState(id, 'held', 'not_a_participant');
    for (const record_id of ['INC9999999', 'CHG0000001', 'printer']) {
      const refused = await call('POST', `/mail/${id}/attach`, { record_id });
      assert.deepEqual(faultsOf(refused), ['/record_id not_readable']);
    }
  });

  test('lists filter by state, cause, sender in any case, and time', async () => {
    const { id } = await store();
    await instance.sql(
      `update messages set state = 'held', cause = 'flood', sender = 'ada@example.org' where id = $1`,
      [id],
    );
    const idsOf = async (query: string) => {
      const { body, text, status } = await call('GET', `/mail?${query}`);
      assert.equal(status, 200, text);
      return body.data.map((one: Json) => one['id']);
    };
    const tomorrow = new Date(now.at + 86_400_000).toISOString();
    assert.deepEqual(await idsOf('cause=flood'), [id]);
    assert.deepEqual(await idsOf('state=held&address=Ada@Example.org'), [id]);
    assert.deepEqual(await idsOf('state=ignored&address=ada@example.org'), []);
    assert.deepEqual(await idsOf(`since=${tomorrow}`), []);
  });

  test('messages are deleted after 90 days with their bytes, but held ones and shared bytes stay', async () => {
    const incident = await call('POST', '/incidents', { short_description: 'Printer' });
    const [expired, held, shared, attached] = await Promise.all([
      store(),
      store(),
      store(),
      store(),
    ]);
    await setState(held['id'], 'held', 'flood');
    for (const { id } of [expired, shared, attached] as Json[])
      await setState(id, 'ignored', 'bounce');
    const { text: bytes } = await call('GET', `/mail/${attached['id']}/raw`);
    const noted = await call('POST', `/incidents/${incident.body.id}/notes`, {
      body: 'The mail',
      attachments: [
        {
          filename: 'mail.eml',
          content_type: 'message/rfc822',
          data: Buffer.from(bytes).toString('base64'),
        },
      ],
    });
    assert.equal(noted.status, 201, noted.text);
    const other = await createMailbox(instance);
    now.at += 50 * 86_400_000;
    const { text: sharedBytes } = await call('GET', `/mail/${shared['id']}/raw`);
    await receive(instance, other['id'], sharedBytes);
    const files = () => instance.sql('select sha256 from files').then((rows) => rows.length);
    const messages = async () =>
      (await instance.sql('select id from messages')).map(({ id }) => id as string);
    const stored = await files();
    assert.equal(await purgeExpiredMessages(instance.deps), false);
    assert.equal(await files(), stored);
    now.at += 41 * 86_400_000;
    await purgeExpiredMessages(instance.deps);
    const left = await messages();
    assert.deepEqual(
      [expired, shared, attached].map((one) => left.includes(one?.['id'])),
      [false, false, false],
    );
    assert.ok(left.includes(held['id']));
    assert.ok((await files()) < stored);
    assert.equal(
      (await call('GET', noted.body.attachments[0].url.replace(/^.*\/v1/, ''))).text,
      bytes,
    );
    assert.equal((await call('GET', `/mail/${expired['id']}`)).status, 404);
  });

  test('managers and administrators see messages, and nobody else', async () => {
    const { id } = await store();
    for (const path of ['/mail', `/mail/${id}`, `/mail/${id}/raw`])
      for (const as of ['agent', 'requester', 'auditor'])
        assert.equal((await call('GET', path, undefined, as)).status, 403);
  });
});
