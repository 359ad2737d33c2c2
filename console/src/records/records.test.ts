import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entry } from './timeline/entry.fixture.ts';
import type { TimelineEntry, Visibility } from '../api/index.ts';
import {
  bodyOf,
  applyEdit,
  emptyDraft,
  faultSummary,
  isBlank,
  MAX_TITLE,
  withField,
  withTitle,
} from './create/create-draft.ts';
import { draftsOf } from './drafts.ts';
import { type TimelineFilter, timelineDays } from './timeline/timeline.items.ts';
import {
  actorText,
  foldText,
  holdEndText,
  holdSetterIn,
  isHoldEnd,
  replyText,
} from './timeline/timeline.words.ts';

const note = (body: string, changes?: TimelineEntry['changes']): TimelineEntry =>
  entry({
    note: { id: 'n', visibility: 'team', author: 'ada@example.com', body, attachments: [] },
    ...(changes && { changes }),
  });
const delivery = (at = '2026-11-15T10:00:00Z'): TimelineEntry =>
  entry({ kind: 'webhook.delivery', at });
/** The timelines below are of the record of the fixture. */
const RECORD = 'INC0000001';
const utcDay = (iso: string): number => Date.parse(iso.slice(0, 10));
const kinds = (entries: TimelineEntry[], filter: TimelineFilter) =>
  timelineDays(entries, filter, utcDay, RECORD).map(({ items }) => items.map(({ kind }) => kind));

describe('Timeline', () => {
  const priority = { priority: { from: 'P3', to: 'P2' } };

  test('a new day begins where the date of an entry changes', () => {
    const entries = [note('a'), entry({ changes: priority, at: '2026-11-14T23:59:00Z' })];
    assert.deepEqual(kinds(entries, 'all'), [['note'], ['change']]);
  });

  test('consecutive deliveries are one item, and an e-mail between them ends it', () => {
    const mail = entry({ kind: 'notification.mailed' });
    const [day] = timelineDays(
      [delivery(), delivery(), mail, delivery(), note('a'), delivery()],
      'all',
      utcDay,
      RECORD,
    );
    assert.deepEqual(
      day?.items.map((item) => (item.kind === 'fold' ? item.entries.length : item.kind)),
      [2, 1, 1, 'note', 1],
    );
  });

  test('merges of duplicates are one item of the leader, and a line of the duplicate itself', () => {
    const merge = (to: string | null): TimelineEntry =>
      entry({
        record: { type: 'incident', id: 'INC0000002' },
        changes: { merged_into: { from: to === null ? RECORD : null, to } },
      });
    const merges = [merge(null), merge(RECORD), merge(RECORD)];
    assert.deepEqual(kinds(merges, 'all'), [['fold']]);
    assert.equal(
      foldText('duplicate', merges),
      '2 incidents were merged into this one, 1 was unmerged',
    );
    const [day] = timelineDays(merges, 'all', utcDay, 'INC0000002');
    assert.deepEqual(
      day?.items.map(({ kind }) => kind),
      ['change', 'change', 'change'],
    );
  });

  test('a reply says how it moved the record, and other moves say nothing of a reply', () => {
    const cause = { kind: 'reply', note_id: 'n' } as const;
    const moveTo = (to: string) => ({ state: { from: 'on_hold', to } });
    const texts = [
      entry({ cause, changes: moveTo('in_progress') }),
      entry({ cause, changes: moveTo('reopened') }),
      entry({ changes: moveTo('in_progress') }),
    ].map((one) => replyText(one));
    assert.deepEqual(texts, [
      'replied, and the incident went back to in progress',
      'replied, and the incident was reopened',
      undefined,
    ]);
  });

  test('an incident that came back by itself names the person who set the time', () => {
    const until = '2026-11-19T09:00:00.000Z';
    const end = entry({
      cause: { kind: 'on_hold_until' },
      at: until,
      changes: { on_hold_until: { from: until, to: null } },
    });
    const setting = entry({
      actor: 'ines@example.com',
      at: '2026-11-18T16:00:00.000Z',
      changes: { on_hold_until: { from: null, to: until } },
    });
    assert.ok(isHoldEnd(end) && !isHoldEnd(setting));
    assert.equal(holdSetterIn(end, [end, entry({}), setting]), 'ines@example.com');
    assert.equal(holdSetterIn(end, [end]), undefined);
    assert.equal(holdEndText('Ines'), 'Came back by itself, as Ines had set');
  });

  test('an inbound webhook is shown instead of the person in whose name it acts', () => {
    const via = { type: 'inbound_webhook', id: 'whr_1', name: 'Alertmanager' } as const;
    const nameOf = (email: string) => email.replace('@example.com', '');
    assert.deepEqual(actorText(entry({ via }), nameOf), {
      name: 'Alertmanager',
      hover: 'Webhook, set up by ada',
    });
    assert.deepEqual(actorText(entry({}), nameOf), { name: 'ada', hover: 'ada@example.com' });
  });

  test('the timeline can show only notes or only changes; a note with a change is both', () => {
    const entries = [note('a'), note('b', priority), entry({ changes: priority }), delivery()];
    assert.deepEqual(kinds(entries, 'internal'), [['note', 'note']]);
    assert.deepEqual(kinds(entries, 'changes'), [['note', 'change']]);
  });

  test('the conversation has the notes that the requester reads, and no others', () => {
    const withReaders = (visibility: Visibility): TimelineEntry => {
      const one = note(visibility);
      return { ...one, ...(one.note && { note: { ...one.note, visibility } }) };
    };
    const entries = (['team', 'public', 'private'] as const).map(withReaders);
    const bodies = (filter: TimelineFilter) =>
      timelineDays(entries, filter, utcDay, RECORD).flatMap(({ items }) =>
        items.map((item) => 'entry' in item && item.entry.note?.body),
      );
    assert.deepEqual(bodies('conversation'), ['public']);
    assert.deepEqual(bodies('internal'), ['team', 'private']);
    assert.deepEqual(bodies('changes'), []);
  });

  test('an update is not shown if the reader may read nothing of it', () => {
    assert.deepEqual(kinds([entry({}), entry({ changes: {} })], 'all'), []);
    const implied = entry({ changes: { version: { from: 1, to: 2 } } });
    assert.deepEqual(kinds([implied], 'all'), []);
  });
});

