import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { processMessage } from '../../src/mail/messages/messages.process.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { createMailbox, mailText, receive } from '../support/messages.ts';

const AUTHSERV_ID = 'mx.example.com';

describe('Processing of messages', () => {
  let instance: Instance;
  let mailbox: Json;
  before(async () => {
    instance = await startInstance();
    mailbox = await createMailbox(instance, { trust: { authserv_id: AUTHSERV_ID, api: true } });
  });
  after(() => instance.stop());

  const withVerification = (fields: Record<string, string> = {}) => ({
    'authentication-results': `${AUTHSERV_ID}; dmarc=pass header.from=example.com`,
    ...fields,
  });
  const store = async (raw: string, to: Json = mailbox): Promise<string> => {
    const { status, text, body } = await receive(instance, to['id'], raw);
    assert.equal(status, 202, text);
    return body.id;
  };
  const run = (id: string) => processMessage(instance.deps, { message_id: id });
  const find = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/mail/${id}`)).body;

  test('a mail of a verified sender becomes an incident, and the message says so', async () => {
    const subject = 'The printer is out of toner';
    const id = await store(mailText(withVerification({ subject })));
    await run(id);
    const message = await find(id);
    assert.deepEqual(
      [message.state, message.cause, message.matched_by, message.note_id, message.attempts],
      ['applied', null, 'new_record', null, 1],
    );
    assert.deepEqual(
      [message.sender, message.subject, message.sender_verified, message.verified_by],
      ['ada@example.com', subject, true, 'authentication_results'],
    );
    const { body: incident } = await instance.call('GET', `/incidents/${message.record_id}`);
    assert.deepEqual(
      [incident.short_description, incident.requester],
      [subject, 'ada@example.com'],
    );
    const { body: shown } = await instance.call('GET', `/mailboxes/${mailbox['id']}`, {
      as: 'super_admin',
    });
    assert.equal(shown.health.status, 'ok');
  });

  test('a job that runs twice, or beside itself, makes one record', async () => {
    const subject = 'Only once';
    const id = await store(mailText(withVerification({ subject })));
    await Promise.all([run(id), run(id), run(id)]);
    await run(id);
    const incidents = await instance.sql('select id from incidents where short_description = $1', [
      subject,
    ]);
    assert.equal(incidents.length, 1);
    assert.equal((await find(id)).record_id, incidents[0]?.id);
  });

  test('bytes that are not a mail fail, and can be processed again', async () => {
    const id = await store('\r\n\r\nNo header at all');
    await run(id);
    const failed = await find(id);
    assert.deepEqual([failed.state, failed.cause], ['failed', 'unparsable']);
    const { body } = await instance.call('POST', `/mail/${id}/reprocess`);
    assert.deepEqual([body.state, body.attempts], ['received', 0]);
    await run(id);
    assert.equal((await find(id)).state, 'failed');
  });

  test('after ten attempts a message fails instead of an eleventh', async () => {
    const id = await store(mailText(withVerification()));
    await instance.sql('update messages set attempts = 10 where id = $1', [id]);
    await run(id);
    const message = await find(id);
    assert.deepEqual([message.state, message.cause], ['failed', 'not_processed']);
  });

  test('a message of a mailbox that was deactivated meanwhile is held', async () => {
    const other = await createMailbox(instance);
    const id = await store(mailText(), other);
    const { status } = await instance.call('PATCH', `/mailboxes/${other['id']}`, {
      as: 'super_admin',
      body: { active: false },
    });
    assert.equal(status, 200);
    await run(id);
    const message = await find(id);
    assert.deepEqual([message.state, message.cause], ['held', 'mailbox_inactive']);
  });

  test('an answer is processed after the message that it answers', async () => {
    const messageId = '<first@example.com>';
    const first = await store(
      mailText(withVerification({ 'message-id': messageId, subject: 'First' })),
    );
    const answer = await store(
      mailText(
        withVerification({ 'in-reply-to': messageId, subject: 'Re: First' }),
        'And the scanner.',
      ),
    );
    await run(answer);
    assert.equal((await find(answer)).state, 'received');
    const [job] = await instance.sql(
      `select run_at > now() as is_later from graphile_worker.jobs where key = 'process-message:' || $1`,
      [answer],
    );
    assert.ok(job, 'its job runs again');
    await run(first);
    await run(answer);
    const [one, other] = [await find(first), await find(answer)];
    assert.equal(other.state, 'applied', JSON.stringify(other));
    assert.equal(other.record_id, one.record_id);
    assert.ok(other.note_id);
  });

  test('a failure of the delivery leaves the message as it was, with its attempt counted', async () => {
    const id = await store(mailText(withVerification({ subject: 'Later' })));
    const { deps } = instance;
    let slots = 0;
    // The first transaction counts the attempt, the second one delivers.
    const writes = Object.assign(Object.create(deps.writes), {
      run: (write: () => Promise<unknown>) => {
        if ((slots += 1) > 1) throw new Error('Connection terminated');
        return deps.writes.run(write);
      },
    });
    await assert.rejects(processMessage({ ...deps, writes }, { message_id: id }), /terminated/);
    const message = await find(id);
    assert.deepEqual([message.state, message.attempts], ['received', 1]);
    await run(id);
    assert.equal((await find(id)).state, 'applied');
  });
});
