import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOf, type Instance, type Json, startInstance } from '../support/harness.ts';

const whenField = (field: string, value: unknown, operator = 'eq') => ({
  all: [{ field, operator, value }],
});

describe('Rules', () => {
  let instance: Instance;
  let now = new Date('2026-11-16T09:00:00.000Z');
  before(async () => {
    instance = await startInstance({ now: () => now, worker: true });
  });
  after(() => instance.stop());

  const request = (method: string, path: string, body?: Json, as = 'itsm_manager') =>
    instance.call(method, path, { as, ...(body && { body }) } as never);
  const ok = async (method: string, path: string, body?: Json, as?: string): Promise<Json> => {
    const reply = await request(method, path, body, as);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const rule = (fields: Json = {}) =>
    ok('POST', '/rules', {
      name: 'Routing',
      record_type: 'incident',
      on: 'created',
      actions: [{ set: { category: 'network' } }],
      ...fields,
    });
  const report = (fields: Json = {}, as = 'agent') =>
    ok('POST', '/incidents', { short_description: 'Printer is out of toner', ...fields }, as);
  const patch = (id: string, fields: Json, as = 'agent') =>
    ok('PATCH', `/incidents/${id}`, fields, as);
  const timeline = async (id: string, as = 'agent'): Promise<Json[]> =>
    (await ok('GET', `/incidents/${id}/timeline`, undefined, as)).data;
  const runsIn = async (id: string) =>
    (await timeline(id)).filter(({ cause }) => cause?.kind === 'rule').toReversed();

  beforeEach(async () => {
    now = new Date(now.getTime() + 3_600_000);
    for (const { id } of (await ok('GET', '/rules?limit=200')).data)
      await ok('DELETE', `/rules/${id}`);
  });

  test('a new record is changed in its first version, with one set of events', async () => {
    const { id: ruleId } = await rule({
      name: 'Network',
      when: whenField('category', 'network'),
      actions: [
        { set: { priority: 'P2' } },
        { add_note: { visibility: 'team', text: 'Look at {{ category }} of {{ id }}.' } },
      ],
    });
    const incident = await report({ category: 'network' });
    assert.deepEqual(
      [incident.priority, incident.version, incident.work_notes_count],
      ['P2', 1, 1],
    );
    const entries = await timeline(incident.id);
    assert.equal(entries.length, 2);
    const [created, ran] = entries.toReversed() as [Json, Json];
    assert.equal(created.changes.priority.to, 'P3', 'the entry of the caller has what it sent');
    assert.equal(created.changes.work_notes_count, undefined);
    assert.deepEqual(ran.changes.priority, { from: 'P3', to: 'P2' });
    assert.deepEqual(ran.changes.work_notes_count, { from: 0, to: 1 });
    assert.match(ran.actor, /^rules@clients\./);
    assert.deepEqual(ran.cause, {
      kind: 'rule',
      rule: { id: ruleId, version: 1, name: 'Network' },
      inputs: { category: 'network' },
    });
    assert.equal(ran.note.body, `Look at network of ${incident.id}.`);
    assert.deepEqual(ran.note.via, { rule: ruleId, version: 1 });
    const events = await instance.sql(
      `select type, sequence, data from events where record_id = '${incident.id}' order by sequence`,
    );
    assert.deepEqual(
      events.map(({ type, sequence }) => `${sequence} ${type}`),
      ['1 incident.created', '2 incident.note_added'],
    );
    assert.equal(events[0]?.data.priority, 'P2');
  });

  test('run in order, each sees what earlier ones set, and one stops the others', async () => {
    await rule({
      name: 'third',
      position: 30,
      when: whenField('subcategory', 'dns'),
      actions: [{ set: { urgency: 'high' } }],
    });
    await rule({ name: 'first', position: 10, actions: [{ set: { category: 'network' } }] });
    await rule({
      name: 'second',
      position: 20,
      when: whenField('category', 'network'),
      actions: [{ set: { subcategory: 'dns' } }],
    });
    const incident = await report();
    assert.deepEqual(
      [incident.category, incident.subcategory, incident.urgency],
      ['network', 'dns', 'high'],
    );
    const { data } = await ok('GET', '/rules');
    await ok('PATCH', `/rules/${data[1].id}`, { stop: true });
    const stopped = await report();
    assert.deepEqual([stopped.subcategory, stopped.urgency], ['dns', null]);
  });

  test('an update runs them once, over the record as it would be', async () => {
    await rule({
      on: 'updated',
      when: { all: [{ field: 'state', operator: 'changed_to', value: 'in_progress' }] },
      actions: [
        { set: { category: 'network' } },
        { add_note: { visibility: 'public', text: 'We are on it.' } },
      ],
    });
    const { id } = await report();
    const updated = await patch(id, { state: 'in_progress' });
    assert.deepEqual([updated.category, updated.version], ['network', 2]);
    const again = await patch(id, { urgency: 'low' });
    assert.equal(again.work_notes_count, 1);
    assert.equal((await runsIn(id)).length, 1);
    const events = await instance.sql(
      `select type, data from events where record_id = '${id}' and sequence > 1 order by sequence limit 2`,
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['incident.updated', 'incident.note_added'],
    );
    assert.deepEqual(Object.keys(events[0]?.data.changes).toSorted(), [
      'category',
      'state',
      'work_notes_count',
    ]);
  });

  test('an action that cannot apply is skipped and named', async () => {
    await rule({
      on: 'updated',
      actions: [{ set: { state: 'closed' } }, { set: { urgency: 'high' } }],
    });
    const { id } = await report();
    const updated = await patch(id, { category: 'network' });
    assert.deepEqual([updated.state, updated.urgency], ['new', 'high']);
    const [run] = await runsIn(id);
    assert.deepEqual(
      run?.cause.skipped.map(({ action, code }: Json) => [action, code]),
      [['set', 'invalid_transition']],
    );
  });

  test('requesters see neither their reasons nor runs that changed nothing', async () => {
    await rule({
      when: whenField('category', 'network'),
      actions: [
        { set: { priority: 'P2' } },
        { assign: { to: 'person', person: addressOf('agent') } },
      ],
    });
    await rule({ name: 'Silent', actions: [{ set: { state: 'closed' } }] });
    const { id } = await report({ category: 'network' }, 'requester');
    const [own, all] = [await timeline(id, 'requester'), await timeline(id)];
    assert.equal(all.length, 3);
    assert.equal(own.length, 2);
    assert.ok(own.every(({ cause }) => cause === undefined));
  });
});
