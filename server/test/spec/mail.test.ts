import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';

describe('Mail', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    await allowMailTo(instance, 'Example.com', 'xn--bcher-kva.example', 'corp.example');
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const incident = async (fields: Json) => {
    const { status, text, body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Checkout answers 502', ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const mailOf = async (id: string): Promise<Json> =>
    (await instance.sql('select * from mails where record_id = $1', [id]))[0];
  const waitForAttempts = (id: string, attempts: number) =>
    until(`${attempts} attempts for ${id}`, async () => {
      const mail = await mailOf(id);
      return mail?.attempts >= attempts && mail;
    });
  const countSent = (id: string) =>
    mailbox.delivered.filter(({ mail }) => mail.subject?.includes(id)).length;
  /** Makes the next attempt due now, with this attempt number. */
  const attemptAgain = async (id: string, number: number) => {
    await instance.sql('update mails set attempts = $2 where record_id = $1', [id, number - 1]);
    await instance.sql(
      `update graphile_worker._private_jobs set run_at = now()
       where payload->>'mail_id' = (select id from mails where record_id = $1)`,
      [id],
    );
    return waitForAttempts(id, number);
  };

  for (const address of ['ada@Example.COM', 'ada@bücher.example', 'jürgen@bücher.example']) {
    test(`a mail to ${address} is complete once the server has accepted it`, async () => {
      const { id } = await incident({ assigned_to: address });
      const mail = await waitForAttempts(id, 1);
      assert.notEqual(mail.ended_at, null);
      assert.equal(countSent(id), 1);
      const { body } = await instance.call('GET', `/incidents/${id}/timeline`);
      assert.deepEqual(body.data[0].notification.recipients, [address]);
    });
  }

  test('an address stored with a comma is one recipient, mailed once', async () => {
    const { id } = await incident({ short_description: 'x' });
    const [{ id: mailId }] = await instance.sql(
      `insert into mails (type, recipients, pending, letter, record_type, record_id, record_version, request_id, created_at)
       values ('incident.assigned', $1, $1, $2, 'incident', $3, 1, 'test', now()) returning id`,
      [['x,victim@corp.example'], { subject: id, lines: [] }, id],
    );
    await instance.sql(
      `select graphile_worker.add_job('send-mail', json_build_object('mail_id', $1::text))`,
      [mailId],
    );
    assert.notEqual((await waitForAttempts(id, 1)).ended_at, null);
    const envelopes = mailbox.delivered.map(({ envelope }) => envelope);
    assert.equal(envelopes.flat().includes('victim@corp.example'), false);
    assert.equal(countSent(id), 1);
  });

  test('an address that could be parsed as several is refused', async () => {
    for (const character of ',;<>()" ') {
      const assigned_to = `x${character}victim@corp.example`;
      const refused = await instance.call('POST', '/incidents', {
        body: { short_description: 'x', assigned_to },
      });
      assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/assigned_to invalid_format']]);
    }
  });

  test('only the recipient that was deferred is tried again', async () => {
    mailbox.refusals.set('group@example.com', 451);
    const group = { name: 'Put off', email: 'Group@example.com', members: [] };
    mailbox.refusals.set('Group@example.com', 451);
    const made = await instance.call('POST', '/groups', { as: 'super_admin', body: group });
    assert.equal(made.status, 201, made.text);
    const { id } = await incident({
      assigned_to: 'first@Example.com',
      assignment_group: group.name,
      notify_stakeholders: true,
    });
    assert.deepEqual((await waitForAttempts(id, 1)).pending, ['Group@example.com']);
    mailbox.refusals.clear();
    assert.deepEqual((await attemptAgain(id, 2)).pending, []);
    const to = mailbox.delivered.filter(({ mail }) => mail.subject?.includes(id));
    assert.deepEqual(
      to.map(({ envelope }) => envelope.map((one) => one.toLowerCase())),
      [['first@example.com'], ['group@example.com']],
    );
  });

  test('a mail whose text is rejected permanently is not sent again', async () => {
    mailbox.dataRefusal = 554;
    const { id } = await incident({ assigned_to: 'refusing@example.com' });
    const mail = await waitForAttempts(id, 1);
    mailbox.dataRefusal = undefined;
    assert.notEqual(mail.ended_at, null);
    assert.equal(mail.last_error, 'An address was refused.');
  });

  test('a mail is given up after its text was sent five times without a response', async () => {
    mailbox.isCutAfterData = true;
    const { id } = await incident({ assigned_to: 'silent@example.com' });
    assert.equal((await waitForAttempts(id, 1)).ended_at, null);
    assert.notEqual((await attemptAgain(id, 5)).ended_at, null);
    mailbox.isCutAfterData = false;
    assert.equal(countSent(id), 2);
  });

  test('a deferred mail is given up after 250 attempts', async () => {
    mailbox.refusals.set('busy@example.com', 451);
    const { id } = await incident({ assigned_to: 'busy@example.com' });
    await waitForAttempts(id, 1);
    assert.equal((await attemptAgain(id, 249)).ended_at, null);
    assert.notEqual((await attemptAgain(id, 250)).ended_at, null);
    mailbox.refusals.clear();
  });
});
