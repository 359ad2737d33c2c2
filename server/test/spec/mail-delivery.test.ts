// Verified mail becomes records and notes of the person who sent it; other mail reaches no record that exists.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Desk, type DeliveryOptions, openDesk, type SentMail } from '../support/deliveries.ts';
import type { Json } from '../support/harness.ts';
import { allowMailTo } from '../support/mailboxes.ts';
import { section } from './setup.ts';

section('Mail that becomes records and notes', (instance) => {
  let desk: Desk;
  const ada = 'ada@example.com';
  before(async () => {
    const { running } = instance;
    await running.call('POST', '/groups', {
      as: 'super_admin',
      body: { name: 'Service Desk', members: [] },
    });
    const defaults = { assignment_group: 'Service Desk', category: 'hardware', priority: 'P4' };
    desk = await openDesk(running, { defaults, aliases: ['it@example.com'] });
    await register(ada, ['agent']);
  });

  const register = async (email: string, roles: string[], fields: Json = {}) => {
    const body = { email, name: email, roles, ...fields };
    const { status, text } = await instance.call('POST', '/users', { as: 'super_admin', body });
    assert.equal(status, 201, text);
  };
  const read = async (path: string, options: Json = {}): Promise<Json> => {
    const { status, text, body } = await instance.call('GET', path, options);
    assert.equal(status, 200, text);
    return body;
  };
  const notesOf = async (id: string): Promise<Json[]> =>
    (await read(`/${pathOf(id)}/${id}/notes`)).data;
  const pathOf = (id: string) => (id.startsWith('REQ') ? 'requests' : 'incidents');
  const apply = async (mail: SentMail = {}, options: DeliveryOptions = {}) => {
    const outcome = await desk.send(mail, options);
    assert.ok(outcome.state === 'applied', JSON.stringify(outcome));
    return outcome;
  };
  const causeOf = async (mail: SentMail, options: DeliveryOptions = {}): Promise<string> => {
    const outcome = await desk.send(mail, options);
    assert.ok(outcome.state !== 'applied', JSON.stringify(outcome));
    return `${outcome.state} ${outcome.cause}`;
  };
  const reply = async (
    id: string,
    from: string,
    { kind = 'public', ...mail }: SentMail & { kind?: 'public' | 'team' } = {},
  ) => {
    const recipients = [await desk.replyAddress(id, kind, from)];
    return apply({ from, subject: 'Re: Printer', ...mail }, { recipients });
  };

  test('a mail of somebody new makes a user, and an incident with the defaults of the mailbox', async () => {
    const { record_id: id, ...outcome } = await apply({
      from: 'Nina New <nina@new.example>',
      subject: 'The printer jams',
      text: 'Since this morning.\n\nNina',
    });
    assert.deepEqual(outcome, {
      state: 'applied',
      note_id: null,
      matched_by: 'new_record',
      sender_verified: true,
    });
    const incident = await read(`/incidents/${id}`);
    assert.deepEqual(
      [
        incident.short_description,
        incident.description,
        incident.opened_by,
        incident.requester,
        incident.assignment_group,
        incident.category,
        incident.priority,
        incident.work_notes_count,
      ],
      [
        'The printer jams',
        'Since this morning.\n\nNina',
        'nina@new.example',
        'nina@new.example',
        'Service Desk',
        'hardware',
        'P4',
        0,
      ],
    );
    const { data } = await read('/users?email=nina@new.example', { as: 'super_admin' });
    assert.deepEqual([data[0].name, data[0].roles], ['Nina New', ['requester']]);
  });

  test('the timeline says which mail made the record, to agents only', async () => {
    const { record_id: id } = await apply({ from: 'tim@example.com' });
    const kinds = async (options: Json) =>
      (await read(`/incidents/${id}/timeline`, options)).data.map(({ kind }: Json) => kind);
    assert.deepEqual(await kinds({ as: 'agent' }), ['message.applied', 'incident.created']);
    assert.deepEqual(await kinds({ as: 'requester', email: 'tim@example.com' }), [
      'incident.created',
    ]);
    const { data } = await read(`/incidents/${id}/timeline`, { as: 'agent' });
    const { id: messageId, ...message } = data[0].changes.message.to;
    assert.match(messageId, /^msg_/);
    assert.deepEqual(message, {
      from: 'tim@example.com',
      matched_by: 'new_record',
      sender_verified: true,
      verified_by: 'dkim',
    });
  });

  test('a reply to the signed address is a public note, moves the incident, and has the quoted text apart', async () => {
    const from = 'rita@example.com';
    const { record_id: id } = await apply({ from });
    await instance.walk(id, 'in_progress');
    const hold = { state: 'on_hold', on_hold_reason: 'awaiting_caller' };
    assert.equal((await instance.patch(id, hold)).status, 200);
    const text =
      'It is tray 2.\n\nOn Thu, Nov 19, 2026 at 10:00 AM Help <help@example.com> wrote:\n> Which tray?';
    const outcome = await reply(id, from, { text });
    assert.deepEqual([outcome.record_id, outcome.matched_by], [id, 'reply_address']);
    const [note, ...others] = await notesOf(id);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [note.id, note.body, note.visibility, note.author],
      [outcome.note_id, 'It is tray 2.', 'public', from],
    );
    assert.match(note.quoted.after, /On Thu, Nov 19, 2026 at 10:00 AM .* wrote:\s+> Which tray\?/);
    const { state, last_reply_by } = await read(`/incidents/${id}`);
    assert.deepEqual([state, last_reply_by], ['in_progress', 'requester']);
  });

  test('a reply is found by a Message-ID that is known for the record', async () => {
    const from = 'mia@example.com';
    const { record_id: id } = await apply({ from, messageId: '<first@mia.example>' });
    const outcome = await apply({
      from,
      subject: 'Something else',
      references: '<other@mia.example> <first@mia.example>',
    });
    assert.deepEqual([outcome.record_id, outcome.matched_by], [id, 'known_message_id']);
  });

  test('the root of our threads, which everybody can guess, leads to no record', async () => {
    const from = 'gus@example.com';
    const { record_id: id } = await apply({ from });
    const root = `<incident.${id.toLowerCase()}@desk.example.com>`;
    const outcome = await apply({ from, subject: 'Other', inReplyTo: root, references: root });
    assert.notEqual(outcome.record_id, id);
    assert.equal(outcome.matched_by, 'new_record');
  });

  test('the id in the subject leads a participant to the record, and nobody else', async () => {
    const from = 'sue@example.com';
    const { record_id: id } = await apply({ from });
    const subject = `Re: [${id}] Printer`;
    const own = await apply({ from, subject });
    assert.deepEqual([own.record_id, own.matched_by], [id, 'subject']);
    const other = await apply({ from: 'eve@example.com', subject });
    assert.equal(other.matched_by, 'new_record');
  });

  test('an agent writes to the team, unless the mail was sent to a public reply address', async () => {
    const { record_id: id } = await apply({
      from: 'uma@example.com',
      messageId: '<uma@x.example>',
    });
    await reply(id, ada, { text: 'To the requester' });
    await reply(id, ada, { text: 'To the team', kind: 'team' });
    await apply({ from: ada, text: 'By the thread', inReplyTo: '<uma@x.example>' });
    assert.deepEqual(
      (await notesOf(id)).map(({ body, visibility }) => `${visibility}: ${body}`),
      ['public: To the requester', 'team: To the team', 'team: By the thread'],
    );
  });

  test('a signed address works for its recipient only', async () => {
    const { record_id: id } = await apply({ from: 'vic@example.com' });
    const recipients = [await desk.replyAddress(id, 'public', 'vic@example.com')];
    const outcome = await apply({ from: 'eve@example.com' }, { recipients });
    assert.equal(outcome.matched_by, 'new_record');
    assert.deepEqual(await notesOf(id), []);
  });

  test('a verified stranger in the thread is held', async () => {
    await apply({ from: 'wes@example.com', messageId: '<wes@x.example>' });
    const mail = { from: 'eve@example.com', inReplyTo: '<wes@x.example>' };
    assert.equal(await causeOf(mail), 'held not_a_participant');
  });

  test('an unverified mail makes a record of the service, and adds nothing to others', async () => {
    const from = 'xena@example.com';
    const { record_id: id } = await apply({ from, messageId: '<xena@x.example>' });
    const recipients = [await desk.replyAddress(id, 'public', from)];
    const mail = { from, subject: `[${id}]`, inReplyTo: '<xena@x.example>' };
    const outcome = await apply(mail, { recipients, sender: 'unverified' });
    assert.deepEqual([outcome.matched_by, outcome.sender_verified], ['new_record', false]);
    const { opened_by, requester, sender_verified } = await read(`/incidents/${outcome.record_id}`);
    assert.deepEqual(
      [opened_by, requester, sender_verified],
      ['mail@clients.desk.example.com', from, false],
    );
    assert.equal('sender_verified' in (await read(`/incidents/${id}`)), false);
    assert.deepEqual(await notesOf(id), []);
  });

  test('a forged mail is held; released, it is no more verified than before', async () => {
    const mail = { from: ada, subject: 'Please pay' };
    assert.equal(await causeOf(mail, { sender: 'failed' }), 'held sender_failed');
    const decision = { by: 'itsm_manager@example.com', attachTo: null };
    const { record_id: id, sender_verified } = await apply(mail, { sender: 'failed', decision });
    assert.equal(sender_verified, false);
    assert.equal((await read(`/incidents/${id}`)).opened_by, 'mail@clients.desk.example.com');
  });

  test('an unverified mail that somebody attaches is a team note of that person', async () => {
    const { record_id: id } = await apply({ from: 'yan@example.com' });
    const decision = { by: ada, attachTo: id };
    const outcome = await apply({ from: 'yan@example.com' }, { sender: 'unverified', decision });
    assert.deepEqual([outcome.record_id, outcome.matched_by], [id, 'attached']);
    const [note] = await notesOf(id);
    assert.deepEqual([note.author, note.visibility], [ada, 'team']);
  });

  test('mail to a closed incident begins one that follows it, and later mail goes there', async () => {
    const from = 'zoe@example.com';
    const { record_id: id } = await apply({ from });
    await instance.walk(id, 'in_progress', 'resolved', 'closed');
    const next = await reply(id, from, { text: 'It jams again.' });
    assert.notEqual(next.record_id, id);
    assert.equal(next.matched_by, 'reply_address');
    const { data } = await read(`/incidents/${next.record_id}/links`);
    assert.deepEqual(
      data.map(({ kind, direction, record }: Json) => [kind, direction, record.id]),
      [['follow_up_of', 'out', id]],
    );
    const later = await reply(id, from, { text: 'And again.' });
    assert.equal(later.record_id, next.record_id);
    assert.equal((await notesOf(next.record_id)).length, 1);
  });

  test('files are attached, an image in its place, and the quota of the person is not charged', async () => {
    const from = 'fay@example.com';
    const { record_id: id } = await apply({ from });
    const body = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>See <img src="cid:one@x" alt="here"></p>',
      '--b',
      'Content-Type: image/png; name=shot.png',
      'Content-ID: <one@x>',
      'Content-Disposition: inline; filename=shot.png',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVsbG8K',
      '--b--',
    ].join('\r\n');
    await reply(id, from, { body });
    const [note] = await notesOf(id);
    const [file] = note.attachments;
    assert.equal(note.body, `See ![here](attachment:${file.id})`);
    assert.deepEqual([file.filename, file.size], ['shot.png', 6]);
    const download = await instance.call(
      'GET',
      `/incidents/${id}/notes/${note.id}/attachments/${file.id}`,
    );
    assert.equal(download.text, 'hello\n');
    assert.deepEqual(await instance.running.sql('select * from attachment_usage'), []);
  });

  test('a new record has a note with the files of its mail', async () => {
    const body = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--b',
      'Content-Type: text/plain; name=log.txt',
      'Content-Disposition: attachment; filename=log.txt',
      '',
      'log',
      '--b--',
    ].join('\r\n');
    const { record_id: id, note_id } = await apply({ from: 'hal@example.com', body });
    const { description, work_notes_count } = await read(`/incidents/${id}`);
    assert.deepEqual([description, work_notes_count], ['See the file.', 1]);
    const [note] = await notesOf(id);
    assert.equal(note.id, note_id);
    assert.deepEqual(
      note.attachments.map(({ filename }: Json) => filename),
      ['log.txt'],
    );
  });

  test('people in copy take part if they may be mailed', async () => {
    await register('ivy@example.com', ['requester']);
    await allowMailTo(instance.running, 'partner.example');
    const { record_id: id } = await apply({
      from: 'jon@example.com',
      to: 'help@example.com, it@example.com',
      cc: 'ivy@example.com, Kim <kim@partner.example>, nobody@elsewhere.example',
    });
    const { participants } = await read(`/incidents/${id}/participants`);
    assert.deepEqual(
      participants.map(({ email, kind }: Json) => `${kind} ${email}`),
      ['requester jon@example.com', 'cc ivy@example.com', 'cc kim@partner.example'],
    );
    const outcome = await reply(id, 'kim@partner.example', { text: 'Me too' });
    assert.equal(outcome.record_id, id);
  });

  test('the twenty-first mail of one address within ten minutes is held', async () => {
    const from = 'lou@example.com';
    const { record_id: id } = await apply({ from });
    for (let n = 0; n < 19; n += 1) await reply(id, from, { text: `Again ${n}` });
    const recipients = [await desk.replyAddress(id, 'public', from)];
    assert.equal(await causeOf({ from }, { recipients }), 'held flood');
  });

  test('automatic mail is a team note, and reopens nothing', async () => {
    const from = 'max@example.com';
    const { record_id: id } = await apply({ from });
    await instance.walk(id, 'in_progress', 'resolved');
    const headers = ['Auto-Submitted: auto-replied'];
    await reply(id, from, { text: 'I am away.', headers });
    const [note] = await notesOf(id);
    assert.deepEqual([note.visibility, note.body], ['team', 'I am away.']);
    assert.equal((await read(`/incidents/${id}`)).state, 'resolved');
    assert.equal(await causeOf({ from, headers }), 'ignored automatic');
  });

  test('mail of our own addresses is ignored, and that of somebody who has left is held', async () => {
    assert.equal(await causeOf({ from: 'it@example.com' }), 'ignored own_address');
    await register('old@example.com', ['agent'], { active: false });
    assert.equal(await causeOf({ from: 'old@example.com' }), 'held sender_inactive');
  });

  test('a mailbox of service requests makes one for the sender', async () => {
    const other = await openDesk(instance.running, {
      address: 'order@example.com',
      record_type: 'request',
    });
    const outcome = await other.send({ from: 'pia@example.com', subject: 'A new laptop' });
    assert.ok(outcome.state === 'applied');
    assert.match(outcome.record_id, /^REQ/);
    const { requested_by, short_description } = await read(`/requests/${outcome.record_id}`);
    assert.deepEqual([requested_by, short_description], ['pia@example.com', 'A new laptop']);
    const unverified = await other.send({ from: 'pia@example.com' }, { sender: 'unverified' });
    assert.ok(unverified.state === 'applied');
    const row = await read(`/requests/${unverified.record_id}`);
    assert.deepEqual(
      [row.requested_by, row.requested_for],
      ['mail@clients.desk.example.com', 'pia@example.com'],
    );
  });
});
