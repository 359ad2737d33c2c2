// A person and an agent write to each other through a real mail server: OpenDKIM signs, Postfix delivers by LMTP, and takes
// our mail.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { startLmtp } from '../../src/mail/index.ts';
import { useMailResolver } from '../../src/mail/messages/process-parts.ts';
import type { LmtpListener } from '../../src/mail/receive/lmtp.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { hasMailServer, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { createMailbox } from '../support/messages.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/processes.ts';

const skip = hasMailServer() ? false : 'Postfix and OpenDKIM are not available';
const ANNA = 'anna@people.example';

describe('Real mail servers', { skip }, () => {
  let instance: Instance;
  let listener: LmtpListener | undefined;
  let server: MailServer;
  let inbox: Mailbox;
  before(async () => {
    inbox = await startMailbox();
    const lmtp = Number(await freePort());
    server = await startMailServer(
      { lmtp, sink: Number(new URL(inbox.url).port) },
      { desk: 'desk.example', people: 'people.example' },
    );
    const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, LMTP_LISTEN: `127.0.0.1:${lmtp}` };
    instance = await startInstance({ worker: true, env });
    const { name, text } = server.keyRecord;
    useMailResolver(instance.deps, (domain) =>
      domain === name
        ? Promise.resolve([[text]])
        : Promise.reject(Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' })),
    );
    listener = await startLmtp(instance.deps);
    await createMailbox(instance, { address: 'help@desk.example', incoming: { kind: 'lmtp' } });
  });
  after(async () => {
    await listener?.stop();
    await instance.stop();
    await server.stop();
    await inbox.stop();
  });

  const send = async (mail: Json): Promise<void> => {
    const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
    await transport.sendMail({ from: `Anna Berg <${ANNA}>`, ...mail });
    transport.close();
  };
  const readProcessed = (subject: string): Promise<Json> =>
    until(`the mail ${subject} is processed`, async () => {
      const { body } = await instance.call('GET', '/mail?limit=50');
      const found = body.data.find((one: Json) => one['subject'] === subject);
      return found && found['state'] !== 'received' && found;
    });

  test('a signed mail becomes an incident, and its sender replies to the answer', async () => {
    await send({ to: 'help@desk.example', subject: 'No light', text: 'It is dark in room 4.' });
    const first = await readProcessed('No light');
    assert.deepEqual(
      [first['state'], first['verified_by'], first['matched_by'], first['sender']],
      ['applied', 'dkim', 'new_record', ANNA],
    );
    const id = first['record_id'];
    const note = { body: 'Which **room** is next to it?', visibility: 'public' };
    const { status } = await instance.call('POST', `/incidents/${id}/notes`, { body: note });
    assert.equal(status, 201);
    const { mail } = await until('the answer arrives', () =>
      inbox.delivered.find(({ mail: { text } }) => text?.includes('next to it')),
    );
    assert.match(mail.from?.address ?? '', /^help@desk\.example$/);
    const [replyTo] = mail.replyTo ?? [];
    assert.match(replyTo?.address ?? '', /^help\+inc\d{7}\.public\.[a-z2-7]{16}@desk\.example$/);
    // Her mail program has lost the thread, and she has changed the subject.
    await send({ to: replyTo?.address, subject: 'Room', text: 'Room 5.\n\n> Which room' });
    const second = await readProcessed('Room');
    assert.deepEqual(
      [second['state'], second['record_id'], second['matched_by']],
      ['applied', id, 'reply_address'],
    );
    const { body } = await instance.call('GET', `/incidents/${id}/notes`);
    assert.equal(body.data.at(-1).body, 'Room 5.');
  });

  test('a mail that OpenDKIM does not sign makes no note of the person', async () => {
    await send({
      from: 'Anna Berg <anna@elsewhere.example>',
      to: 'help@desk.example',
      subject: 'Unsigned',
      text: 'Hello.',
    });
    const unsigned = await readProcessed('Unsigned');
    assert.equal(unsigned['sender_verified'], false);
  });
});