describe('Drafts', () => {
  const storage = () => {
    const values = new Map<string, string>();
    return {
      values,
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
  };
  interface Text {
    body: string;
  }
  const isEmpty = ({ body }: Text) => body.trim() === '';

  test('a draft is stored by user, record and name, and removed when it is empty', () => {
    const store = storage();
    const of = (user: string, record: string, name = 'note') =>
      draftsOf<Text>(store, user, record, name, isEmpty);
    of('ada', 'INC1').write({ body: 'looking' });
    assert.deepEqual(of('ada', 'INC1').read(), { body: 'looking' });
    for (const other of [of('bo', 'INC1'), of('ada', 'INC2'), of('ada', 'INC1', 'title')])
      assert.equal(other.read(), undefined);
    of('ada', 'INC1').write({ body: ' ' });
    assert.equal(store.values.size, 0);
  });

  test('drafts of different users and records never share a key', () => {
    const store = storage();
    draftsOf<Text>(store, 'a/b', 'c', 'note', isEmpty).write({ body: 'x' });
    assert.equal(draftsOf<Text>(store, 'a', 'b/c', 'note', isEmpty).read(), undefined);
  });

  test('a full or damaged storage does not interrupt typing', () => {
    const store = storage();
    const drafts = draftsOf<Text>(store, 'ada', 'INC1', 'note', isEmpty);
    drafts.write({ body: 'x' });
    for (const key of store.values.keys()) store.values.set(key, '{');
    assert.equal(drafts.read(), undefined);
    const full = {
      ...store,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    draftsOf<Text>(full, 'ada', 'INC1', 'note', isEmpty).write({ body: 'x' });
  });
});

const draft = { ...emptyDraft('d1'), title: ' Printer offline ' };

describe('The draft of a new record', () => {
  test('only fields with a value are sent, so that the service sets its defaults', () => {
    assert.deepEqual(bodyOf(draft, 'short_description'), { short_description: 'Printer offline' });
    const fields = { priority: 'P2', category: ' ' };
    assert.deepEqual(bodyOf({ ...draft, description: 'No light', fields }, 'name'), {
      name: 'Printer offline',
      description: 'No light',
      priority: 'P2',
    });
  });

  test('values of custom fields are sent within custom, also false and zero', () => {
    const fields = { 'custom.vip': false, 'custom.seats': 0, 'custom.cause': ' ', priority: 'P2' };
    assert.deepEqual(bodyOf({ ...draft, title: 'x', description: '', fields }, 'name'), {
      name: 'x',
      priority: 'P2',
      custom: { vip: false, seats: 0 },
    });
    const faults = new Map([['/custom/cause', 'Too long.']]);
    assert.equal(faultSummary(faults), 'Correct the marked fields.');
  });

  test('a message about a part that the form cannot mark stands above it', () => {
    const faults = new Map([['/fqdn', 'Taken.']]);
    assert.equal(faultSummary(faults), 'Correct the marked fields.');
    faults.set('/description', 'Too long.').set('/relations/0/ci_id', 'Gone.');
    assert.equal(faultSummary(faults), 'Correct the marked fields. Too long. Gone.');
  });

  test('a draft gets a new key only if it is edited after it was sent', () => {
    const next = () => 'd2';
    assert.equal(applyEdit(draft, { title: 'a' }, false, next).id, 'd1');
    assert.equal(applyEdit(draft, { title: 'a' }, true, next).id, 'd2');
  });

  test('a text from elsewhere becomes the title, and no text of an unsent draft is lost', () => {
    const question = 'Where is my parcel?';
    assert.deepEqual(withTitle(emptyDraft(''), question, 'd2'), {
      ...emptyDraft('d2'),
      title: question,
    });
    const unsent = { ...draft, title: 'Printer offline', description: 'No light' };
    const { title, description } = withTitle(unsent, question, 'd2');
    assert.deepEqual([title, description], [question, 'Printer offline\n\nNo light']);
    const again = withTitle({ ...unsent, title: question }, question, 'd2');
    assert.equal(again.description, 'No light');
    // The form of requesters has one text, whose beginning is the title.
    const whole = { ...unsent, description: 'Printer offline. No light' };
    assert.equal(withTitle(whole, question, 'd2').description, whole.description);
    const long = `${'x'.repeat(MAX_TITLE - 1)}\u{1F600}?`;
    const cut = withTitle(emptyDraft(''), long, 'd2');
    assert.deepEqual([cut.title.length, cut.title.isWellFormed()], [MAX_TITLE, true]);
    assert.equal(cut.description, long);
  });

  test('a field set to nothing is removed, and a draft without content is blank', () => {
    assert.deepEqual(withField({ priority: 'P2' }, 'priority', ''), {});
    assert.ok(isBlank(emptyDraft('x')));
    assert.ok(!isBlank(draft));
    assert.ok(!isBlank({ ...emptyDraft('x'), fields: { priority: 'P1' } }));
  });
});
