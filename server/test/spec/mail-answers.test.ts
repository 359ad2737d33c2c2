// The service answers a mail that made a record once, and takes the reply.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Desk, openDesk } from '../support/deliveries.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';

describe('Automatic answers to mail', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  let desk: Desk;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    desk = await openDesk(instance);
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const mailsTo = async (address: string) => {
    await until('all mails are sent', async () => {
      const [row] = await instance.sql(
        'select count(*)::int as n from mails where ended_at is null',
      );
      return row.n === 0;
    });
    return mailbox.delivered.filter(({ envelope }) => envelope.includes(address));
  };
  const begin = async (...sent: Parameters<Desk['send']>): Promise<string> => {
    const outcome = await desk.send(...sent);
    assert.ok(outcome.state === 'applied', JSON.stringify(outcome));
    return outcome.record_id;
  };

  test('a new record is confirmed, and a reply to the confirmation is a public note', async () => {
    const from = 'erin@customers.example';
    const id = await begin({ from, subject: 'The printer jams' });
    const [answer, ...others] = await mailsTo(from);
    assert.ok(answer);
    assert.deepEqual(others, []);
    const { mail, raw } = answer;
    assert.equal(mail.subject, `[${id}] We have your message: The printer jams`);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
    const recipients = mail.replyTo?.map(({ address = '' }) => address) ?? [];
    const outcome = await desk.send({ from, text: 'Also today.' }, { recipients });
    assert.ok(outcome.state === 'applied');
    assert.deepEqual([outcome.record_id, outcome.matched_by], [id, 'reply_address']);
    const { body } = await instance.call('GET', `/incidents/${id}/notes`);
    assert.deepEqual(
      body.data.map(({ visibility, body: text }: { visibility: string; body: string }) => [
        visibility,
        text,
      ]),
      [['public', 'Also today.']],
    );
  });

  test('a mail that follows at once, a program, and an unverified sender get no answer', async () => {
    const [person, program, unverified] = [
      'twice@customers.example',
      'robot@customers.example',
      'nobody@customers.example',
    ];
    await begin({ from: person });
    await begin({ from: person });
    await begin({ from: program, headers: ['Auto-Submitted: auto-generated'] });
    await begin({ from: unverified }, { sender: 'unverified' });
    assert.deepEqual(
      [
        (await mailsTo(person)).length,
        (await mailsTo(program)).length,
        (await mailsTo(unverified)).length,
      ],
      [1, 0, 0],
    );
  });

  test('a mailbox that answers nobody sends no answer', async () => {
    const silent = await openDesk(instance, {
      address: 'silent@example.com',
      reply_policy: 'none',
    });
    const from = 'sam@customers.example';
    const outcome = await silent.send({ from });
    assert.equal(outcome.state, 'applied');
    assert.deepEqual(await mailsTo(from), []);
  });
});
