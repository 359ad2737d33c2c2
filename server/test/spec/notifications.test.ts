import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { allowMailTo, type Mailbox, retryMailsNow, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import { StreamClient } from '../support/stream-client.ts';

describe('Notifications', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    await allowMailTo(instance, 'example.com');
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const incident = async (fields: Json) => {
    const { status, text, body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Checkout <b>answers</b> 502', ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const mailsTo = (address: string) =>
    mailbox.delivered.filter(({ envelope }) => envelope.includes(address));
  const mailTo = (address: string, count = 1) =>
    until(`${count} mails to ${address}`, () => {
      const all = mailsTo(address);
      return all.length >= count && all;
    });
  const noticesOf = async (email: string) =>
    (await instance.call('GET', '/notifications', { as: 'agent', email })).body.data;
  const endedMails = (id: string) =>
    until('its mails have ended', async () => {
      const mails = await instance.sql('select ended_at from mails where record_id = $1', [id]);
      return mails.length > 0 && mails.every((mail) => mail.ended_at !== null);
    });

  test('unread counts the notifications of all pages, and read-all marks only those of the caller', async () => {
    const [mine, other] = ['unread@example.com', 'other.unread@example.com'];
    for (const assigned_to of [mine, mine, mine, other]) await incident({ assigned_to });
    const list = async (email: string, query = '') =>
      (await instance.call('GET', `/notifications${query}`, { as: 'agent', email })).body;
    const first = await list(mine, '?limit=1');
    assert.deepEqual([first.data.length, first.unread], [1, 3]);
    const post = (path: string) => instance.call('POST', path, { as: 'agent', email: mine });
    const read = await post(`/notifications/${first.data[0].id}/read`);
    assert.equal((await list(mine)).unread, 2);
    const all = await post('/notifications/read-all');
    assert.deepEqual([all.status, all.body.read], [200, 2]);
    const later = await list(mine);
    assert.equal(later.unread, 0);
    assert.ok(later.data.every((one: Json) => one.read_at !== null));
    assert.equal(later.data[0].read_at, read.body.read_at, 'the first read_at stays');
    assert.equal((await list(other)).unread, 1);
    assert.equal((await post('/notifications/read-all')).body.read, 0);
  });

  const openStream = async (email: string, query = '') =>
    StreamClient.open(instance.url, {
      token: await instance.mint({ sub: email, email, roles: ['agent'] }),
      query,
    });
  /** Waits until the stream has sent exactly these counts. */
  const counts = async (stream: StreamClient, expected: number[]) => {
    await stream.until(({ unread }) => unread.length >= expected.length, expected.join());
    assert.deepEqual(stream.unread, expected);
  };

  test('a stream begins with the number of unread notifications of its caller, and gets each change of it', async () => {
    const [mine, other] = ['Counted@example.com', 'other.counted@example.com'];
    const [stream, second, ofOther] = [
      await openStream(mine),
      await openStream(mine.toLowerCase(), '?type=notification'),
      await openStream(other),
    ];
    for (const one of [stream, second, ofOther]) await counts(one, [0]);
    await incident({ assigned_to: mine.toUpperCase() });
    for (const one of [stream, second]) await counts(one, [0, 1]);
    const [{ id }] = await noticesOf(mine);
    const post = (path: string) => instance.call('POST', path, { as: 'agent', email: mine });
    await post(`/notifications/${id}/read`);
    for (const one of [stream, second]) await counts(one, [0, 1, 0]);
    // A statement outside the service sends no notification of its commit, as if that were lost.
    await instance.sql(
      `insert into notifications (recipient, type, subject, data, created_at)
       select $1, 'incident.assigned', 'x', '{}', now() from generate_series(1, 1200)`,
      [mine],
    );
    for (const one of [stream, second]) await counts(one, [0, 1, 0, 1000]);
    await post('/notifications/read-all');
    await counts(stream, [0, 1, 0, 1000, 0]);
    await instance.sql('update notifications set read_at = null where id = $1', [id]);
    await counts(stream, [0, 1, 0, 1000, 0, 1]);
    await instance.sql('delete from notifications where id = $1', [id]);
    await counts(stream, [0, 1, 0, 1000, 0, 1, 0]);
    await counts(ofOther, [0]);
    const later = await openStream(mine);
    await counts(later, [0]);
    assert.ok(
      stream.blocks.every(({ event, id: position }) => event !== 'notification' || !position),
      'a count has no id',
    );
    await Promise.all([stream, second, ofOther, later].map((one) => one.close()));
  });

  test('a stream of other types sends no count, and a change in a transaction that commits late is sent', async () => {
    const email = 'late.counted@example.com';
    const [stream, events] = [
      await openStream(email),
      await openStream(email, '?type=incident.created'),
    ];
    await counts(stream, [0]);
    await instance.deps.db.transaction().execute(async (tx) => {
      const add = `insert into notifications (recipient, type, subject, data, created_at)
        values ('${email}', 'incident.assigned', 'x', '{}', now())`;
      await sql.raw(add).execute(tx);
      // A later transaction commits first, so that the snapshot after it is older than the end of this one.
      await instance.sql(add);
      await counts(stream, [0, 1]);
    });
    await counts(stream, [0, 1, 2]);
    await incident({});
    await events.untilEvents(1);
    assert.deepEqual(events.unread, []);
    await Promise.all([stream.close(), events.close()]);
  });

  test('a new assignee is notified in the service and by a mail in plain text and HTML', async () => {
    const email = 'ada@example.com';
    const { id } = await incident({ priority: 'P2' });
    await instance.call('PATCH', `/incidents/${id}`, { body: { assigned_to: email } });
    const [notice] = await noticesOf(email);
    assert.deepEqual(
      [notice.type, notice.incident_id, notice.priority, notice.read_at],
      ['incident.assigned', id, 'P2', null],
    );
    const [{ mail, raw }] = (await mailTo(email)) as [Mailbox['delivered'][0]];
    assert.equal(mail.subject, `[P2] ${id} is assigned to you: Checkout <b>answers</b> 502`);
    assert.match(mail.text ?? '', /Checkout <b>answers<\/b> 502/);
    assert.match(mail.html ?? '', /Checkout &lt;b&gt;answers&lt;\/b&gt; 502/);
    assert.match(
      mail.html ?? '',
      new RegExp(`href="https://desk.example.com/console/incidents/${id}"`),
    );
    assert.match(raw, /Content-Type: multipart\/alternative/);
    assert.match(raw, /Auto-Submitted: auto-generated/);
  });

  test('nobody is notified of their own actions, nor again without a change', async () => {
    const email = 'self@example.com';
    const { id } = await incident({});
    for (let time = 0; time < 2; time += 1) {
      await instance.call('PATCH', `/incidents/${id}`, { email, body: { assigned_to: email } });
    }
    assert.deepEqual(await noticesOf(email), []);
    assert.deepEqual(await instance.sql('select from mails where record_id = $1', [id]), []);
  });

  test('notify_stakeholders sends one mail, is shown in the timeline and not returned', async () => {
    const email = 'grace@example.com';
    const made = await incident({ assigned_to: email, notify_stakeholders: true });
    assert.equal('notify_stakeholders' in made, false);
    await mailTo(email);
    await endedMails(made.id);
    assert.equal(mailsTo(email).length, 1);
    const { body } = await instance.call('GET', `/incidents/${made.id}/timeline`);
    const [line] = body.data;
    assert.equal(line.kind, 'notification.mailed');
    assert.deepEqual(line.notification, { type: 'incident.stakeholders', recipients: [email] });
    assert.equal('changes' in line, false);
    assert.deepEqual(
      (await noticesOf(email)).map(({ type }: Json) => type),
      ['incident.stakeholders'],
    );
  });

  test('a person who turns off mails is still notified in the service', async () => {
    const email = 'quiet@example.com';
    const asAgent = { as: 'agent', email } as const;
    const path = '/notifications/preferences';
    const first = await instance.call('GET', path, asAgent);
    assert.deepEqual(first.body, {
      email: {
        'incident.assigned': true,
        'incident.stakeholders': true,
        'incident.replied': true,
        'incident.resumed': true,
        'incident.answered': true,
        'incident.awaiting_you': true,
        'mail.received': true,
        'incident.resolved': true,
        'approval.requested': true,
        'request.submitted': true,
        'rule.message': true,
        'request.decided': true,
        'change.submitted': true,
        'change.decided': true,
        'article.submitted': true,
        'article.published': true,
        'article.sent_back': true,
        'sla.breach_warning': true,
        'task.ready': true,
        'webhook.delivery_failed': true,
        'webhook.owner_inactive': true,
        mention: true,
        'watched.updated': true,
        'work.left_open': true,
        'work.handed_over': true,
      },
      version: 1,
    });
    const body = { email: { 'incident.assigned': false } };
    const changed = await instance.call('PATCH', path, { ...asAgent, body });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [
        changed.body.email['incident.assigned'],
        changed.body.email['sla.breach_warning'],
        changed.body.version,
      ],
      [false, true, 2],
    );
    assert.equal(
      (await instance.call('PATCH', path, { ...asAgent, body: changed.body })).body.version,
      2,
    );
    const { id } = await incident({ assigned_to: email });
    await endedMails(id);
    assert.deepEqual(mailsTo(email), []);
    assert.equal((await noticesOf(email)).length, 1);
    const wrong = { email: { 'incident.assigned': 'no', unheard: true } };
    const refused = await instance.call('PATCH', path, { ...asAgent, body: wrong });
    assert.deepEqual(faultsOf(refused), [
      '/email/incident.assigned invalid_type',
      '/email/unheard unknown_field',
    ]);
    const { body: trail } = await instance.call(
      'GET',
      `/audit?kind=notification_preferences.updated`,
    );
    assert.deepEqual(trail.data[0].changes, { 'incident.assigned': { from: true, to: false } });
  });

  test('preferences are updated only at the version that If-Match names', async () => {
    const asAgent = { as: 'agent', email: 'versioned@example.com' } as const;
    const path = '/notifications/preferences';
    const change = (ifMatch: string, email: Json) =>
      instance.call('PATCH', path, {
        ...asAgent,
        headers: { 'if-match': ifMatch },
        body: { email },
      });
    const first = await instance.call('GET', path, asAgent);
    const etag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    assert.equal((await instance.call('GET', path, { ...asAgent, headers })).status, 304);
    const changed = await change(etag, { 'incident.assigned': false });
    assert.deepEqual([changed.status, changed.headers.get('etag')], [200, '"2"'], changed.text);
    const refused = await change(etag, { 'sla.breach_warning': false });
    assert.deepEqual([refused.status, refused.body.code], [412, 'version_mismatch'], refused.text);
    assert.deepEqual(
      [refused.body.current_version, refused.body.changed_fields],
      [2, ['incident.assigned']],
    );
    const now = await instance.call('GET', path, { ...asAgent, headers });
    assert.deepEqual([now.status, now.body.email['sla.breach_warning']], [200, true]);
    assert.equal((await change('"2"', { 'sla.breach_warning': false })).status, 200);
  });

  /** Creates an incident of a requester, with an opener who is another person. */
  const report = (requester: string, fields: Json = {}) =>
    incident({ requester, assignment_group: 'Desk', ...fields });
  const note = (id: string, body: string, { visibility = 'public', ...as }: Json = {}) =>
    instance.call('POST', `/incidents/${id}/notes`, { ...as, body: { body, visibility } });
  const typesOf = async (email: string) => (await noticesOf(email)).map(({ type }: Json) => type);

  test('a public note of somebody who works on an incident notifies its requester, in words for everybody', async () => {
    const [requester, opener] = ['erin@example.com', 'colleague@example.com'];
    const { id } = await report(requester, { short_description: 'The printer <jams>' });
    await note(id, 'An internal thought', { visibility: 'team' });
    await note(id, 'A private thought', { visibility: 'private' });
    await note(id, 'It still jams', { as: 'requester', email: requester });
    assert.deepEqual(await typesOf(requester), []);
    const text = `Please use tray 2.\nWe order <parts>. ${'x'.repeat(300)}`;
    await note(id, text, { as: 'agent', email: 'ada.works@example.com' });
    const [notice] = await noticesOf(requester);
    assert.deepEqual(
      [notice.type, notice.incident_id, notice.short_description, notice.state, notice.author],
      ['incident.answered', id, 'The printer <jams>', 'new', 'ada.works@example.com'],
    );
    assert.equal(notice.excerpt, text.slice(0, 200));
    assert.deepEqual(
      Object.keys(notice).filter((name) => /priority|sla|assigned/.test(name)),
      [],
    );
    const [{ mail }] = (await mailTo(requester)) as [Mailbox['delivered'][0]];
    assert.equal(mail.subject, 'New message about: The printer <jams>');
    const lines = (mail.text ?? '').trimEnd().split('\n');
    assert.deepEqual(lines, [
      'There is a new message for you about “The printer <jams>”.',
      '',
      'ada.works@example.com wrote:',
      ...text.split('\n'),
      '',
      'To reply, open the page below.',
      `The number of your report is ${id}.`,
      '',
      `Read and reply: https://desk.example.com/console/incidents/${id}`,
      '',
      'Earlier messages:',
      '',
      lines.at(-2),
      'It still jams',
    ]);
    assert.match(lines.at(-2) ?? '', /^erin@example\.com wrote on .+ UTC:$/);
    assert.equal(mail.html?.match(/<a /g)?.length, 1);
    assert.match(mail.html ?? '', /<p>Please use tray 2\.<br>\s*We order &lt;parts&gt;/);
    assert.doesNotMatch(`${mail.text}${mail.html}`, /thought/);
    assert.deepEqual(await typesOf(opener), []);
  });

  test('one write notifies the requester once: of the resolution first, then of the wait, then of the note', async () => {
    const requester = 'once@example.com';
    const { id } = await report(requester);
    const patch = (body: Json, as: Json = {}) =>
      instance.call('PATCH', `/incidents/${id}`, { ...as, body });
    await patch({ state: 'in_progress' });
    const waiting = { state: 'on_hold', on_hold_reason: 'awaiting_caller' };
    assert.equal((await patch({ ...waiting, assigned_to: requester })).status, 200);
    assert.deepEqual(await typesOf(requester), ['incident.awaiting_you']);
    await patch({ category: 'mail' });
    await patch({ state: 'in_progress' });
    await patch({ state: 'on_hold', on_hold_reason: 'awaiting_vendor' });
    await patch({ on_hold_reason: 'awaiting_caller' });
    await patch({ state: 'in_progress' });
    assert.equal((await patch({ state: 'resolved', resolution: 'New toner' })).status, 200);
    assert.deepEqual(await typesOf(requester), [
      'incident.resolved',
      'incident.awaiting_you',
      'incident.awaiting_you',
    ]);
    const [resolved] = await noticesOf(requester);
    assert.deepEqual([resolved.excerpt, resolved.author], ['New toner', undefined]);
    const mails = await mailTo(requester, 3);
    const subjects: string[] = mails.map(({ mail }: Json) => mail.subject);
    assert.deepEqual(subjects.toSorted(), [
      'Solved: Checkout <b>answers</b> 502',
      'We need your reply: Checkout <b>answers</b> 502',
      'We need your reply: Checkout <b>answers</b> 502',
    ]);
    const solved = mails.find(({ mail }: Json) => mail.subject.startsWith('Solved')) as Json;
    assert.match(solved.mail.text, /The solution:\nNew toner\n/);
  });

  test('the requester is not notified of own actions, and not mailed with `requester_mail` off', async () => {
    const requester = 'unmailed@example.com';
    const setting = (requester_mail: boolean) =>
      instance.call('PATCH', '/settings', { as: 'super_admin', body: { requester_mail } });
    const { id } = await report(requester);
    await note(id, 'Mine', { as: 'agent', email: requester.toUpperCase() });
    assert.deepEqual(await typesOf(requester), []);
    assert.equal((await setting(false)).status, 200);
    await note(id, 'Ours');
    await setting(true);
    assert.deepEqual(await typesOf(requester), ['incident.answered']);
    const mails = await instance.sql('select from mails where record_id = $1', [id]);
    assert.equal(mails.length, 0);
  });

  test('a reply of the requester notifies the assignee, or the members of the group who may read it', async () => {
    const [requester, assignee, member, stranger] = [
      'replier@example.com',
      'works@example.com',
      'member@example.com',
      'stranger@example.com',
    ];
    const user = (email: string, roles: string[]) =>
      instance.call('POST', '/users', { as: 'super_admin', body: { email, name: email, roles } });
    for (const one of [assignee, member]) await user(one, ['agent']);
    await user(stranger, ['requester']);
    const left = await user('left@example.com', ['agent']);
    await instance.call('PATCH', `/users/${left.body.id}`, {
      as: 'super_admin',
      body: { active: false },
    });
    const members = [member, stranger, 'left@example.com', requester, assignee];
    const group = await instance.call('POST', '/groups', {
      as: 'super_admin',
      body: { name: 'Repliers', members },
    });
    assert.equal(group.status, 201, group.text);
    const reply = { as: 'requester', email: requester };
    const { id } = await report(requester, { assignment_group: 'Repliers' });
    await note(id, 'Any news?', reply);
    for (const one of [member, assignee])
      assert.deepEqual(await typesOf(one), ['incident.replied'], one);
    for (const one of [stranger, 'left@example.com', requester])
      assert.deepEqual(await typesOf(one), [], one);
    await instance.call('PATCH', `/incidents/${id}`, { body: { assigned_to: assignee } });
    await note(id, 'Still none?', reply);
    await note(id, 'A note of us');
    assert.deepEqual(await typesOf(member), ['incident.replied']);
    const [last, ...earlier] = await noticesOf(assignee);
    assert.deepEqual(
      earlier.map(({ type }: Json) => type),
      ['incident.assigned', 'incident.replied'],
    );
    assert.deepEqual(
      [last.type, last.incident_id, last.author, last.excerpt],
      ['incident.replied', id, requester, 'Still none?'],
    );
    const [sent] = (await mailTo(member)) as [Mailbox['delivered'][0]];
    assert.equal(sent.mail.subject, `[P3] ${id} has a reply: Checkout <b>answers</b> 502`);
    const unread = await instance.call('GET', '/notifications?unread=true&limit=1', {
      as: 'agent',
      email: assignee,
    });
    assert.deepEqual([unread.body.data.length, unread.body.unread], [1, 3]);
    await instance.call('POST', `/notifications/${last.id}/read`, { as: 'agent', email: assignee });
    const rest = await instance.call('GET', '/notifications?unread=true', {
      as: 'agent',
      email: assignee,
    });
    assert.deepEqual(
      rest.body.data.map(({ type }: Json) => type),
      ['incident.assigned', 'incident.replied'],
    );
  });

  test('a person who had turned off the mails about submitted changes and requests gets none about approvals', async () => {
    const off = async (email: string, choices: Json) => {
      const as = { as: 'agent', email } as const;
      const path = '/notifications/preferences';
      await instance.call('PATCH', path, { ...as, body: { email: choices } });
      return (await instance.call('GET', path, as)).body.email['approval.requested'];
    };
    const [both, one, again] = [
      'both.off@example.com',
      'one.off@example.com',
      'on.again@example.com',
    ];
    const submitted = { 'request.submitted': false, 'change.submitted': false };
    assert.equal(await off(both, submitted), false);
    assert.equal(await off(one, { 'request.submitted': false }), true);
    assert.equal(await off(again, { ...submitted, 'approval.requested': true }), true);
    for (const email of [both, one, again])
      await instance.call('POST', '/users', {
        as: 'super_admin',
        body: { email, name: email, roles: ['itsm_manager'] },
      });
    const { body } = await instance.call('POST', '/requests', {
      body: { short_description: 'A laptop' },
    });
    await endedMails(body.id);
    for (const email of [both, one, again])
      assert.deepEqual(await typesOf(email), ['approval.requested'], email);
    assert.deepEqual(
      [both, one, again].map((email) => mailsTo(email).length),
      [0, 1, 1],
    );
  });

  /** The first retry comes after five seconds; the test does not wait for them. */
  const retryInTime = async () => {
    for (const seconds of await retryMailsNow(instance))
      assert.ok(seconds > 4 && seconds < 6, `${seconds} s`);
  };

  test('an unreachable mail server delays a mail and neither loses nor duplicates it', async () => {
    const email = 'late@example.com';
    await mailbox.stop();
    const { id } = await incident({ assigned_to: email });
    await until('it was tried', async () => {
      const [mail] = await instance.sql(
        'select attempts, last_error from mails where record_id = $1',
        [id],
      );
      return mail.attempts > 0 && mail.last_error;
    });
    await mailbox.start();
    await retryInTime();
    await mailTo(email);
    await endedMails(id);
    assert.equal(mailsTo(email).length, 1);
  });

  test('a permanently rejected address is not tried again, and a deferred one is', async () => {
    mailbox.refusals.set('gone@example.com', 550).set('busy@example.com', 451);
    const [gone, busy] = [
      await incident({ assigned_to: 'gone@example.com' }),
      await incident({ assigned_to: 'busy@example.com' }),
    ];
    await endedMails(gone.id);
    await until('it was put off', async () => {
      const [mail] = await instance.sql('select attempts from mails where record_id = $1', [
        busy.id,
      ]);
      return mail.attempts > 0;
    });
    mailbox.refusals.clear();
    await retryInTime();
    await mailTo('busy@example.com');
    assert.deepEqual(mailsTo('gone@example.com'), []);
  });
});
