import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';

describe('Trying and explaining rules', () => {
  let instance: Instance;
  let now = new Date('2026-11-16T09:00:00.000Z');
  before(async () => {
    instance = await startInstance({ now: () => now });
    await ok('POST', '/groups', { name: 'Network', members: [] }, 'super_admin');
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
  const report = (fields: Json = {}) =>
    ok('POST', '/incidents', { short_description: 'Printer', ...fields }, 'agent');
  const network = { all: [{ field: 'category', operator: 'eq', value: 'network' }] };

  test('a preview runs a rule on past writes and changes nothing', async () => {
    const since = now.toISOString();
    const [one, two] = [
      await report({ category: 'network' }),
      await report({ category: 'storage' }),
    ];
    now = new Date(now.getTime() + 60_000);
    await ok('PATCH', `/incidents/${one.id}`, { state: 'in_progress' }, 'agent');
    const rule = {
      record_type: 'incident',
      on: 'created',
      when: network,
      actions: [
        { set: { priority: 'P2' } },
        { assign: { to: 'round_robin', group: 'Network' } },
        { add_note: { visibility: 'team', text: 'Look at {{ id }}.' } },
      ],
    };
    const result = await ok('POST', '/rules/preview', { rule, since });
    assert.deepEqual(
      [result.events, result.runs, result.records, result.is_complete],
      [3, 1, 1, true],
    );
    assert.deepEqual(result.changed, { priority: 1, assignment_group: 1 });
    const [run] = result.sample;
    assert.deepEqual(run.changes.priority, { from: 'P3', to: 'P2' });
    assert.deepEqual(run.notes, [{ visibility: 'team', body: `Look at ${one.id}.` }]);
    assert.equal(run.skipped[0].code, 'nobody_available');
    assert.equal((await ok('GET', `/incidents/${two.id}`, undefined, 'agent')).version, 1);
    const onUpdate = {
      ...rule,
      on: 'updated',
      when: {
        all: [...network.all, { field: 'state', operator: 'changed_to', value: 'in_progress' }],
      },
    };
    const updated = await ok('POST', '/rules/preview', { rule: onUpdate, since });
    assert.deepEqual([updated.runs, updated.sample[0].at], [1, now.toISOString()]);
  });

  test('the fault of a tried rule has a pointer into it', async () => {
    const rule = { record_type: 'incident', on: 'created', actions: [{ set: { priority: 'P9' } }] };
    const reply = await instance.call('POST', '/rules/preview', {
      as: 'itsm_manager',
      body: { rule, since: now.toISOString() },
    });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.errors[0].pointer, '/rule/actions/0/set/priority');
  });

  test('a record tells which rules ran, and which comparison of the others fails', async () => {
    await ok('POST', '/rules', {
      name: 'Network',
      record_type: 'incident',
      on: 'created',
      when: network,
      actions: [{ set: { priority: 'P2' } }],
    });
    await ok('POST', '/rules', {
      name: 'Storage',
      record_type: 'incident',
      on: 'updated',
      when: {
        all: [
          { field: 'priority', operator: 'eq', value: 'P2' },
          { field: 'category', operator: 'eq', value: 'storage' },
        ],
      },
      actions: [{ set: { urgency: 'high' } }],
    });
    const { id } = await report({ category: 'network' });
    const { runs, others } = await ok('GET', `/incidents/${id}/rules`, undefined, 'agent');
    assert.deepEqual(
      runs.map(({ cause }: Json) => cause.rule.name),
      ['Network'],
    );
    assert.deepEqual(
      others.map(({ rule, holds, fails }: Json) => [rule.name, holds, fails]),
      [
        [
          'Storage',
          false,
          [
            {
              pointer: '/all/1',
              field: 'category',
              operator: 'eq',
              value: 'storage',
              actual: 'network',
            },
          ],
        ],
      ],
    );
    const { data } = await ok('GET', '/rules');
    const list = await ok('GET', `/rules/${data[0].id}/runs`, undefined, 'agent');
    assert.deepEqual(
      list.data.map(({ record_id, record_version }: Json) => [record_id, record_version]),
      [[id, 1]],
    );
  });
});
