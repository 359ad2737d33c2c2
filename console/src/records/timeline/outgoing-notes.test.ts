import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OutgoingNotes, type StoredNotes } from './outgoing-notes.ts';

const ME = 'ada@example.com';
const record = { type: 'incident', id: 'INC0000001' } as const;
const text = { record, author: ME, body: 'We are on it', visibility: 'public', files: [] } as const;
const fault = { title: 'Not possible', detail: 'the service said no.', canRetry: true };

/** The service of the test adds notes, or refuses them while `isRefusing`. */
function startTest(stored?: StoredNotes) {
  const sent: string[] = [];
  const page = { isRefusing: false, stored, wait: undefined as (() => void) | undefined };
  const notes = new OutgoingNotes({
    send: async ({ key, body }) => {
      if (page.isRefusing) throw new Error('refused');
      sent.push(body);
      return `note of ${key}`;
    },
    delay: (_note, send, onUndo) => {
      page.wait = send;
      return { until: 5000, cancel: onUndo };
    },
    faultOf: () => fault,
    refresh: async () => undefined,
    draftsOf: () => ({
      read: () => page.stored,
      write: (next) => {
        page.stored = next?.notes.length === 0 ? undefined : next;
      },
    }),
  });
  return { notes, page, sent };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const statuses = (notes: OutgoingNotes) => notes.all().map(({ status }) => status);

describe('Notes that are being sent', () => {
  test('a public note is shown at once, waits for an undo, and is gone once the timeline has it', async () => {
    const { notes, page, sent } = startTest();
    notes.add(text, true);
    assert.deepEqual(
      notes.all().map(({ body, status, until }) => [body, status, until]),
      [['We are on it', 'waiting', 5000]],
    );
    assert.deepEqual(sent, []);
    page.wait?.();
    assert.deepEqual(statuses(notes), ['sending']);
    await settle();
    assert.deepEqual([sent, statuses(notes), page.stored], [['We are on it'], [], undefined]);
  });

  test('a note that is undone goes back to the composer and is not sent', async () => {
    const { notes, sent } = startTest();
    notes.add(text, true);
    notes.undo(notes.all()[0]?.key ?? '');
    await settle();
    assert.deepEqual([statuses(notes), sent], [['returned'], []]);
  });

  test('a refused note stays with the reason until it is sent again, under the same key', async () => {
    const { notes, page, sent } = startTest();
    page.isRefusing = true;
    notes.add({ ...text, visibility: 'team' }, false);
    await settle();
    const [failed] = notes.all();
    assert.deepEqual([failed?.status, failed?.fault], ['failed', fault]);
    assert.deepEqual(
      page.stored?.notes.map(({ body }) => body),
      ['We are on it'],
    );
    page.isRefusing = false;
    notes.retry(failed?.key ?? '');
    assert.equal(notes.all()[0]?.key, failed?.key);
    await settle();
    assert.deepEqual([sent, statuses(notes)], [['We are on it'], []]);
  });

  test('a note of the page before a reload is sent again, and one that had files waits to be edited', async () => {
    const note = { body: 'Left', visibility: 'public', hasFiles: false } as const;
    const { notes, sent } = startTest({
      notes: [
        { ...note, key: 'k1' },
        { ...note, key: 'k2', body: 'With a picture', hasFiles: true },
      ],
    });
    notes.restore(record, ME);
    notes.restore(record, ME);
    await settle();
    assert.deepEqual(sent, ['Left']);
    assert.deepEqual(
      notes.all().map(({ key, status, hasLostFiles }) => [key, status, hasLostFiles]),
      [['k2', 'failed', true]],
    );
  });
});
