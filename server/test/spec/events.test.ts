import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../support/harness.ts';
import { section } from './setup.ts';

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
    const emitted = (await instance.events(id)).slice(2);
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
    const emitted = (await instance.events(id)).slice(1);
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
      [1, 2, 3, 4, 5, 6, 7],
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
});
