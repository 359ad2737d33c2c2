import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

const HOUR_MS = 3_600_000;
const onHold = {
  all: [
    { field: 'state', operator: 'eq', value: 'on_hold' },
    { field: 'on_hold_reason', operator: 'eq', value: 'awaiting_caller' },
  ],
};

describe('Rules for which time has to pass', () => {
  let instance: Instance;
  let now = new Date('2026-11-16T09:00:00.000Z');
  before(async () => {
    instance = await startInstance({ now: () => now, worker: true });
  });
  after(() => instance.stop());

  const ok = async (
    method: string,
    path: string,
    body?: Json,
    as = 'itsm_manager',
  ): Promise<Json> => {
    const reply = await instance.call(method, path, { as, ...(body && { body }) } as never);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const rule = (fields: Json = {}) =>
    ok('POST', '/rules', {
      name: 'Remind',
      record_type: 'incident',
      on: 'due',
      when: onHold,
      due: { after_seconds: 7200, since: 'state_since' },
      actions: [{ add_note: { visibility: 'team', text: 'Still waiting.' } }],
      ...fields,
    });
  const read = (id: string) => ok('GET', `/incidents/${id}`, undefined, 'agent');
  const patch = (id: string, fields: Json) => ok('PATCH', `/incidents/${id}`, fields, 'agent');
  const hold = (id: string) => patch(id, { state: 'on_hold', on_hold_reason: 'awaiting_caller' });
  const reportOnHold = async (): Promise<string> => {
    const { id } = await ok('POST', '/incidents', { short_description: 'Printer' }, 'agent');
    await patch(id, { state: 'in_progress' });
    await hold(id);
    return id;
  };
  const pass = (hours: number) => (now = new Date(now.getTime() + hours * HOUR_MS));
  const hasNotes = (id: string, count: number) =>
    until(`${id} has ${count} notes`, async () => (await read(id)).work_notes_count === count);
  /** The sweep would run what is due; a rule that is due at the same time shows that it has. */
  const isSwept = async () => {
    const { id } = await ok(
      'POST',
      '/incidents',
      { short_description: 'Sweep', category: 'sweep' },
      'agent',
    );
    const probe = await rule({
      name: 'Probe',
      when: { all: [{ field: 'category', operator: 'eq', value: 'sweep' }] },
      due: { after_seconds: 60, since: 'updated_at' },
    });
    await until('the probe waits', async () => {
      const [{ n }] = await instance.sql(
        `select count(*)::int as n from due_rules where rule_id = '${probe.id}'`,
      );
      return n > 0;
    });
    now = new Date(now.getTime() + 61_000);
    await hasNotes(id, 1);
    await ok('DELETE', `/rules/${probe.id}`);
  };

  beforeEach(async () => {
    pass(1);
    for (const { id } of (await ok('GET', '/rules?limit=200')).data)
      await ok('DELETE', `/rules/${id}`);
  });

  test('run once when the time has passed, and again after the record left the condition', async () => {
    await rule();
    const id = await reportOnHold();
    pass(2.1);
    await hasNotes(id, 1);
    const { data } = await ok('GET', `/incidents/${id}/timeline`, undefined, 'agent');
    assert.equal(data[0].cause.rule.name, 'Remind');
    assert.match(data[0].actor, /^rules@/);
    pass(5);
    await isSwept();
    assert.equal((await read(id)).work_notes_count, 1);
    await patch(id, { state: 'in_progress' });
    await hold(id);
    pass(2.1);
    await hasNotes(id, 2);
  });

  test('a record that leaves the condition in time is left alone', async () => {
    await rule();
    const id = await reportOnHold();
    pass(1);
    await patch(id, { state: 'in_progress' });
    pass(2);
    await isSwept();
    assert.equal((await read(id)).work_notes_count, 0);
  });

  test('one that is saved finds the records that wait already, and one that is off lets them go', async () => {
    const id = await reportOnHold();
    pass(3);
    const { id: ruleId } = await rule();
    await hasNotes(id, 1);
    await ok('PATCH', `/rules/${ruleId}`, { active: false });
    await until('nothing waits', async () => {
      const [{ n }] = await instance.sql(
        `select count(*)::int as n from due_rules where rule_id = '${ruleId}'`,
      );
      return n === 0;
    });
  });

  test('the rules of updates see what one set, in the same version', async () => {
    await rule({ actions: [{ set: { priority: 'P1' } }] });
    await rule({
      name: 'Escalate',
      on: 'updated',
      due: null,
      when: { all: [{ field: 'priority', operator: 'changed_to', value: 'P1' }] },
      actions: [{ set: { category: 'escalated' } }],
    });
    const id = await reportOnHold();
    const { version } = await read(id);
    pass(2.1);
    await until('it is escalated', async () => (await read(id)).category === 'escalated');
    const record = await read(id);
    assert.deepEqual([record.priority, record.version], ['P1', version + 1]);
    const events = await instance.sql(
      `select type from events where record_id = '${id}' and sequence > (select max(sequence) - 2 from events where record_id = '${id}') order by sequence`,
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['incident.updated', 'incident.priority_changed'],
    );
  });
});
