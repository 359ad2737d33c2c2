import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coveredNames, eventsText, groupEvents, scopeOf } from './event-groups.ts';

const names = [
  'incident.created',
  'change.approved',
  'sla.breached',
  'incident.note_added',
  'problem_task.escalated',
];

describe('The events of a webhook', () => {
  test('event types are grouped by record type, also those that this page does not know', () => {
    const groups = groupEvents(names);
    assert.deepEqual(
      groups.map(({ label, events }) => [label, events.length]),
      [
        ['Incidents', 2],
        ['Changes', 1],
        ['SLA', 1],
        ['Problem task', 1],
      ],
    );
    assert.equal(groups.at(-1)?.events[0]?.meaning, undefined);
  });

  test('a wildcard covers its record type or all types; incident.* leaves out the SLA', () => {
    assert.deepEqual(coveredNames(['*'], names), names);
    assert.deepEqual(coveredNames(['incident.*'], names), [
      'incident.created',
      'incident.note_added',
    ]);
    assert.deepEqual(coveredNames(['sla.breached', 'incident.created'], names), [
      'incident.created',
      'sla.breached',
    ]);
  });

  const shown: [events: string[], scope: string, text: string][] = [
    [['*'], 'all', 'All events (*)'],
    [['incident.*'], 'type', 'incident.*'],
    [['incident.created'], 'single', 'incident.created'],
    [['incident.created', 'ci.discovered'], 'single', '2 types'],
    [[], 'single', '0 types'],
  ];
  for (const [events, scope, text] of shown)
    test(`the events ${JSON.stringify(events)} are shown as “${text}”`, () => {
      assert.deepEqual([scopeOf(events), eventsText(events)], [scope, text]);
    });
});
