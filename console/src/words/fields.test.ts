import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { becameText, editText, valueText } from './fields.ts';

describe('Values in words', () => {
  test('a long text is written first, then edited, then removed', () => {
    for (const nothing of [null, undefined, '']) {
      assert.equal(editText(nothing, 'Restarted it.'), 'written');
      assert.equal(editText('Restarted it.', nothing), 'removed');
    }
    assert.equal(editText('Restarted it.', 'Replaced it.'), 'edited');
  });

  test('people are named, and other values read as they are', () => {
    assert.equal(valueText('assigned_to', 'luca.brandt@example.com'), 'Luca Brandt');
    assert.equal(becameText('assigned_to', 'luca.brandt@example.com'), 'assigned to Luca Brandt');
    assert.equal(becameText('assigned_to', null), 'unassigned');
    assert.equal(becameText('last_reply_by', 'us'), 'answered by us');
    assert.equal(
      valueText('approvals', [{ approver: 'ben.odum@example.com', decision: 'approved' }]),
      'Ben Odum approved',
    );
    assert.equal(valueText('external_id', 'luca.brandt@example.com'), 'luca.brandt@example.com');
  });
});
