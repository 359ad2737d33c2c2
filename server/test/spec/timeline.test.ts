import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type RequestOptions, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Timeline', (instance) => {
  const timeline = async (id: string, options: RequestOptions = {}, query = '') =>
    (await instance.call('GET', `/incidents/${id}/timeline${query}`, options)).body;
  const note = async (
    id: string,
    visibility: string,
    options: RequestOptions = { as: 'agent' },
  ) => {
    const body = { body: `words: ${visibility}`, visibility };
    const reply = await instance.call('POST', `/incidents/${id}/notes`, { ...options, body });
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  /** Shows each entry as its kind, the names of its changes and the text of its note. */
  const summarize = ({ data }: Json): string[] =>
    data.map(({ kind, changes, note: added }: Json) =>
      [kind.replace('incident.', ''), ...Object.keys(changes).toSorted(), added?.body]
        .filter(Boolean)
        .join(' '),
    );

  test('a note in the timeline has its attachments as in the list of notes', async () => {
    const { id } = await instance.incident({}, { as: 'agent' });
    const attachments = ['a', 'b'].map((name) => ({
      filename: `${name}.txt`,
      content_type: 'text/plain',
      data: Buffer.from(name).toString('base64'),
    }));
    const { body: added } = await instance.call('POST', `/incidents/${id}/notes`, {
      body: { body: 'See the files.', attachments },
    });
    const [entry] = (await timeline(id)).data;
    assert.deepEqual(entry.note.attachments, added.attachments);
    assert.equal(entry.note.attachments.length, 2);
    const file = await fetch(
      entry.note.attachments[1].url.replace(/^https:[/][/][^/]+/, instance.running.url),
      {
        headers: { authorization: `Bearer ${await instance.running.tokenFor('agent')}` },
      },
    );
    assert.equal(await file.text(), 'b');
  });

  test('a requester reads the conversation and the states with their dates, and nothing of the work behind them', async () => {
    const anna: RequestOptions = { as: 'requester', email: 'anna.berg@example.com' };
    const ada: RequestOptions = { as: 'agent', email: 'ada@example.com' };
    const { id } = await instance.incident({}, anna);
    const patch = (body: Json, by: RequestOptions) =>
      instance.call('PATCH', `/incidents/${id}`, { ...by, body });
    const file = { filename: 'a.txt', content_type: 'text/plain', data: 'YQ==' };
    const shown = await instance.call('POST', `/incidents/${id}/notes`, {
      ...ada,
      body: { body: 'Which room?', visibility: 'public', attachments: [file] },
    });
    await patch({ state: 'in_progress', work_note: 'canary of the team' }, ada);
    for (const hidden of ['team', 'private'])
      await instance.call('POST', `/incidents/${id}/notes`, {
        ...ada,
        body: { body: `canary: ${hidden}`, visibility: hidden, attachments: [file] },
      });
    await patch({ public_note: 'Room 4.' }, anna);
    await patch({ state: 'resolved', resolution: 'New toner.' }, ada);
    await instance.running.sql(
      `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
       select now(), 'canary@example.com', kind, 'incident', $1, 1, 'canary', changes::jsonb
       from (values ('incident.ai_suggested', '{"ai_suggestion": {"from": null, "to": "canary"}}'),
         ('incident.ai_analyzed', '{"ai_analysis": {"from": null, "to": {"model_used": "canary"}}}'),
         ('notification.mailed', '{"notification": {"from": null, "to": {"type": "x", "recipients": ["canary"]}}}'),
         ('notification.suppressed', '{"notification": {"from": null, "to": {"type": "x", "recipients": ["canary"]}}}'))
         as planted (kind, changes)`,
      [id],
    );
    const entries = (await timeline(id, anna)).data.toReversed();
    const conversation = entries.filter((one: Json) => one.note);
    assert.deepEqual(
      conversation.map(({ note: { author, body, attachments } }: Json) => [
        author,
        body,
        attachments,
      ]),
      [
        [ada.email, 'Which room?', shown.body.attachments],
        [anna.email, 'Room 4.', []],
      ],
    );
    assert.deepEqual(
      entries.flatMap(({ at, changes }: Json) =>
        changes.state ? [[changes.state.to, at !== '']] : [],
      ),
      [
        ['new', true],
        ['in_progress', true],
        ['resolved', true],
      ],
    );
    const notes = await instance.call('GET', `/incidents/${id}/notes`, anna);
    assert.deepEqual(
      notes.body.data.map(({ author, body }: Json) => [author, body]),
      conversation.map((one: Json) => [one.note.author, one.note.body]),
    );
    const own = await instance.call('GET', `/incidents/${id}/timeline`, anna);
    assert.doesNotMatch(`${own.text}${notes.text}`, /canary|webhook|recipients/);
    const { text: all } = await instance.call('GET', `/incidents/${id}/timeline`, ada);
    assert.equal(all.match(/"canary@example.com"/g)?.length, 4, 'agents see these entries');
    const hidden = await instance.call('GET', `/incidents/${id}/notes`, ada);
    const team = hidden.body.data.find((one: Json) => one.body === 'canary: team');
    const url = new URL(team.attachments[0].url).pathname.replace(/^.*(?=\/incidents\/)/, '');
    assert.equal((await instance.call('GET', url, anna)).status, 404);
    assert.equal((await instance.call('GET', url, ada)).status, 200);
  });

  test('an edit of a long text shows both texts in full to callers who may read the record now', async () => {
    const [from, to] = ['a '.repeat(30_000), 'b '.repeat(30_000)];
    const { id } = await instance.incident({ description: from }, { as: 'agent' });
    await instance.call('PATCH', `/incidents/${id}`, { as: 'agent', body: { description: to } });
    const [entry] = (await timeline(id, { as: 'agent' })).data;
    assert.deepEqual(entry.changes, { description: { from, to } });
    const other = await instance.call('GET', `/incidents/${id}/timeline`, {
      as: 'requester',
      email: 'other.reader@example.com',
    });
    assert.equal(other.status, 404);
  });

  test('the timeline shows all entries newest first, in the documented form and without a total', async () => {
    const { id } = await instance.incident({ category: 'network' }, { as: 'agent' });
    await instance.patch(id, { state: 'in_progress' });
    const added = await note(id, 'team');
    const body = await timeline(id);
    assert.deepEqual(Object.keys(body), ['data']);
    const [last, moved, made] = body.data;
    assert.deepEqual(Object.keys(last).toSorted(), [
      'actor',
      'at',
      'changes',
      'id',
      'kind',
      'note',
      'record',
      'request_id',
    ]);
    assert.deepEqual(last.note, {
      id: added.id,
      visibility: 'team',
      author: addressOf('agent'),
      body: 'words: team',
      attachments: [],
    });
    assert.deepEqual(last.changes, { work_notes_count: { from: 0, to: 1 } });
    assert.deepEqual(last.record, { type: 'incident', id });
    assert.deepEqual(
      [moved.actor, moved.changes],
      [addressOf('itsm_manager'), { state: { from: 'new', to: 'in_progress' } }],
    );
    assert.deepEqual(
      [made.kind, made.actor, made.changes.category],
      ['incident.created', addressOf('agent'), { from: null, to: 'network' }],
    );
    const audit = await instance.call('GET', `/audit?record=${id}`);
    assert.deepEqual(
      audit.body.data.map((entry: Json) => entry.id),
      body.data.map((entry: Json) => entry.id),
      'two readings of one trail',
    );
  });

  test('each caller sees only the notes they may read, without the entries of hidden notes', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    for (const visibility of ['public', 'team', 'private']) await note(id, visibility);
    await instance.patch(id, { category: 'a', work_note: 'told by the way' });
    const linesFor = async (options: RequestOptions) =>
      summarize(await timeline(id, options)).slice(0, -1);
    const withNotes = [
      'updated category work_notes_count told by the way',
      'updated work_notes_count words: private',
      'updated work_notes_count words: team',
      'updated work_notes_count words: public',
    ];
    for (const as of ['super_admin', 'itsm_manager', 'agent'] as const)
      assert.deepEqual(await linesFor({ as }), withNotes, as);
    // The count covers all notes, so it is hidden too.
    const withoutPrivate = withNotes
      .filter((line) => !line.endsWith('private'))
      .map((line) => line.replace(' work_notes_count', ''));
    assert.deepEqual(await linesFor({ as: 'agent', email: 'other@example.com' }), withoutPrivate);
    assert.deepEqual(await linesFor({ as: 'auditor' }), withoutPrivate);
    assert.deepEqual(await linesFor({ as: 'requester' }), [
      'updated category',
      'updated words: public',
    ]);
    const { text } = await instance.call('GET', `/incidents/${id}/timeline`, { as: 'requester' });
    assert.equal(/team|private|told by the way|work_note"/.test(text), false, text);
  });

  test('pages of a timeline are full and contain every visible entry once, however many are hidden between', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    for (let n = 0; n < 12; n += 1) await note(id, n % 3 === 0 ? 'public' : 'private');
    const options = { as: 'requester' } as const;
    const sizes: number[] = [];
    const ids: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const page = await timeline(id, options, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      sizes.push(page.data.length);
      ids.push(...page.data.map((line: Json) => line.id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(sizes, [2, 2, 1]);
    const whole = await timeline(id, options);
    assert.deepEqual(
      ids,
      whole.data.map((line: Json) => line.id),
    );
    const oldest = await timeline(id, options, '?order=asc');
    assert.deepEqual(oldest.data.toReversed(), whole.data);
    const { next_cursor: cursor } = await timeline(id, options, '?limit=1');
    const foreign = await instance.call(
      'GET',
      `/incidents/${id}/timeline?limit=1&cursor=${cursor}`,
      {
        as: 'agent',
      },
    );
    assert.deepEqual([foreign.status, foreign.body.code], [400, 'invalid_cursor']);
  });

  test("the timeline of another's or a deleted incident is 404, and a restored one shows deletion and restoration", async () => {
    const { id } = await instance.incident();
    const path = `/incidents/${id}/timeline`;
    assert.equal((await instance.call('GET', path, { as: 'requester' })).status, 404);
    await instance.call('DELETE', `/incidents/${id}`);
    assert.equal((await instance.call('GET', path)).status, 404);
    await instance.call('POST', `/incidents/${id}/restore`);
    assert.deepEqual(summarize(await timeline(id)).slice(0, 2), [
      'restored deleted',
      'deleted deleted',
    ]);
  });
});
