import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyReplyAddress } from '../../src/mail/replies/reply-address.ts';
import { replyKeys } from '../../src/mail/replies/reply-keys.ts';
import { findRecordsOfMessageIds } from '../../src/mail/threads/message-ids.sql.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import { authority } from '../support/receivers.ts';

const ADDRESS = 'help@desk.example.com';

describe('Mail from a mailbox', () => {
  let instance: Instance;
  let server: Mailbox;
  let mailboxId: string;
  before(async () => {
    server = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: server.url } });
    await allowMailTo(instance, 'example.com');
    const { id } = await call('POST', '/mailboxes', {
      as: 'super_admin',
      body: { address: ADDRESS, name: 'IT "help"', record_type: 'incident' },
    });
    mailboxId = id;
  });
  after(async () => {
    await instance.stop();
    await server.stop();
  });

  const call = async (method: string, path: string, options: Json = {}): Promise<Json> => {
    const { status, text, body } = await instance.call(method, path, options as never);
    assert.ok(status < 300, text);
    return body;
  };
  const agent = { as: 'agent', email: 'ada.works@example.com' };
  const personOf = (email: string) => ({ as: 'requester', email });
  const report = async (requester: string, fields: Json = {}): Promise<string> => {
    const body = { short_description: 'The printer jams', requester, ...fields };
    return (await call('POST', '/incidents', { body })).id;
  };
  const copy = (id: string, ...emails: string[]) =>
    call('PUT', `/incidents/${id}/participants`, {
      body: { participants: emails.map((email) => ({ email, kind: 'cc' })) },
    });
  const note = (id: string, by: Json = agent, fields: Json = {}) =>
    call('POST', `/incidents/${id}/notes`, {
      ...by,
      body: { body: 'Try again', visibility: 'public', ...fields },
    });
  const mailTo = (address: string) =>
    until(`a mail to ${address}`, () =>
      server.delivered.find(({ envelope }) => envelope.includes(address)),
    );
  const notesOf = async (id: string, by: Json = agent): Promise<Json[]> =>
    (await call('GET', `/incidents/${id}/notes`, by)).data;
  const mailOfNote = (id: string) =>
    until(`the mails of the note of ${id} have ended`, async () => {
      const [{ mail }] = (await notesOf(id)) as [Json];
      return mail && mail.state !== 'waiting' && mail;
    });

  const transaction = () => instance.deps.db.transaction();
  const targetOf = async (mail: Awaited<ReturnType<typeof mailTo>>['mail'], sender: string) => {
    const keys = await transaction().execute((tx) => replyKeys(tx, instance.deps.keys));
    const [{ address = '' } = {}] = mail.replyTo ?? [];
    return verifyReplyAddress(keys, address, [sender]);
  };

  test('an answer comes from the mailbox, and its address for replies is that of its recipient', async () => {
    const requester = 'erin@example.com';
    const id = await report(requester);
    await note(id);
    const { mail } = await mailTo(requester);
    assert.deepEqual(mail.from, { name: 'IT "help"', address: ADDRESS });
    assert.deepEqual(await targetOf(mail, requester), {
      mailbox: ADDRESS,
      record: id,
      kind: 'public',
    });
    assert.equal(await targetOf(mail, agent.email), undefined);
    assert.match(mail.text ?? '', /To answer, reply to this mail, or open the page below\./);
    const found = await transaction().execute((tx) =>
      findRecordsOfMessageIds(tx, [mail.messageId ?? ''], mailboxId),
    );
    assert.deepEqual([...found.values()], [id]);
  });

  test('the requester and each person in copy get a mail of their own, and the note shows agents to whom', async () => {
    const [requester, tom, eve] = ['anna@example.com', 'tom@example.com', 'eve@elsewhere.example'];
    const id = await report(requester);
    await copy(id, tom, eve, agent.email);
    await note(id);
    for (const address of [requester, tom]) {
      const { envelope, mail } = await mailTo(address);
      assert.deepEqual(envelope, [address]);
      assert.deepEqual(
        mail.to?.map(({ address: to }) => to),
        [address],
      );
      assert.equal((await targetOf(mail, address))?.record, id);
    }
    assert.deepEqual(await mailOfNote(id), {
      state: 'skipped',
      recipients: [
        { email: requester, state: 'sent' },
        { email: tom, state: 'sent' },
        { email: eve, state: 'skipped' },
      ],
    });
    const [seen] = await notesOf(id, personOf(requester));
    assert.ok(seen && !('mail' in seen));
  });

  test('a note of the requester is mailed to the people in copy, and to nobody else outside', async () => {
    const [requester, copied] = ['rita@example.com', 'carl@example.com'];
    const id = await report(requester);
    await copy(id, copied);
    await note(id, personOf(requester));
    const { mail } = await mailTo(copied);
    assert.match(mail.text ?? '', /You are in copy of this report/);
    assert.deepEqual(await mailOfNote(id), {
      state: 'sent',
      recipients: [{ email: copied, state: 'sent' }],
    });
  });

  test('a mail that the server refuses is shown as failed', async () => {
    const requester = 'refused@example.com';
    server.refusals.set(requester, 550);
    const id = await report(requester);
    await note(id);
    assert.deepEqual(await mailOfNote(id), {
      state: 'failed',
      recipients: [{ email: requester, state: 'failed' }],
    });
  });

  test('a team note is mailed to nobody outside, and a note that was not mailed says nothing', async () => {
    const requester = 'quiet@example.com';
    const id = await report(requester);
    await note(id, agent, { visibility: 'team' });
    await note(id, personOf(requester));
    for (const one of await notesOf(id)) assert.ok(!('mail' in one));
    assert.ok(!server.delivered.some(({ envelope }) => envelope.includes(requester)));
  });

  test('a reply to the mail of an assignment is for the team, and to that of a reply for the requester', async () => {
    const [requester, assignee] = ['olga@example.com', 'works.here@example.com'];
    await call('POST', '/users', {
      as: 'super_admin',
      body: { email: assignee, name: 'Works Here', roles: ['agent'] },
    });
    const id = await report(requester, { assigned_to: assignee });
    const assigned = await mailTo(assignee);
    assert.equal((await targetOf(assigned.mail, assignee))?.kind, 'team');
    server.delivered.length = 0;
    await note(id, personOf(requester));
    const replied = await mailTo(assignee);
    assert.equal((await targetOf(replied.mail, assignee))?.kind, 'public');
    assert.match(replied.mail.text ?? '', /To answer the requester, reply to this mail\./);
  });

  test('an inactive mailbox sends nothing: mail comes from the instance, and says to open the page', async () => {
    const setActive = async (active: boolean) => {
      const mailbox = await call('GET', `/mailboxes/${mailboxId}`, { as: 'super_admin' });
      await call('PATCH', `/mailboxes/${mailboxId}`, {
        as: 'super_admin',
        headers: { 'if-match': `"${mailbox.version}"` },
        body: { active },
      });
    };
    const requester = 'later@example.com';
    const id = await report(requester);
    await setActive(false);
    try {
      await note(id);
      const { mail } = await mailTo(requester);
      assert.equal(mail.from?.address, instance.deps.config.MAIL_FROM);
      assert.equal(mail.replyTo, undefined);
      assert.match(mail.text ?? '', /To reply, open the page below\./);
    } finally {
      await setActive(true);
    }
  });

  test('mail about a record that came by mail is sent from the mailbox that it came to', async () => {
    const other = await call('POST', '/mailboxes', {
      as: 'super_admin',
      body: { address: 'sales@desk.example.com', name: 'Sales', record_type: 'incident' },
    });
    const requester = 'buyer@example.com';
    const id = await report(requester);
    await instance.sql(
      `insert into message_ids (hash, record_id, mailbox_id) values (sha256('a'), $1, $2)`,
      [id, other.id],
    );
    await note(id);
    assert.equal((await mailTo(requester)).mail.from?.address, 'sales@desk.example.com');
  });
});

