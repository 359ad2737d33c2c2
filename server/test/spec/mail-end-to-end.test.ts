// A signed mail that a program sends goes the whole way: stored, parsed, verified, delivered, and answered.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { useMailResolver } from '../../src/mail/messages/process-parts.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import { type MailWriter, mailWriter } from '../support/mail-writer.ts';
import { readProcessed } from '../support/messages.ts';
import { mailSigner } from '../support/signed-mail.ts';

describe('A mail from its receipt to its answer', () => {
  const signer = mailSigner(() => true);
  const from = 'erin@customers.example';
  let instance: Instance;
  let mailbox: Mailbox;
  let erin: MailWriter;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    useMailResolver(instance.deps, signer.resolver);
    const body = { address: 'help@example.com', name: 'Help', record_type: 'incident' };
    const created = await instance.call('POST', '/mailboxes', { as: 'super_admin', body });
    erin = mailWriter(instance, created.body, signer, { name: 'Erin', address: from });
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  test('a signed mail makes an incident, and its sender replies to the answer of an agent', async () => {
    const first = await erin.write({ Subject: 'The printer jams' }, 'Since today.');
    const { record_id: id } = first;
    assert.deepEqual(
      [first.state, first.matched_by, first.sender_verified, first.excerpt],
      ['applied', 'new_record', true, 'Since today.'],
    );
    const note = { body: { body: 'Which tray?', visibility: 'public' } };
    assert.equal((await instance.call('POST', `/incidents/${id}/notes`, note)).status, 201);
    const { mail } = await until('the answer of the agent is sent', () =>
      mailbox.delivered.find(({ mail: { text } }) => text?.includes('Which tray?')),
    );
    const [replyTo] = mail.replyTo ?? [];
    const second = await erin.write(
      {
        To: replyTo?.address ?? '',
        Subject: `Re: ${mail.subject}`,
        'In-Reply-To': mail.messageId ?? '',
      },
      'Tray 2.\r\n\r\nOn Thu, Nov 19, 2026 at 10:00 AM Help wrote:\r\n> Which tray?',
    );
    assert.deepEqual([second.state, second.record_id], ['applied', id]);
    assert.ok(['reply_address', 'own_message_id'].includes(second.matched_by));
    const { body } = await instance.call('GET', `/incidents/${id}/notes`);
    assert.deepEqual(
      body.data.map(({ author, visibility, body: text }: Json) => [author, visibility, text]),
      [
        ['itsm_manager@example.com', 'public', 'Which tray?'],
        [from, 'public', 'Tray 2.'],
      ],
    );
    assert.match(body.data[1].quoted.after, /> Which tray\?/);
  });

  test('a mail that its domain has not signed is held, and released it is still nobody’s', async () => {
    const held = await erin.writeUnsigned({ Subject: 'Send money' }, 'Now.');
    assert.deepEqual([held.state, held.cause], ['held', 'sender_failed']);
    const released = await instance.call('POST', `/mail/${held.id}/release`);
    assert.equal(released.status, 200, released.text);
    const applied = await readProcessed(instance, held.id);
    assert.equal(applied.state, 'applied');
    const { body } = await instance.call('GET', `/incidents/${applied.record_id}`);
    assert.deepEqual(
      [body.sender_verified, body.opened_by, body.requester],
      [false, 'mail@clients.desk.example.com', from],
    );
  });
});
