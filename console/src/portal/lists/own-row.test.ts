import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OwnRow } from '../../api/index.ts';
import { partsOf, wordsOf } from './own-row.words.ts';

const SENT = '2026-11-15T10:00:00.000Z';
const LATER = '2026-11-15T11:00:00.000Z';

const report = (more: Partial<OwnRow> = {}): OwnRow => ({
  type: 'incident',
  id: 'INC0000042',
  short_description: 'The printer is jammed',
  state: 'new',
  on_hold_reason: null,
  last_reply_at: null,
  created_at: SENT,
  updated_at: SENT,
  progress: [],
  ...more,
});

describe('Rows of reports and requests', () => {
  const sentences: [state: Partial<OwnRow>, sentence: string, isAsked: boolean][] = [
    [{ state: 'new' }, 'We have received your report', false],
    [{ state: 'in_progress' }, 'We are working on it', false],
    [{ state: 'on_hold', on_hold_reason: 'awaiting_caller' }, 'We need your answer', true],
    [
      { state: 'on_hold', on_hold_reason: 'awaiting_vendor' },
      'We are waiting for a supplier',
      false,
    ],
    [{ state: 'resolved' }, 'Did we fix it?', true],
    [{ state: 'closed' }, 'This is finished', false],
    [{ type: 'request', state: 'submitted' }, 'Waiting for approval', false],
    [{ type: 'request', state: 'fulfilled' }, 'This is done', false],
    [{ state: 'of a later release' }, 'We have it', false],
    [{ type: 'request', state: 'of a later release' }, 'We have it', false],
  ];
  for (const [state, sentence, isAsked] of sentences) {
    test(`${JSON.stringify(state)} reads "${sentence}"`, () => {
      const words = wordsOf(report(state));
      assert.deepEqual([words.sentence, words.isAsked], [sentence, isAsked]);
      assert.equal(words.tone === 'amber', isAsked);
    });
  }

  test('the news of a report is its last message, and that of a request its last change', () => {
    assert.deepEqual(wordsOf(report({ updated_at: LATER })).news, { label: 'Sent', at: SENT });
    const answered = wordsOf(report({ last_reply_at: LATER })).news;
    assert.deepEqual(answered, { label: 'Last message', at: LATER });
    const decided = report({ type: 'request', state: 'approved', updated_at: LATER });
    assert.deepEqual(wordsOf(decided).news, { label: 'Updated', at: LATER });
  });

  test('rows that wait for the reader are separated, and each part begins with the latest', () => {
    const rows = [
      report({ id: 'a' }),
      report({ id: 'b', updated_at: LATER }),
      report({ id: 'c', state: 'resolved' }),
      report({ id: 'd', state: 'resolved', updated_at: LATER }),
    ];
    const { asked, others } = partsOf(rows);
    assert.deepEqual(
      [asked, others].map((part) => part.map(({ id }) => id)),
      [
        ['d', 'c'],
        ['b', 'a'],
      ],
    );
  });
});