describe('Mail from a mailbox with a mail server of its own', () => {
  test('is sent by that server, also if the instance has none', async () => {
    const password = 'a secret of the mailbox';
    const server = await startMailbox(authority(), { password });
    const env = { CA_FILE: authority().caFile, EGRESS_ALLOW: 'localhost' };
    const instance = await startInstance({ worker: true, env });
    try {
      await allowMailTo(instance, 'example.com');
      const port = Number(new URL(server.url).port);
      const outgoing = { kind: 'smtp', host: 'localhost', port, security: 'tls' };
      const post = async (path: string, body: Json, as: 'super_admin' | 'agent') => {
        const { status, text, body: made } = await instance.call('POST', path, { as, body });
        assert.equal(status, 201, text);
        return made;
      };
      const mailbox = { address: ADDRESS, name: 'Help', record_type: 'incident' };
      const body = { ...mailbox, outgoing: { ...outgoing, user: 'help', password } };
      await post('/mailboxes', body, 'super_admin');
      const requester = 'erin@example.com';
      const report = { short_description: 'The printer jams', requester };
      const { id } = await post('/incidents', report, 'agent');
      await post(`/incidents/${id}/notes`, { body: 'Try again', visibility: 'public' }, 'agent');
      const { mail } = await until('the mail', () => server.delivered[0]);
      assert.equal(mail.from?.address, ADDRESS);
    } finally {
      await instance.stop();
      await server.stop();
    }
  });
});
