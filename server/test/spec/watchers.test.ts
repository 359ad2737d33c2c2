// Watchers are notified of new states and of the notes that they may read, each once and apart from the others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, RequestOptions } from '../support/harness.ts';
import { retryMailsNow } from '../support/mailboxes.ts';
import { notifiedPeople } from '../support/notified-people.ts';
import { until } from '../support/processes.ts';

describe('Watchers', () => {
  const running = notifiedPeople();
  const { user, must, incident, settle, mailsTo } = running;
  const watch = (path: string, person: Json) => must('POST', `${path}/watch`, person['by']);
  const update = (path: string, body: Json, options: RequestOptions = {}) =>
    must('PATCH', path, { ...options, body });
  const addNote = (path: string, visibility: string, options: RequestOptions = {}) =>
    must('POST', `${path}/notes`, {
      ...options,
      body: { body: `A ${visibility} note.`, visibility },
    });
  const noticesOf = async ({ by }: Json, id: string): Promise<Json[]> => {
    await settle();
    const { body } = await running.instance.call('GET', '/notifications?limit=200', by);
    return body.data.filter((one: Json) => one['html_url']?.endsWith(id)).toReversed();
  };
  const summaryOf = async (person: Json, id: string) =>
    (await noticesOf(person, id)).map(({ type, state, author, excerpt }) =>
      [type, state ?? author, excerpt].filter(Boolean).join(' '),
    );

  test('a watcher is notified of a new state and of a note, in the service and by mail', async () => {
    const [ada, ben] = [await user('agent'), await user('agent')];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await watch(path, ben);
    await update(path, { state: 'in_progress' });
    await update(path, { category: 'mail' });
    await settle();
    await must('POST', `${path}/notes`, { email: 'luca@example.com', body: { body: 'Looking.' } });
    const [state, note, ...others] = await noticesOf(ada, id);
    assert.deepEqual(others, []);
    const urls = {
      url: `https://desk.example.com/prod/api/v1${path}`,
      html_url: `https://desk.example.com/console${path}`,
    };
    const common = {
      type: 'watched.updated',
      read_at: null,
      incident_id: id,
      record: { type: 'incident', id },
      short_description: 'Mail is slow',
      ...urls,
    };
    const { id: _, created_at: _at, ...ofState } = state ?? {};
    assert.deepEqual(ofState, { ...common, state: 'in_progress', previous_state: 'new' });
    const { id: _id, created_at: _created, ...ofNote } = note ?? {};
    assert.deepEqual(ofNote, { ...common, author: 'luca@example.com', excerpt: 'Looking.' });
    const mails = mailsTo(ada).map(({ mail }) => [
      mail.subject,
      mail.to?.map(({ address }) => address),
    ]);
    assert.deepEqual(mails, [
      [`${id} is now in progress: Mail is slow`, [ada['email']]],
      [`${id} has a new note: Mail is slow`, [ada['email']]],
    ]);
    assert.match(mailsTo(ada)[1]?.mail.text ?? '', /luca@example\.com wrote:\nLooking\.\n/);
    assert.doesNotMatch(
      mailsTo(ada)
        .map(({ raw }) => raw)
        .join(),
      new RegExp(ben['email']),
    );
    assert.equal(mailsTo(ben).length, 2);
  });

  test('the author of an update is not notified of it, by any of their addresses', async () => {
    const ada = await user('agent');
    const { id } = await incident();
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await update(path, { state: 'in_progress' }, ada['by']);
    await addNote(path, 'team', ada['by']);
    const present = `new.${ada['email']}`;
    await must('PATCH', `/users/${ada['id']}`, { as: 'super_admin', body: { email: present } });
    const [{ token_generation: gen }] = await running.instance.sql(
      'select token_generation from users where id = $1',
      [ada['id']],
    );
    const token = await running.instance.mint({
      sub: ada['id'],
      email: present,
      roles: ['agent'],
      gen,
    });
    await update(path, { state: 'on_hold', on_hold_reason: 'awaiting_vendor' }, { token });
    assert.deepEqual(await noticesOf({ by: { token } }, id), []);
  });

  test('one update sends one notification, and a more specific type replaces that of a watcher', async () => {
    const [ada, anna] = [await user('agent'), await user('requester')];
    const { id } = await incident({ requester: anna['email'] });
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await watch(path, anna);
    await update(path, { assigned_to: ada['email'], state: 'in_progress' });
    assert.deepEqual(await summaryOf(ada, id), ['incident.assigned in_progress']);
    await must('POST', `${path}/notes`, { ...anna['by'], body: { body: 'Still slow.' } });
    assert.deepEqual((await summaryOf(ada, id)).slice(1), [
      `incident.replied in_progress Still slow.`,
    ]);
    await addNote(path, 'public');
    await update(path, { state: 'resolved', resolution: 'New disk.' });
    assert.deepEqual(await summaryOf(anna, id), [
      'watched.updated in_progress',
      'incident.answered in_progress A public note.',
      'incident.resolved resolved New disk.',
    ]);
    assert.equal(mailsTo(anna).length, 3);
  });

  test('a watcher gets only notes that they may read', async () => {
    const [agent, manager, anna] = [
      await user('agent'),
      await user('itsm_manager'),
      await user('requester'),
    ];
    const { id } = await must('POST', '/requests', {
      ...anna['by'],
      body: { short_description: 'A phone' },
    });
    const path = `/requests/${id}`;
    for (const one of [agent, manager, anna]) await watch(path, one);
    const author = await user('agent');
    for (const visibility of ['public', 'team', 'private']) {
      await addNote(path, visibility, author['by']);
      await settle();
    }
    const linesOf = (...notes: string[]) =>
      notes.map((one) => `watched.updated ${author['email']} A ${one} note.`);
    assert.deepEqual(await summaryOf(anna, id), linesOf('public'));
    assert.deepEqual(await summaryOf(agent, id), linesOf('public', 'team'));
    assert.deepEqual(
      (await summaryOf(manager, id)).filter((one) => !one.startsWith('approval')),
      linesOf('public', 'team', 'private'),
    );
    const seen = (await must('GET', `${path}/timeline?limit=200`, agent['by']))['data'];
    const mailed = seen.filter(
      ({ notification }: Json) => notification?.type === 'watched.updated',
    );
    assert.equal(mailed.length, 3 + 2, 'the mail about the private note is not listed');
    const own = (await must('GET', `${path}/timeline?limit=200`, anna['by']))['data'];
    assert.doesNotMatch(JSON.stringify(own), /notification|watch/);
  });

  test('a note and a state of one update are one notification, without the note for those who may not read it', async () => {
    const [ada, anna] = [await user('agent'), await user('requester')];
    const { id } = await incident({}, anna['by']);
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await watch(path, anna);
    await update(path, { state: 'in_progress', work_note: 'Ours alone.' });
    assert.deepEqual(await summaryOf(ada, id), ['watched.updated in_progress Ours alone.']);
    assert.deepEqual(await summaryOf(anna, id), ['watched.updated in_progress']);
    assert.doesNotMatch(
      mailsTo(anna)
        .map(({ raw }) => raw)
        .join(),
      /Ours alone/,
    );
  });

  test('records of every type notify their watchers of a new state', async () => {
    const ada = await user('agent');
    const cases: [string, Json, (path: string) => Promise<unknown>, string][] = [
      [
        '/changes',
        { short_description: 'Upgrade' },
        (path) => must('POST', `${path}/reject`, { as: 'super_admin' }),
        'rejected',
      ],
      [
        '/requests',
        { short_description: 'A phone' },
        (path) => must('POST', `${path}/approve`, { as: 'super_admin' }),
        'approved',
      ],
      [
        '/cmdb/cis',
        { name: 'db-7', class: 'server' },
        (path) => update(path, { status: 'retired' }),
        'retired',
      ],
      [
        '/knowledge/articles',
        { title: 'Pools', body: 'x' },
        (path) => update(path, { state: 'review' }),
        'review',
      ],
    ];
    for (const [collection, body, change, state] of cases) {
      const { id } = await must('POST', collection, { body });
      await watch(`${collection}/${id}`, ada);
      await change(`${collection}/${id}`);
      const types = (await summaryOf(ada, id)).filter((one) => one.startsWith('watched'));
      assert.deepEqual(types, [`watched.updated ${state}`], collection);
    }
  });

  test('watchers who lost the right to read the record get nothing', async () => {
    const losses: [string, (person: Json, path: string) => Promise<unknown>][] = [
      [
        'deactivated',
        ({ id }) => must('PATCH', `/users/${id}`, { as: 'super_admin', body: { active: false } }),
      ],
      [
        'another role',
        ({ id }) =>
          must('PATCH', `/users/${id}`, { as: 'super_admin', body: { roles: ['requester'] } }),
      ],
    ];
    for (const [name, lose] of losses) {
      const ada = await user('agent');
      const { id } = await incident();
      const path = `/incidents/${id}`;
      await watch(path, ada);
      await lose(ada, path);
      await update(path, { state: 'in_progress', work_note: 'Secret.' });
      await settle();
      const found = await running.instance.sql('select from notifications where subject = $1', [
        id,
      ]);
      assert.deepEqual([found.length, mailsTo(ada).length], [0, 0], name);
    }
    const [anna, ben] = [await user('requester'), await user('requester')];
    const { id: other } = await incident({ requester: ben['email'] });
    await watch(`/incidents/${other}`, ben);
    await update(`/incidents/${other}`, { requester: anna['email'] });
    await update(`/incidents/${other}`, { state: 'in_progress' });
    assert.deepEqual(await noticesOf(ben, other), [], 'another requester');
  });

  test('the right to read is checked again when the mail is sent', async () => {
    const [ada, ben, eve] = [await user('agent'), await user('agent'), await user('itsm_manager')];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    for (const one of [ada, ben, eve]) await watch(path, one);
    await running.mailbox.stop();
    await addNote(path, 'team');
    await addNote(path, 'private');
    await until('the first attempts', async () => {
      const mails = await running.instance.sql('select attempts from mails where record_id = $1', [
        id,
      ]);
      return mails.length === 4 && mails.every(({ attempts }) => attempts > 0);
    });
    await must('PATCH', `/users/${ada['id']}`, { as: 'super_admin', body: { active: false } });
    await must('PATCH', `/users/${eve['id']}`, { as: 'super_admin', body: { roles: ['agent'] } });
    await running.mailbox.start();
    await until('the mails have ended', async () => {
      await retryMailsNow(running.instance);
      const mails = await running.instance.sql('select ended_at from mails where record_id = $1', [
        id,
      ]);
      return mails.every(({ ended_at }) => ended_at !== null);
    });
    assert.deepEqual(
      [ada, ben, eve].map((one) => mailsTo(one).length),
      [0, 1, 1],
    );
    assert.match(mailsTo(eve)[0]?.mail.text ?? '', /A team note/);
    const { data } = await must('GET', `${path}/timeline?limit=200`);
    const suppressed = data.filter(({ kind }: Json) => kind === 'notification.suppressed');
    assert.deepEqual(
      suppressed.map(({ notification }: Json) => notification),
      [{ type: 'watched.updated', recipients: [ada['email']], reason: 'not_readable' }],
    );
  });

  test('mails to watchers follow their preferences, and do not count towards the limit of the caller', async () => {
    const [ada, ben] = [await user('agent'), await user('agent')];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await watch(path, ben);
    const body = { email: { 'watched.updated': false } };
    await must('PATCH', '/notifications/preferences', { ...ada['by'], body });
    const author = await user('agent');
    await update(path, { state: 'in_progress' }, author['by']);
    assert.equal((await noticesOf(ada, id)).length, 1);
    assert.deepEqual([mailsTo(ada).length, mailsTo(ben).length], [0, 1]);
    const counts = await running.instance.sql('select from mail_counts where caller = $1', [
      author['id'],
    ]);
    assert.deepEqual(counts, []);
  });

  test('a job that runs again notifies nobody twice, and steps of one update are one notification', async () => {
    const ada = await user('agent');
    const { id } = await incident();
    const path = `/incidents/${id}`;
    await watch(path, ada);
    await must('POST', `${path}/resolve`, {
      body: { resolution: 'New disk.', public_note: 'It works.' },
    });
    await settle();
    const [{ version, updated_at }] = await running.instance.sql(
      'select version, updated_at from incidents where id = $1',
      [id],
    );
    const again = {
      type: 'incident',
      id,
      version,
      at: updated_at,
      request_id: 'again',
      caller: 'x',
      mentions: [],
    };
    await running.instance.sql('select graphile_worker.add_job($1, payload := $2)', [
      'notify-of-update',
      JSON.stringify(again),
    ]);
    assert.deepEqual(await summaryOf(ada, id), ['watched.updated resolved It works.']);
  });

  test('bulk updates, a merge and the resolution with a leader notify the watchers', async () => {
    const ada = await user('agent');
    const [one, leader] = [await incident(), await incident()];
    await watch(`/incidents/${one['id']}`, ada);
    await must('POST', '/incidents/bulk', {
      body: { operation: 'update', ids: [one['id']], fields: { state: 'in_progress' } },
    });
    await until('the bulk job', async () => (await noticesOf(ada, one['id'])).length === 1);
    const body = { into: leader['id'], note: 'The same trouble.' };
    await must('POST', `/incidents/${one['id']}/merge`, { body });
    await must('POST', `/incidents/${leader['id']}/resolve`, {
      body: { resolution: 'New disk.', resolve_linked: true },
    });
    await until('the duplicate', async () => (await noticesOf(ada, one['id'])).length === 3);
    assert.deepEqual(
      (await noticesOf(ada, one['id'])).map(({ state, excerpt }) => state ?? excerpt),
      ['in_progress', 'The same trouble.', 'resolved'],
    );
  });

  test('a dry run and a record without watchers queue no job', async () => {
    const ada = await user('agent');
    const { id } = await incident();
    await watch(`/incidents/${id}`, ada);
    await must('POST', '/incidents/bulk', {
      body: { operation: 'update', ids: [id], fields: { state: 'in_progress' }, dry_run: true },
    });
    assert.deepEqual(await noticesOf(ada, id), []);
  });
});
