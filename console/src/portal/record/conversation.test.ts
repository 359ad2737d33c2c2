import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimelineEntry } from '../../api/index.ts';
import { filesNotes } from '../../words/index.ts';
import { conversationOf, daysOf, type Item, type Opening } from './conversation.ts';

const ANNA = 'anna.berg@example.com';
const LUCA = 'luca.brandt@example.com';
const reader = { me: 'Anna.Berg@example.com', nameOf: () => 'Luca Brandt' };

let made = 0;
const entry = (fields: Partial<TimelineEntry>): TimelineEntry => {
  made += 1;
  return {
    id: `entry ${made}`,
    at: '2026-11-18T10:00:00.000Z',
    actor: LUCA,
    kind: 'incident.updated',
    record: { type: 'incident', id: 'INC0000042' },
    request_id: `request ${made}`,
    ...fields,
  };
};
const move = (from: string, to: string, also: Record<string, unknown> = {}) => ({
  state: { from, to },
  ...Object.fromEntries(
    Object.entries(also).map(([field, value]) => [field, { from: null, to: value }]),
  ),
});
const note = (author: string, body: string, attachments: object[] = []) =>
  ({
    id: `note ${body}`,
    visibility: 'public',
    author,
    body,
    attachments,
  }) as TimelineEntry['note'] & {};

const opening: Opening = {
  opener: ANNA,
  created_at: '2026-11-18T09:00:00.000Z',
  title: 'Printer jams',
  description: 'It jams on every page.',
};

/** Each item is one line: messages begin with their side. */
const linesOf = (items: readonly Item[]): string[] =>
  items.map((item) =>
    item.kind === 'message' ? `${item.isMine ? 'me' : 'them'}: ${item.text}` : item.text,
  );
/** The entries are listed oldest first here; the service sends the newest first. */
const read = (entries: TimelineEntry[], from: Opening | undefined = opening) =>
  linesOf(conversationOf(entries.toReversed(), from, reader));

describe('The conversation of an employee', () => {
  test('it begins with the report, and shows neither fields nor the clock nor the assistant', () => {
    const entries = [
      entry({ kind: 'incident.created', actor: ANNA }),
      entry({
        changes: { priority: { from: 'P3', to: 'P2' }, assigned_to: { from: null, to: LUCA } },
      }),
      entry({ kind: 'incident.ai_suggested' }),
      entry({ kind: 'sla.breached', sla: { state: 'stopped' } }),
      entry({ note: note(LUCA, 'Which printer?') }),
    ];
    assert.deepEqual(read(entries), ['me: It jams on every page.', 'them: Which printer?']);
  });

  test('the files of the form belong to the report, and a report without a text shows its title', () => {
    const file = { id: 'file', filename: 'jam.png', content_type: 'image/png', size: 1 };
    const entries = [entry({ actor: ANNA, note: note(ANNA, filesNotes.report, [file]) })];
    const [first, ...rest] = conversationOf(entries, { ...opening, description: null }, reader);
    assert.ok(first?.kind === 'message');
    assert.deepEqual(
      [first.text, first.attachments, first.noteId],
      ['Printer jams', [file], `note ${filesNotes.report}`],
    );
    assert.deepEqual(rest, []);
  });

  test('until the oldest entries are loaded, the report is left out', () => {
    const entries = [entry({ note: note(LUCA, 'Hello') })];
    assert.deepEqual(linesOf(conversationOf(entries, undefined, reader)), ['them: Hello']);
  });

  test('each move is one line: before the message of somebody else, after mine', () => {
    const entries = [
      entry({ changes: move('new', 'in_progress') }),
      entry({
        changes: move('in_progress', 'on_hold', { on_hold_reason: 'awaiting_caller' }),
        note: note(LUCA, 'Which one?'),
      }),
      entry({
        actor: ANNA,
        cause: { kind: 'reply' },
        changes: move('on_hold', 'in_progress'),
        note: note(ANNA, 'Room 4'),
      }),
      entry({ changes: move('in_progress', 'on_hold', { on_hold_reason: 'awaiting_vendor' }) }),
      entry({ changes: move('on_hold', 'resolved', { resolution: 'New roller' }) }),
      entry({ actor: ANNA, changes: move('resolved', 'reopened'), note: note(ANNA, 'Again') }),
      entry({ changes: move('reopened', 'resolved', { resolution: 'New printer' }) }),
      entry({ actor: ANNA, changes: move('resolved', 'closed') }),
    ];
    assert.deepEqual(read(entries).slice(1), [
      'Luca Brandt started working on it',
      'Luca Brandt asked you a question',
      'them: Which one?',
      'me: Room 4',
      'We are working on it again',
      'We are waiting for a supplier',
      'Luca Brandt marked it as fixed',
      'them: New roller',
      'me: Again',
      'You told us that it still happens',
      'Luca Brandt marked it as fixed',
      'them: New printer',
      'You confirmed that it works',
    ]);
  });

  test('a request that passes through several states is one line, and its text is shown once', () => {
    const request_id = 'one request';
    const entries = [
      entry({ request_id, changes: move('new', 'in_progress') }),
      entry({ request_id, changes: move('in_progress', 'resolved', { resolution: 'Cleaned' }) }),
      entry({ request_id, note: note(LUCA, 'Cleaned') }),
    ];
    assert.deepEqual(read(entries).slice(1), ['Luca Brandt marked it as fixed', 'them: Cleaned']);
  });

  test('a decision about a request is shown with its reason', () => {
    const record = { type: 'request', id: 'REQ0000001' } as const;
    const entries = [
      entry({ record, changes: move('submitted', 'rejected', { decision_comment: 'Too late' }) }),
    ];
    assert.deepEqual(read(entries).slice(1), ['Luca Brandt did not approve it', 'them: Too late']);
  });

  test('days are told apart, and a name is repeated after a few minutes or another author', () => {
    const at = (time: string, author: string) =>
      entry({ at: `2026-11-${time}:00.000Z`, note: note(author, time) });
    const items = conversationOf(
      [
        at('17T09:00', LUCA),
        at('18T09:00', LUCA),
        at('18T09:04', LUCA),
        at('18T09:05', ANNA),
        at('18T09:30', ANNA),
      ].toReversed(),
      undefined,
      reader,
    );
    const days = daysOf(items, (iso) => Date.parse(`${iso.slice(0, 10)}T00:00:00.000Z`));
    assert.deepEqual(
      days.map((day) => day.items.map(({ isContinued }) => isContinued)),
      [[false], [false, true, false, false]],
    );
  });
});
