import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordsToShow } from './requester-records.ts';

const open = (type: string, id: string) => ({ type, id, title: id, state: 'new' });

describe('The open records of a requester', () => {
  test('the record of the page and types without a page are left out', () => {
    const all = [open('incident', 'INC1'), open('problem', 'PRB1'), open('request', 'REQ1')];
    const { records, hasMore } = recordsToShow(all, 'INC1');
    assert.deepEqual([records.map(({ id }) => id), hasMore], [['REQ1'], false]);
  });

  test('five are shown, and the list has the others', () => {
    const ids = ['INC1', 'INC2', 'INC3', 'INC4', 'INC5', 'INC6', 'INC7'];
    const { records, hasMore } = recordsToShow(
      ids.map((id) => open('incident', id)),
      'INC2',
    );
    assert.deepEqual(
      [records.map(({ id }) => id), hasMore],
      [['INC1', 'INC3', 'INC4', 'INC5', 'INC6'], true],
    );
    assert.equal(recordsToShow(records, 'INC9').hasMore, false);
  });
});
