import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { InboxNotification, LiveEvent } from '../api/index.ts';
import { countText, prefixOf, withPrefix } from './count-text.ts';
import { lastIdOf, selectForDesktop, urgentOf } from './desktop.selection.ts';
import { entryOfNotification, entryOfWaiting, splitNew, targetOf } from './inbox.entries.ts';
import { wordedTypes, wordsOf } from './inbox.words.ts';

const notification = (type: string, more: object = {}): InboxNotification => ({
  id: 'ntf_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  type,
  created_at: '2026-11-15T10:12:30.000Z',
  read_at: null,
  ...more,
});
const nameOf = (address: string): string => `<${address}>`;
const sentenceOf = (type: string, more?: object): string =>
  wordsOf(notification(type, more), nameOf).sentence;
const incident = { incident_id: 'INC0000701', short_description: 'Mail is slow' };

/** The types of the API are read from the document that the clients get. */
const typesOfApi = (): string[] => {
  const document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
  ) as { components: { schemas: { Notification: { properties: { type: { enum: string[] } } } } } };
  return document.components.schemas.Notification.properties.type.enum;
};

describe('Entries of the inbox', () => {
  test('every type of notification of the API has a sentence of its own', () => {
    const missing = typesOfApi().filter((type) => !wordedTypes.includes(type));
    assert.deepEqual(missing, []);
    assert.equal(sentenceOf('x.unknown', incident), 'INC0000701 has news for you');
  });

  test('a sentence names the record, and the author of a note', () => {
    assert.equal(sentenceOf('incident.assigned', incident), 'INC0000701 is assigned to you');
    assert.equal(
      sentenceOf('incident.replied', { ...incident, author: 'anna@example.com' }),
      '<anna@example.com> replied to INC0000701',
    );
    assert.equal(sentenceOf('incident.answered', incident), 'Somebody answered you on INC0000701');
    assert.equal(
      sentenceOf('request.decided', { service_request_id: 'REQ0000031', state: 'rejected' }),
      'Your request REQ0000031 was rejected',
    );
  });

  test('a watched record has another state or a new note', () => {
    const state = { ...incident, state: 'on_hold', previous_state: 'in_progress' };
    assert.equal(sentenceOf('watched.updated', state), 'INC0000701 is now on hold');
    assert.equal(
      sentenceOf('watched.updated', { ci_id: 'CI1000', author: 'ada@example.com' }),
      '<ada@example.com> wrote a note on CI1000',
    );
    assert.equal(
      sentenceOf('mention', { ...incident, author: 'ada@example.com' }),
      '<ada@example.com> mentions you in INC0000701',
    );
  });

  test('a requester reads about their reports and requests without ids and without words of agents', () => {
    const read = (type: string, more: object) =>
      wordsOf(notification(type, more), nameOf, true).sentence;
    assert.equal(
      read('incident.answered', { ...incident, author: 'luca' }),
      '<luca> answered your report',
    );
    const decided = { service_request_id: 'REQ0000031', state: 'rejected' };
    assert.equal(read('request.decided', decided), 'Your request is not approved');
    for (const type of typesOfApi())
      assert.doesNotMatch(
        read(type, { ...incident, ...decided }),
        /INC\d|REQ\d|incident|SLA|webhook/i,
      );
  });

  test('failed deliveries are counted', () => {
    const pager = { webhook_name: 'Pager' };
    const type = 'webhook.delivery_failed';
    assert.equal(sentenceOf(type, pager), 'A delivery of the webhook Pager failed');
    assert.equal(
      sentenceOf(type, { ...pager, count: 12 }),
      '12 deliveries of the webhook Pager failed',
    );
  });

  test('an entry without a record has a sentence and no page', () => {
    const entry = entryOfNotification(notification('x.unknown'), nameOf);
    assert.equal(entry.sentence, 'The service has news for you');
    assert.equal(entry.target, undefined);
  });

  test('an entry leads to the record, and a failed delivery to itself', () => {
    const cases: [more: object, to: string, id: string][] = [
      [incident, '/incidents/$id', 'INC0000701'],
      [{ change_id: 'CHG0000042' }, '/changes/$id', 'CHG0000042'],
      [{ service_request_id: 'REQ0000031' }, '/requests/$id', 'REQ0000031'],
      [{ article_id: 'KB0000001' }, '/knowledge/$id', 'KB0000001'],
      [{ ci_id: 'CI1000' }, '/cmdb/$id', 'CI1000'],
      [{ webhook_id: 'wh_1', delivery_id: 'd_1' }, '/webhooks/deliveries/$id', 'd_1'],
      [{ webhook_id: 'wh_1' }, '/webhooks/outbound/$id', 'wh_1'],
    ];
    for (const [more, to, id] of cases)
      assert.deepEqual(targetOf(notification('x', more)), { to, params: { id } });
  });

  test('managers are led to the open work of a leaver, and the members of its group to the incidents', () => {
    const left = { user_id: 'USR1', person: 'ada@example.com', person_name: 'Ada', total: 2 };
    const ofManager = notification('work.left_open', { ...left, group: null });
    const ofMember = notification('work.left_open', { ...left, group: 'Workplace' });
    assert.deepEqual(targetOf(ofManager), { to: '/open-work/$id', params: { id: 'USR1' } });
    assert.deepEqual(targetOf(ofMember), {
      to: '/incidents',
      search: { assigned_to: 'ada@example.com' },
    });
    const words = entryOfNotification(ofMember, (address) => address).sentence;
    assert.equal(words, 'Ada has left, with 2 open records of Workplace');
  });

  test('a notification is unread until it has a time, and shows its excerpt', () => {
    const excerpt = 'It still fails';
    const unread = entryOfNotification(notification('incident.replied', { excerpt }), nameOf);
    assert.deepEqual([unread.isUnread, unread.excerpt], [true, excerpt]);
    const readAt = { read_at: '2026-11-15T10:13:00.000Z' };
    assert.equal(entryOfNotification(notification('x', readAt), nameOf).isUnread, false);
  });

  test('entries that are newer than the inbox are counted and wait', () => {
    const rows = ['ntf_3', 'ntf_2', 'ntf_1'].map((id) => ({ id }));
    assert.deepEqual(splitNew(rows, undefined), { shown: rows, newCount: 0 });
    assert.deepEqual(splitNew(rows, 'ntf_1'), { shown: [{ id: 'ntf_1' }], newCount: 2 });
    assert.deepEqual(splitNew(rows, ''), { shown: [], newCount: 3 });
  });

  test('a record that waits for a decision names its requester, and cannot be marked as read', () => {
    const row = {
      id: 'CHG0000042',
      short_description: 'Upgrade the database',
      requested_by: 'bo@example.com',
      created_at: '2026-11-15T10:12:30.000Z',
    };
    const entry = entryOfWaiting(row, '/changes/$id', nameOf);
    assert.equal(entry.sentence, '<bo@example.com> submitted CHG0000042');
    assert.deepEqual([entry.isUnread, entry.notificationId], [false, undefined]);
    assert.deepEqual(entry.target, { to: '/changes/$id', params: { id: 'CHG0000042' } });
  });
});

