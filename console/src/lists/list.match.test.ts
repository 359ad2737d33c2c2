import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDecidable, reasonForLeaving } from './list.match.ts';

const row = {
  id: 'INC1',
  state: 'new',
  priority: 'P2',
  assigned_to: null,
  assignment_group: 'Web Platform',
  ci_ids: ['CI1'],
};

describe('A row that changed', () => {
  test('a changed row stays in the list while each filter has its value', () => {
    assert.equal(
      reasonForLeaving(row, { state: 'new,on_hold', priority: 'P2', q: 'text' }),
      undefined,
    );
    assert.equal(reasonForLeaving(row, { ci_ids: 'CI2' }), undefined, 'the service alone knows');
  });

  const left: [query: Record<string, string>, fields: object, text: string][] = [
    [{ state: 'new' }, { state: 'in_progress' }, 'in progress'],
    [{ priority: 'P2' }, { priority: 'P1' }, 'now P1'],
    [{ assigned_to: 'ada@example.com' }, {}, 'unassigned'],
    [{ without: 'assigned_to' }, { assigned_to: 'luca@example.com' }, 'assigned to Luca'],
    [{ assignment_group: 'Network' }, {}, 'now Web Platform'],
    [{ last_reply: 'requester' }, { last_reply_by: 'us' }, 'answered by us'],
    [{ assignment_group: 'Network' }, { assignment_group: null }, 'no group'],
  ];
  for (const [query, fields, text] of left)
    test(`a row that left the list of ${JSON.stringify(query)} says “${text}”`, () => {
      assert.equal(reasonForLeaving({ ...row, ...fields }, query), text);
    });

  test('a duplicate leaves a list without duplicates, whatever other fields the list names', () => {
    const query = { without: 'assigned_to,merged_into' };
    assert.equal(reasonForLeaving({ ...row, assigned_to: null }, query), undefined);
    const merged = { ...row, assigned_to: null, merged_into: 'INC0000042' };
    assert.equal(reasonForLeaving(merged, query), 'merged into INC0000042');
    assert.ok(isDecidable(query, { assigned_to: null }), 'a new incident has no leader');
  });

  test('a row matches the filter “without” as long as it lacks one of the named fields', () => {
    const assigned = { ...row, assigned_to: 'ada@example.com' };
    assert.equal(reasonForLeaving(row, { without: 'assigned_to,assignment_group' }), undefined);
    assert.equal(
      reasonForLeaving(assigned, { without: 'assigned_to,ci_id' }),
      undefined,
      'a row has no CI',
    );
  });
});

describe('A record that is not in the list', () => {
  const fields = { state: 'new', priority: 'P2', assigned_to: null, sla: { breached: true } };

  test('an event decides whether an unknown record matches only if it carries every field of the query', () => {
    assert.ok(isDecidable({ state: 'new', sort: 'priority', order: 'asc' }, fields));
    assert.ok(isDecidable({ without: 'assigned_to' }, fields));
    assert.ok(!isDecidable({ without: 'assigned_to,ci_id' }, fields));
    assert.ok(!isDecidable({ q: 'vpn' }, { ...fields, q: 'vpn' }));
    assert.ok(!isDecidable({ sla: 'breached' }, fields), 'the filter compares more than a text');
    assert.ok(isDecidable({ sort: 'created_at' }, {}));
  });

  test('addresses of people match regardless of case, other values as they are', () => {
    const other = { requester: 'Anna@Example.com', category: 'network' };
    assert.equal(
      reasonForLeaving(other, { requester: 'ben@example.com,anna@example.COM' }),
      undefined,
    );
    assert.equal(reasonForLeaving(other, { requester: 'ben@example.com' }), 'now Anna');
    assert.equal(reasonForLeaving({ requester: null }, { requester: 'ben@x.y' }), 'no requester');
    assert.equal(reasonForLeaving(other, { category: 'Network' }), 'now network');
  });
});
