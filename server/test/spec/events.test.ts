import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contractEvents } from '../support/contract-events.ts';
import { emitPast } from '../../src/events/index.ts';
import { loadArticles } from '../../src/knowledge/index.ts';
import { addressOf, type Json, type RequestOptions } from '../support/harness.ts';
import { section, type TestInstance } from './setup.ts';

type Role = NonNullable<RequestOptions['as']>;

const ofContract = (events: readonly Json[]): Json[] =>
  events.filter(({ type }) => contractEvents.includes(type));

const testEveryType = (instance: TestInstance) => () => {
  const call = async (method: string, path: string, body?: Json, as: Role = 'itsm_manager') => {
    const reply = await instance.call(method, path, { as, ...(body && { body }) });
    assert.ok(reply.status < 300, reply.text);
    return reply.body;
  };
  /** Returns the types of the record's events, whose sequences must have no gap. */
  const typesOf = async (id: string): Promise<string[]> => {
    const events = await instance.events(id);
    assert.deepEqual(
      events.map(({ sequence, data }) => [sequence, data.sequence]),
      events.map((_, n) => [n + 1, n + 1]),
    );
    return events.map(({ type }) => type);
  };
  const lastOf = async (id: string): Promise<Json> => (await instance.events(id)).at(-1);

  test('a change emits created and updated after the events of the contract', async () => {
    const { id } = await call('POST', '/changes', { short_description: 'x' }, 'agent');
    await call('POST', `/changes/${id}/approve`, {});
    const { data } = await lastOf(id);
    assert.deepEqual(Object.keys(data.changes), ['state', 'approvals']);
    await call('PATCH', `/changes/${id}`, { test_plan: 'None.' });
    await call('POST', `/changes/${id}/notes`, { body: 'Words.', visibility: 'private' });
    await call('POST', `/changes/${id}/notes`, { body: 'Words.' });
    assert.equal((await lastOf(id)).data.note.visibility, 'team');
    assert.deepEqual(await typesOf(id), [
      'change.submitted',
      'change.created',
      'change.approved',
      'change.updated',
      'change.updated',
      'change.updated',
    ]);
    const draft = await call('POST', '/changes', { short_description: 'x', state: 'draft' });
    assert.deepEqual(await typesOf(draft.id), ['change.created']);
  });

  test('a service request emits created and updated after the events of the contract', async () => {
    const { id } = await call('POST', '/requests', { short_description: 'x' }, 'requester');
    await call('POST', `/requests/${id}/approve`, {});
    await call('POST', `/requests/${id}/fulfil`, {});
    assert.deepEqual((await lastOf(id)).data.changes.state, { from: 'approved', to: 'fulfilled' });
    assert.deepEqual(await typesOf(id), [
      'request.submitted',
      'request.created',
      'request.approved',
      'request.updated',
      'request.updated',
    ]);
  });

  test('a CI emits created and updated, and its relations are among the changes', async () => {
    const one = await call('POST', '/cmdb/cis', { name: 'one', class: 'server' });
    const two = await call('POST', '/cmdb/cis', { name: 'two', class: 'server' });
    const relations = [{ type: 'depends_on', ci_id: one.id }];
    await call('PATCH', `/cmdb/cis/${two.id}`, { relations });
    assert.deepEqual((await lastOf(two.id)).data.changes, {
      relations: { from: [], to: relations },
    });
    await call('PATCH', `/cmdb/cis/${two.id}`, { relations });
    const long = 'x'.repeat(2000);
    await call('PATCH', `/cmdb/cis/${two.id}`, { attributes: { notes: [long, 'short'] } });
    assert.deepEqual((await lastOf(two.id)).data.changes.attributes, {
      from: {},
      to: { notes: ['x'.repeat(1000), 'short'] },
      truncated: true,
    });
    assert.deepEqual(await typesOf(two.id), ['ci.created', 'ci.updated', 'ci.updated']);
  });

  test('deleting an incident emits incident.updated, then incident.deleted; restoring it emits incident.updated', async () => {
    const { id } = await instance.incident();
    await call('DELETE', `/incidents/${id}`);
    assert.deepEqual((await lastOf(id)).data.changes, { deleted: { from: false, to: true } });
    await call('POST', `/incidents/${id}/restore`);
    assert.deepEqual(await typesOf(id), [
      'incident.created',
      'incident.updated',
      'incident.deleted',
      'incident.updated',
    ]);
  });

  test('a note that comes with an update emits incident.note_added after all other events', async () => {
    const { id } = await instance.incident();
    await instance.walk(id, 'in_progress');
    const update = { state: 'resolved', priority: 'P1', resolution: 'Done.', work_note: 'Words.' };
    await instance.patch(id, update);
    assert.deepEqual((await typesOf(id)).slice(2), [
      'incident.updated',
      'incident.priority_changed',
      'incident.resolved',
      'incident.note_added',
    ]);
    const { data } = await lastOf(id);
    assert.deepEqual(Object.keys(data.note), ['id', 'author', 'visibility']);
    assert.equal('changes' in data, false);
  });

  test('only public notes are quoted, up to 1,000 characters, and private notes emit nothing', async () => {
    const { id } = await instance.incident();
    const add = (body: string, visibility: string) =>
      call('POST', `/incidents/${id}/notes`, { body, visibility });
    const notes = [await add('Among us.', 'team'), await add('Restarted.', 'public')];
    await add('Salaries.', 'private');
    notes.push(await add('x'.repeat(1001), 'public'));
    assert.deepEqual((await typesOf(id)).slice(1), [
      'incident.updated',
      'incident.note_added',
      'incident.updated',
      'incident.note_added',
      'incident.updated',
      'incident.note_added',
    ]);
    const added = (await instance.events(id)).filter(({ type }) => type === 'incident.note_added');
    const quotes = [{}, { body: 'Restarted.' }, { body: 'x'.repeat(1000), truncated: true }];
    assert.deepEqual(
      added.map(({ data }) => data.note),
      notes.map(({ id: note, author, visibility }, n) => ({
        id: note,
        author,
        visibility,
        ...quotes[n],
      })),
    );
  });

  test('loaded records of the past have the events that requests would have left', async () => {
    const { id } = await call('POST', '/knowledge/articles', { title: 'x', body: 'y' }, 'agent');
    await call('PATCH', `/knowledge/articles/${id}`, { state: 'review' }, 'agent');
    await call('POST', `/knowledge/articles/${id}/publish`);
    const requested = await typesOf(id);
    await instance.running.deps.db.transaction().execute(async (tx) => {
      const context = {
        actor: { id: 'a', email: 'a@example.com', roles: [] },
        requestId: 'r',
        now: new Date(),
        baseUrl: 'https://desk.example.com',
      } as never;
      const { title, body, summary, category, tags, language } = await call(
        'GET',
        `/knowledge/articles/${id}`,
      );
      const text = { title, body, summary, category, tags, language };
      const [written, reviewed, published] = [context, context, context];
      await emitPast(
        tx,
        await loadArticles(tx, [{ text, written, reviewed, published, views: 0 }]),
      );
    });
    const [{ loaded, event_sequence }] = await instance.running.sql(
      'select id as loaded, event_sequence from articles where id <> $1',
      [id],
    );
    assert.deepEqual(await typesOf(loaded), requested);
    assert.equal(event_sequence, requested.length);
  });
};