describe('Marks of the tab', () => {
  test('the title has the count before it, which follows the count and the page', () => {
    const two = withPrefix('Incidents – Signalbox', '', prefixOf(2));
    assert.equal(two, '(2) Incidents – Signalbox');
    assert.equal(withPrefix(two, prefixOf(2), prefixOf(3)), '(3) Incidents – Signalbox');
    assert.equal(
      withPrefix('Changes – Signalbox', prefixOf(2), prefixOf(2)),
      '(2) Changes – Signalbox',
    );
    assert.equal(withPrefix(two, prefixOf(2), prefixOf(0)), 'Incidents – Signalbox');
    assert.equal(withPrefix('(2) is a title', '', ''), '(2) is a title');
  });

  test('a large count is shown as a lower bound', () => {
    assert.deepEqual([99, 100, 1000].map(countText), ['99', '99+', '99+']);
  });
});

describe('Desktop notifications', () => {
  const withNumber = (n: number, type: string, readAt: string | null = null) =>
    notification(type, { id: `ntf_0000000${n}`, read_at: readAt });
  const assigned = 'incident.assigned';

  test('only new, unread notifications of a few types are shown, oldest first', () => {
    const newest = [
      withNumber(5, 'article.published'),
      withNumber(4, assigned),
      withNumber(3, 'incident.replied'),
      withNumber(2, assigned, '2026-11-15T10:13:00.000Z'),
      withNumber(1, assigned),
    ];
    const shown = selectForDesktop(newest, 'ntf_00000001').map(({ id }) => id);
    assert.deepEqual(shown, ['ntf_00000003', 'ntf_00000004']);
    assert.equal(lastIdOf(newest, 'ntf_00000001'), 'ntf_00000005');
    assert.equal(lastIdOf([], 'ntf_00000001'), 'ntf_00000001');
  });

  test('an incident that becomes a P1 in a group of mine is urgent', () => {
    const me = { groups: ['Network'] };
    const eventOf = (event: string, more: object = {}) =>
      ({
        event,
        data: {
          id: 'INC0000701',
          short_description: 'Mail is slow',
          priority: 'P1',
          assignment_group: 'Network',
          ...more,
        },
      }) as unknown as LiveEvent;
    const urgent = { id: 'INC0000701', title: 'Mail is slow' };
    assert.deepEqual(urgentOf(eventOf('incident.created'), me), urgent);
    assert.deepEqual(urgentOf(eventOf('incident.priority_changed'), me), urgent);
    assert.equal(urgentOf(eventOf('incident.updated'), me), undefined);
    assert.equal(urgentOf(eventOf('incident.created', { priority: 'P2' }), me), undefined);
    assert.equal(urgentOf(eventOf('incident.created', { assignment_group: null }), me), undefined);
  });
});
