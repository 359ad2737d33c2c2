import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { incidentSteps, nextStatesOf } from './incident.steps.ts';
import {
  askToResolve,
  askToResolveAll,
  describeReaders,
  describeRequesters,
} from './requester.words.ts';

const ANNA = 'anna.berg@example.com';
const nameOf = () => 'Anna Berg';
const viewer = { me: 'ada@example.com', nameOf, isMailed: true };
const incident = { requester: ANNA, ai_suggested_resolution: '' };

describe('The requester in words', () => {
  const readers: [requester: string | null, isMailed: boolean | undefined, text: string][] = [
    [null, true, 'Nobody is told: this incident has no requester.'],
    ['ADA@example.com', true, 'The team will read this note.'],
    [ANNA, true, `Anna Berg (${ANNA}) will be told, by mail too unless they turned it off.`],
    [ANNA, false, `Anna Berg (${ANNA}) will be told, but not by mail.`],
    [ANNA, undefined, `Anna Berg (${ANNA}) will be told.`],
  ];
  for (const [requester, isMailed, text] of readers)
    test(`the composer says “${text}”`, () => {
      assert.equal(describeReaders({ requester }, { ...viewer, isMailed }), text);
    });

  test('the resolve form offers a note only to a requester who is somebody else', () => {
    assert.match(askToResolve(incident, viewer).note?.label ?? '', /Tell the requester: Anna Berg/);
    for (const requester of [null, viewer.me])
      assert.equal(askToResolve({ ...incident, requester }, viewer).note, undefined);
    assert.deepEqual(
      [incident, { ...incident, ai_suggested_resolution: 'Restart it.' }].map(
        (one) => askToResolve(one, viewer).suggestion,
      ),
      [undefined, 'Restart it.'],
    );
  });

  test('several incidents say how many requesters a public note reaches', () => {
    const [some, none] = [{ requester: ANNA }, { requester: null }];
    const other = { requester: 'luca.brandt@example.com' };
    assert.deepEqual(
      [[some, other], [some, some, none], [none]].map((rows) => describeRequesters(rows)),
      [
        'The public note reaches 2 requesters.',
        'The public note reaches 1 requester. 1 incident has none.',
        'Nobody is told: none of these incidents has a requester.',
      ],
    );
    assert.equal(askToResolveAll([none]).note, undefined);
    assert.equal(askToResolveAll([some, none]).note?.label, 'Tell the requesters');
  });
});

describe('Resolving in one step', () => {
  const labels = (
    state: 'new' | 'on_hold' | 'in_progress' | 'closed',
    next: string[],
    mayEdit = true,
  ) =>
    incidentSteps(nextStatesOf({ state, allowed_transitions: next } as never, mayEdit)).map(
      ({ label }) => label,
    );

  test('every open incident can be resolved by those who may edit it', () => {
    assert.deepEqual(labels('new', ['in_progress', 'cancelled']), [
      'Start progress',
      'Resolve',
      'Cancel the incident',
    ]);
    assert.deepEqual(labels('on_hold', ['in_progress']), ['Start progress', 'Resolve']);
    assert.deepEqual(labels('in_progress', ['resolved', 'on_hold']), ['Resolve', 'Put on hold']);
    assert.deepEqual(labels('closed', []), []);
    assert.deepEqual(labels('new', ['cancelled'], false), ['Cancel the incident']);
  });

  test('the answer is the resolution, and a public note only if it is to be sent', () => {
    const [step] = incidentSteps(['resolved']);
    assert.deepEqual(step?.patch?.('Restarted', { sendsNote: true }), {
      state: 'resolved',
      resolution: 'Restarted',
      public_note: 'Restarted',
    });
    assert.deepEqual(step?.patch?.('Restarted', { sendsNote: false }), {
      state: 'resolved',
      resolution: 'Restarted',
    });
  });
});