section('Events of incidents', (instance) => {
  test('creating an incident emits incident.created with the data of the contract', async () => {
    const { id } = await instance.incident({ short_description: 'Mail is slow', priority: 'P2' });
    const [event] = await instance.events(id);
    assert.deepEqual([event.type, event.relayed_at], ['incident.created', null]);
    assert.deepEqual(event.data, {
      id,
      short_description: 'Mail is slow',
      priority: 'P2',
      state: 'new',
      category: null,
      assignment_group: null,
      assigned_to: null,
      requester: null,
      ci_id: null,
      url: `https://desk.example.com/prod/api/v1/incidents/${id}`,
      html_url: `https://desk.example.com/console/incidents/${id}`,
      sequence: 1,
    });
  });

  test('one PATCH emits at most one event of each type: updated, priority_changed, resolved', async () => {
    const { id } = await instance.incident();
    await instance.walk(id, 'in_progress');
    await instance.patch(id, {
      state: 'resolved',
      priority: 'P1',
      resolution: 'Restarted.',
      work_note: 'Done.',
    });
    const emitted = ofContract(await instance.events(id)).slice(2);
    assert.deepEqual(
      emitted.map((event) => event.type),
      ['incident.updated', 'incident.priority_changed', 'incident.resolved'],
    );
    const changed = [
      'priority',
      'resolution',
      'resolved_at',
      'sla_breach_at',
      'state',
      'work_notes_count',
    ];
    for (const { data } of emitted) {
      assert.deepEqual(Object.keys(data.changes).toSorted(), changed);
      assert.deepEqual(data.changes.priority, { from: 'P3', to: 'P1' });
      assert.equal(data.note.author, addressOf('itsm_manager'));
      assert.equal(JSON.stringify(data).includes('Done.'), false, 'never the body of a note');
    }
  });

  test('a field change emits incident.updated, a priority change incident.priority_changed after it', async () => {
    const { id } = await instance.incident();
    await instance.patch(id, { category: 'network' });
    await instance.patch(id, { priority: 'P2' });
    const types = (await instance.events(id)).map((event) => event.type);
    assert.deepEqual(types, [
      'incident.created',
      'incident.updated',
      'incident.updated',
      'incident.priority_changed',
    ]);
  });

  test('team and public notes emit incident.updated without their text; private ones emit nothing', async () => {
    const { id } = await instance.incident();
    for (const visibility of ['team', 'private', 'public']) {
      await instance.call('POST', `/incidents/${id}/notes`, {
        body: { body: 'secret words', visibility },
      });
    }
    const emitted = ofContract(await instance.events(id)).slice(1);
    assert.deepEqual(
      emitted.map(({ type, data }) => [type, data.note.visibility, data.changes]),
      [
        ['incident.updated', 'team', { work_notes_count: { from: 0, to: 1 } }],
        ['incident.updated', 'public', { work_notes_count: { from: 2, to: 3 } }],
      ],
    );
    assert.equal(JSON.stringify(emitted).includes('secret words'), false);
    assert.deepEqual(Object.keys(emitted[0].data.note).toSorted(), ['author', 'id', 'visibility']);
  });

  test('an event has only the first 1,000 characters of a long value and says so; the audit entry has all of it', async () => {
    const { id } = await instance.incident({ description: 'short' });
    const long = `${'x'.repeat(999)}\u{1F600}${'y'.repeat(5000)}`;
    await instance.patch(id, { description: long, category: 'mail' });
    const { changes } = (await instance.events(id))[1].data;
    assert.deepEqual(changes, {
      description: { from: 'short', to: 'x'.repeat(999), truncated: true },
      category: { from: null, to: 'mail' },
    });
    const [shown] = (await instance.call('GET', `/events?record=${id}&type=incident.updated`)).body
      .data;
    assert.deepEqual(shown.data.changes, changes);
    const { body } = await instance.call('GET', `/audit?record=${id}&kind=incident.updated`);
    assert.deepEqual(body.data[0].changes.description, { from: 'short', to: long });
  });

  test('sequences have no gaps within a record, and positions ascend with them', async () => {
    const { id } = await instance.incident();
    const writes = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(
      writes.map((category) => instance.patch(id, { category, work_note: category })),
    );
    const events = await instance.events(id);
    assert.deepEqual(
      events.map((event) => event.sequence),
      Array.from({ length: 13 }, (_, n) => n + 1),
    );
    const positions = events.map((event) => Number(event.position));
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    );
  });

  test('a failed write leaves no row, event or audit entry', async () => {
    const { id, version } = await instance.incident();
    const { sql } = instance.running;
    await sql(
      `create or replace function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`,
    );
    await sql(
      `create trigger planted before insert on events for each row when (new.record_id = '${id}') execute function planted()`,
    );
    const { status, body } = await instance.patch(id, { category: 'lost', work_note: 'lost' });
    await sql('drop trigger planted on events');
    assert.deepEqual([status, body.code], [500, 'internal_error']);
    const read = await instance.call('GET', `/incidents/${id}`);
    assert.deepEqual(
      [read.body.version, read.body.category, read.body.work_notes_count],
      [version, null, 0],
    );
    const entries = await sql('select kind from entries where record_id = $1', [id]);
    assert.deepEqual(entries, [{ kind: 'incident.created' }]);
  });

  describe('Events of every record type', testEveryType(instance));
});
