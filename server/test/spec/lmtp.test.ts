import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startLmtp } from '../../src/mail/index.ts';
import type { LmtpListener } from '../../src/mail/receive/lmtp.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { LmtpClient } from '../support/lmtp-client.ts';
import { createMailbox, mailText } from '../support/messages.ts';

const MAX_BYTES = 100_000;

describe('Mail by LMTP', () => {
  let instance: Instance;
  let listener: LmtpListener;
  let client: LmtpClient;
  let mailbox: Json;

  const listen = async (deps = instance.deps): Promise<LmtpListener> => {
    const started = await startLmtp(deps, MAX_BYTES);
    assert.ok(started);
    return started;
  };
  const create = (fields: Json = {}) =>
    createMailbox(instance, { incoming: { kind: 'lmtp' }, ...fields });
  const codes = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 9));
  const idOf = (reply = ''): string => /msg_[0-9a-f]{32}/.exec(reply)?.[0] ?? '';
  const find = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/mail/${id}`)).body;

  before(async () => {
    instance = await startInstance({ env: { LMTP_LISTEN: '127.0.0.1:0' } });
    listener = await listen();
    client = await LmtpClient.connect(listener.port);
    mailbox = await create({ aliases: ['it-desk@example.com'] });
  });
  after(async () => {
    client.close();
    await listener.stop();
    await instance.stop();
  });

  test('a mail is stored byte by byte before the response, at its address, an alias, and with a suffix', async () => {
    const [local, domain] = mailbox['address'].split('@');
    const suffixed = `${local}+inc0000001.public.abcdefghijklmnop@${domain}`;
    for (const to of [mailbox['address'].toUpperCase(), 'IT-Desk@example.com', suffixed]) {
      const raw = mailText({}, 'One line.\r\n.\r\n..and dots.');
      const { rcpt, data } = await client.send({ to: [to], raw });
      assert.deepEqual([codes(rcpt), codes(data)], [['250 2.1.5'], ['250 2.6.0']]);
      const [stored] = await instance.sql('select mailbox_id from messages where id = $1', [
        idOf(data[0]),
      ]);
      assert.equal(stored?.mailbox_id, mailbox['id']);
      const message = await find(idOf(data[0]));
      assert.deepEqual(
        [message.via, message.envelope_from, message.envelope_to],
        ['lmtp', 'ada@example.com', [to]],
      );
      const download = await instance.call('GET', `/mail/${message.id}/raw`);
      assert.equal(download.text, raw);
    }
  });

  test('each recipient has its own response, and each mailbox its own message', async () => {
    const other = await create();
    const [local, domain] = mailbox['address'].split('@');
    const again = `${local}+more@${domain}`;
    const to = [mailbox['address'], 'nobody@example.com', other['address'], again];
    const { rcpt, data } = await client.send({ to, raw: mailText() });
    assert.deepEqual(codes(rcpt), ['250 2.1.5', '550 5.1.1', '250 2.1.5', '250 2.1.5']);
    assert.deepEqual(codes(data), ['250 2.6.0', '250 2.6.0', '250 2.6.0']);
    const [first, second, third] = data.map(idOf);
    assert.notEqual(first, second);
    assert.equal(first, third);
    assert.deepEqual((await find(first ?? '')).envelope_to, [mailbox['address'], again]);
  });

  test('a repeated delivery is answered as the first one, and adds its recipients', async () => {
    const raw = mailText();
    const [local, domain] = mailbox['address'].split('@');
    const suffixed = `${local}+more@${domain}`;
    const first = await client.send({ to: [mailbox['address']], raw });
    const second = await client.send({ to: [mailbox['address'], suffixed], raw });
    assert.equal(idOf(second.data[0]), idOf(first.data[0]));
    assert.deepEqual((await find(idOf(first.data[0]))).envelope_to, [mailbox['address'], suffixed]);
  });

  test('a mail with an empty return path is stored with it', async () => {
    const { data } = await client.send({ from: '', to: [mailbox['address']], raw: mailText() });
    assert.equal((await find(idOf(data[0]))).envelope_from, '');
  });

  test('inactive mailboxes and those of the kind api have no address here', async () => {
    for (const fields of [{ active: false }, { incoming: { kind: 'api' } }]) {
      const { address } = await create(fields);
      const { rcpt } = await client.send({ to: [address], raw: mailText() });
      assert.deepEqual(codes(rcpt), ['550 5.1.1']);
    }
  });

  test('a mail that is too large is refused for good, announced or not, and stores nothing', async () => {
    const announced = await client.send({
      to: [mailbox['address']],
      raw: mailText(),
      size: MAX_BYTES + 1,
    });
    assert.match(announced.mail, /^552 /);
    const files = await instance.sql('select from files');
    const { data } = await client.send({
      to: [mailbox['address'], 'it-desk@example.com'],
      raw: mailText({}, 'x'.repeat(MAX_BYTES)),
    });
    assert.deepEqual(codes(data), ['552 5.2.2', '552 5.2.2']);
    assert.equal((await instance.sql('select from files')).length, files.length);
    const next = await client.send({ to: [mailbox['address']], raw: mailText() });
    assert.deepEqual(codes(next.data), ['250 2.6.0'], 'the connection goes on');
  });

  test('a mail whose connection is lost before its end is not stored', async () => {
    const sender = await LmtpClient.connect(listener.port);
    const raw = mailText({ subject: 'Lost with its connection' });
    await sender.abandon({ to: [mailbox['address']], raw });
    const next = await client.send({ to: [mailbox['address']], raw: mailText() });
    assert.deepEqual(codes(next.data), ['250 2.6.0']);
    const size = Buffer.byteLength(raw);
    assert.deepEqual(await instance.sql('select from messages where size = $1', [size]), []);
  });

  test('a mail that cannot be stored is refused for the time being', async () => {
    const { deps } = instance;
    const writes = Object.assign(Object.create(deps.writes), {
      run: async () => {
        throw new Error('Connection terminated');
      },
    });
    const failing = await listen({ ...deps, writes });
    const sender = await LmtpClient.connect(failing.port);
    const { rcpt, data } = await sender.send({ to: [mailbox['address']], raw: mailText() });
    assert.deepEqual([codes(rcpt), codes(data)], [['250 2.1.5'], ['451 4.3.0']]);
    sender.close();
    await failing.stop();
  });

  test('a database that is away refuses recipients for the time being', async () => {
    const { deps } = instance;
    const db = new Proxy(deps.db, {
      get: () => {
        throw new Error('ECONNREFUSED');
      },
    });
    const failing = await listen({ ...deps, db });
    const sender = await LmtpClient.connect(failing.port);
    const { rcpt } = await sender.send({ to: [mailbox['address']], raw: mailText() });
    assert.deepEqual(codes(rcpt), ['451 4.3.0']);
    sender.close();
    await failing.stop();
  });

  test('without LMTP_LISTEN nothing listens', async () => {
    const config = { ...instance.deps.config, LMTP_LISTEN: undefined };
    assert.equal(await startLmtp({ ...instance.deps, config }), undefined);
  });
});
