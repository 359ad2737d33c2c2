// People who are mentioned in a note are notified and watch the record; those who may not read it get nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, RequestOptions } from '../support/harness.ts';
import { notifiedPeople } from '../support/notified-people.ts';
import { until } from '../support/processes.ts';

describe('Mentions', () => {
  const running = notifiedPeople('example.com');
  const { user, must, incident, settle, mailsTo } = running;
  const addNote = (path: string, text: string, visibility = 'team', options: RequestOptions = {}) =>
    must('POST', `${path}/notes`, { as: 'agent', ...options, body: { body: text, visibility } });
  const typesOf = async ({ by }: Json): Promise<string[]> => {
    await settle();
    const { body } = await running.instance.call('GET', '/notifications', by);
    return body.data.map(({ type }: Json) => type).toReversed();
  };
  const watchersOf = async (path: string): Promise<string[][]> =>
    (await must('GET', `${path}/participants`))['participants']
      .filter(({ kind }: Json) => kind === 'watcher')
      .map(({ email, source }: Json) => [email, source]);

  test('a mentioned person is notified once, watches from then on, and the update names the watcher', async () => {
    const [ada, ben] = [await user('agent', 'Ada Ellis-Ode'), await user('agent')];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    const note = await addNote(
      path,
      `@${ada['email'].toUpperCase()} and @Ada ellis-ode, please look.`,
    );
    assert.equal(note['warnings'], undefined);
    assert.deepEqual(await typesOf(ada), ['mention']);
    assert.deepEqual(await watchersOf(path), [[ada['email'], 'mention']]);
    assert.deepEqual((await must('GET', path))['version'], 2);
    const [mail, ...others] = mailsTo(ada);
    assert.deepEqual(
      [mail?.mail.subject, others],
      [`agent@example.com mentions you in ${id}: Mail is slow`, []],
    );
    assert.match(mail?.mail.text ?? '', /please look\./);
    const entry = (await must('GET', `${path}/timeline`))['data'].find(
      ({ kind }: Json) => kind === 'incident.updated',
    );
    assert.deepEqual(entry.changes.watchers, { from: [], to: [ada['email']] });
    await addNote(path, `@${ben['email']}`, 'team');
    await addNote(path, `Again, @${ada['email']}`, 'team');
    assert.deepEqual(await typesOf(ada), ['mention', 'watched.updated', 'mention']);
    assert.deepEqual(await typesOf(ben), ['mention', 'watched.updated']);
  });

  test('notes of every type and of PATCH, resolve, merge and bulk updates mention', async () => {
    const ada = await user('agent');
    const text = `@${ada['email']}`;
    const [leader, one] = [await incident(), await incident()];
    const change = await must('POST', '/changes', { body: { short_description: 'Upgrade' } });
    const request = await must('POST', '/requests', { body: { short_description: 'A phone' } });
    await addNote(`/changes/${change['id']}`, text);
    await addNote(`/requests/${request['id']}`, text);
    await must('PATCH', `/incidents/${one['id']}`, { body: { work_note: text } });
    await must('POST', `/incidents/${one['id']}/merge`, {
      body: { into: leader['id'], note: text },
    });
    await must('POST', `/incidents/${leader['id']}/resolve`, {
      body: { resolution: 'x', public_note: text },
    });
    const other = await incident();
    const { job_id } = await must('POST', '/incidents/bulk', {
      body: { operation: 'update', ids: [other['id']], fields: { work_note: text } },
    });
    await until(
      'the bulk job',
      async () => (await must('GET', `/jobs/${job_id}`))['status'] === 'completed',
    );
    assert.deepEqual(
      await typesOf(ada),
      Array.from({ length: 6 }, () => 'mention'),
    );
    assert.deepEqual(await watchersOf(`/changes/${change['id']}`), [[ada['email'], 'mention']]);
  });

  test('one who may not read the record or the note gets nothing, and the response warns', async () => {
    const [anna, agent, manager, gone] = [
      await user('requester'),
      await user('agent'),
      await user('itsm_manager'),
      await user('agent'),
    ];
    await must('PATCH', `/users/${gone['id']}`, { as: 'super_admin', body: { active: false } });
    const { id } = await incident();
    const path = `/incidents/${id}`;
    const warning = (pointer: string, { email }: Json) => ({
      pointer,
      code: 'mention_not_readable',
      mention: `@${email}`,
    });
    const everybody = [anna, agent, manager, gone].map(({ email }) => `@${email}`).join(' ');
    const cases: [string, Json[]][] = [
      ['public', [anna, gone]],
      ['team', [anna, gone]],
      ['private', [anna, agent, gone]],
    ];
    for (const [visibility, unreadable] of cases) {
      const { warnings } = await addNote(path, everybody, visibility);
      assert.deepEqual(
        warnings,
        unreadable.map((one) => warning('/body', one)),
        visibility,
      );
    }
    const { warnings } = await must('PATCH', path, {
      body: { work_note: `@${anna['email']}`, public_note: `@${gone['email']}` },
    });
    assert.deepEqual(warnings, [warning('/work_note', anna), warning('/public_note', gone)]);
    const { job_id } = await must('POST', '/incidents/bulk', {
      body: { operation: 'update', ids: [id], fields: { work_note: `@${anna['email']}` } },
    });
    const job = await until('the bulk job', async () => {
      const found = await must('GET', `/jobs/${job_id}`);
      return found['status'] === 'completed' && found;
    });
    assert.deepEqual(job['results'][0].warnings, [warning('/work_note', anna)]);
    assert.deepEqual(await typesOf(anna), []);
    assert.deepEqual(await typesOf(agent), [
      'mention',
      'mention',
      'watched.updated',
      'watched.updated',
    ]);
    assert.deepEqual((await typesOf(manager)).slice(0, 3), ['mention', 'mention', 'mention']);
    assert.deepEqual([mailsTo(anna), mailsTo(gone)], [[], []]);
    const notes = await must('GET', `${path}/notes`);
    assert.ok(notes['data'].every((note: Json) => !('warnings' in note)));
  });

  test('a mention in a private note shows nobody else that there is such a note', async () => {
    const [agent, manager, author] = [
      await user('agent'),
      await user('itsm_manager'),
      await user('agent'),
    ];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    await addNote(path, `@${manager['email']} they are difficult.`, 'private', author['by']);
    assert.deepEqual(await typesOf(manager), ['mention']);
    assert.deepEqual(await watchersOf(path), [[manager['email'], 'added']]);
    const { data } = await must('GET', `${path}/timeline`, agent['by']);
    assert.deepEqual(
      data.slice(0, -1).map(({ kind, note, changes }: Json) => [kind, note, changes]),
      [['incident.updated', undefined, { watchers: { from: [], to: [manager['email']] } }]],
    );
  });

  test('the requester is mentioned in public notes of their own record, and gets one notification', async () => {
    const anna = await user('requester');
    const own = await incident({}, anna['by']);
    const request = await must('POST', '/requests', {
      ...anna['by'],
      body: { short_description: 'A phone' },
    });
    const text = `@${anna['email']}, which one?`;
    await addNote(`/requests/${request['id']}`, text, 'public');
    assert.deepEqual(await typesOf(anna), ['mention']);
    assert.match(
      mailsTo(anna)[0]?.mail.subject ?? '',
      new RegExp(`mentions you in ${request['id']}`),
    );
    await addNote(`/incidents/${own['id']}`, text, 'public');
    assert.deepEqual(await typesOf(anna), ['mention', 'incident.answered']);
    assert.deepEqual(await watchersOf(`/incidents/${own['id']}`), [[anna['email'], 'mention']]);
    const { participants, watching } = await must(
      'GET',
      `/incidents/${own['id']}/participants`,
      anna['by'],
    );
    assert.deepEqual([participants.map(({ kind }: Json) => kind), watching], [['requester'], true]);
  });

  test('a requester who mentions gets no warnings, and learns of no watcher', async () => {
    const [anna, ben, ada] = [
      await user('requester'),
      await user('requester'),
      await user('agent'),
    ];
    const { id } = await incident({}, anna['by']);
    const path = `/incidents/${id}`;
    const text = `@${ben['email']} @${ada['email']} @nobody@example.com`;
    const note = await addNote(path, text, 'public', anna['by']);
    assert.equal(note['warnings'], undefined);
    assert.deepEqual([await typesOf(ben), await typesOf(ada)], [[], ['mention']]);
    const events = await running.instance.call('GET', `/events?record=${id}`, anna['by']);
    const { text: timeline } = await running.instance.call('GET', `${path}/timeline`, anna['by']);
    assert.doesNotMatch([events.text, timeline].join(), /watchers/);
    await addNote(path, `@${(await user('agent'))['email']}`, 'team');
    const later = await running.instance.call('GET', `/events?record=${id}`, anna['by']);
    assert.deepEqual(later.body.data.length, events.body.data.length, 'a team note that mentions');
  });

  test('a name of several people is a warning, and an unknown one or the own one is text', async () => {
    const one = await user('agent', 'Kim Doe');
    await user('agent', 'kim doe');
    const [kim, unique] = [await user('agent', 'Kim'), await user('agent', 'Kim Doe Senior')];
    const { id } = await incident();
    const path = `/incidents/${id}`;
    const { warnings } = await addNote(path, 'Ask @Kim Doe, or @kim doe!');
    assert.deepEqual(warnings, [
      { pointer: '/body', code: 'mention_ambiguous', mention: '@Kim Doe' },
    ]);
    assert.equal((await addNote(path, 'Ask @Nobody Known and @here'))['warnings'], undefined);
    await addNote(path, '@Kim Doe Senior, or @Kim.');
    await addNote(path, `I am @${one['email']}`, 'team', one['by']);
    assert.deepEqual(await typesOf(one), []);
    assert.deepEqual(await watchersOf(path), [
      [unique['email'], 'mention'],
      [kim['email'], 'mention'],
    ]);
    await must('PATCH', `/users/${one['id']}`, { as: 'super_admin', body: { active: false } });
    await addNote(path, 'Now only one is @Kim Doe');
    assert.equal((await watchersOf(path)).length, 3);
  });

  test('a former address mentions the person', async () => {
    const ada = await user('agent');
    await must('PATCH', `/users/${ada['id']}`, {
      as: 'super_admin',
      body: { email: `new.${ada['email']}` },
    });
    const { id } = await incident();
    await addNote(`/incidents/${id}`, `@${ada['email']}`);
    assert.deepEqual(await watchersOf(`/incidents/${id}`), [[`new.${ada['email']}`, 'mention']]);
  });

  test('code mentions nobody', async () => {
    const ada = await user('agent');
    const { id } = await incident();
    const text = `\`@${ada['email']}\`\n\n    @${ada['email']}\n\n\`\`\`\n@${ada['email']}\n\`\`\``;
    await addNote(`/incidents/${id}`, text);
    assert.deepEqual(await watchersOf(`/incidents/${id}`), []);
  });

  test('a note mentions at most 20 people, and the response warns of more', async () => {
    const many: Json[] = [];
    while (many.length < 21) many.push(await user('agent'));
    const { id } = await incident();
    const path = `/incidents/${id}`;
    const text = many.map(({ email }) => `@${email} @${email}`).join(' ');
    const { warnings } = await addNote(path, text);
    assert.deepEqual(warnings, [{ pointer: '/body', code: 'too_many_mentions' }]);
    assert.deepEqual(
      (await watchersOf(path)).map(([email]) => email),
      many.slice(0, 20).map(({ email }) => email),
    );
  });

  test('a full list of participants gets no watcher, and the mentioned person is notified', async () => {
    const ada = await user('agent');
    const { id } = await incident();
    const path = `/incidents/${id}`;
    const participants = Array.from({ length: 100 }, (_, n) => ({
      email: `cc${n}@example.com`,
      kind: 'cc',
    }));
    await must('PUT', `${path}/participants`, { body: { participants } });
    await addNote(path, `@${ada['email']}`);
    assert.deepEqual([await watchersOf(path), await typesOf(ada)], [[], ['mention']]);
  });

  test('a mail is not sent to somebody who turned off mentions, or who lost the right meanwhile', async () => {
    const [ada, ben] = [await user('agent'), await user('agent')];
    await must('PATCH', '/notifications/preferences', {
      ...ada['by'],
      body: { email: { mention: false } },
    });
    const { id } = await incident();
    await running.mailbox.stop();
    await addNote(`/incidents/${id}`, `@${ada['email']} @${ben['email']}`);
    await until('both mails', async () => {
      const mails = await running.instance.sql('select attempts from mails where record_id = $1', [
        id,
      ]);
      return mails.length === 2 && mails.every(({ attempts }) => attempts > 0);
    });
    await must('PATCH', `/users/${ben['id']}`, {
      as: 'super_admin',
      body: { roles: ['requester'] },
    });
    await running.mailbox.start();
    await until('the mails have ended', async () => {
      await running.instance.sql(
        'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
      );
      const mails = await running.instance.sql('select ended_at from mails where record_id = $1', [
        id,
      ]);
      return mails.every(({ ended_at }) => ended_at !== null);
    });
    assert.deepEqual([mailsTo(ada), mailsTo(ben)], [[], []]);
    assert.deepEqual(await typesOf(ada), ['mention']);
  });

  test('the note of an inbound webhook mentions nobody', async () => {
    const ada = await user('agent');
    const hook = await must('POST', '/webhooks/inbound', {
      body: {
        name: 'Monitoring',
        field_mapping: { short_description: '{{ title }}' },
        dedup_key: '{{ key }}',
        secret_enabled: false,
      },
    });
    const send = (title: string) =>
      running.instance.call('POST', `/webhooks/inbound/${hook['id']}`, {
        as: null,
        body: { title, key: 'a' },
      });
    const { body } = await send('Disk full');
    await send(`Disk full @${ada['email']}`);
    const notes = await must('GET', `/incidents/${body.incident_id}/notes`);
    assert.equal(notes['data'].length, 1);
    assert.deepEqual(await watchersOf(`/incidents/${body.incident_id}`), []);
  });
});
