import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SlaPolicy, SlaPolicyPreviewResult, SlaTarget } from '../../api/index.ts';
import { sortFaults } from '../form/form-field.ts';
import { readDuration, showDuration } from './durations.ts';
import {
  blankValues,
  bodyOf,
  type FieldsOfTypes,
  type PolicyValues,
  targetsFault,
  valuesOf,
} from './policies.values.ts';
import { changesOf, effectText, targetLines } from './policies.words.ts';

const HOUR = 3600;
const fields: FieldsOfTypes = {
  incident: [
    {
      name: 'priority',
      label: 'priority',
      kind: 'choice',
      optional: false,
      choices: [{ value: 'P1', label: 'P1' }],
      operators: ['eq', 'in'],
    },
  ],
  request: [],
};
const policy = {
  id: 'slp_1',
  name: 'Munich',
  record_type: 'incident',
  position: 10,
  when: { all: [{ field: 'priority', operator: 'eq', value: 'P1' }] },
  calendar_id: 'cal_1',
  targets: { resolution: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 8 * HOUR } },
  pause: { first_response: [], update: ['awaiting_caller'], resolution: [] },
  active: true,
  version: 3,
} as unknown as SlaPolicy;

const withTarget = (values: PolicyValues, text: string): PolicyValues => ({
  ...values,
  targets: { ...values.targets, update: { ...values.targets.update, P4: text } },
});

describe('The form of an SLA policy', () => {
  test('durations are read as people write them, and a number alone counts minutes', () => {
    for (const [text, seconds] of [
      ['30m', 1800],
      ['30 min', 1800],
      ['4h', 4 * HOUR],
      ['1h30m', 5400],
      [' 1 H 30 M ', 5400],
      ['1d 4h', 28 * HOUR],
      ['2d', 48 * HOUR],
      ['90', 5400],
      ['', null],
      ['  ', null],
    ] as const)
      assert.equal(readDuration(text), seconds, text);
    for (const text of ['0', '0h', '4x', 'soon', '-4h', '4h 2d', '1.5h', '366d', 'h'])
      assert.equal(readDuration(text), undefined, text);
  });

  test('a duration is shown as the text that gives it', () => {
    for (const seconds of [60, 1800, 4 * HOUR, 5400, 28 * HOUR, 90_060])
      assert.equal(readDuration(showDuration(seconds)), seconds);
    assert.equal(showDuration(28 * HOUR), '1d 4h');
  });

  test('a policy is sent as it was read', () => {
    const { name, record_type, when, calendar_id, targets, pause, active } = policy;
    const body = { name, record_type, when, calendar_id, targets, pause, active };
    assert.deepEqual(bodyOf(fields)(valuesOf(policy, fields)), body);
    const always = { ...valuesOf(policy, fields), when: blankValues().when, calendar_id: '' };
    const sent = bodyOf(fields)(always);
    assert.deepEqual([sent?.when, sent?.calendar_id], [{ all: [] }, null]);
  });

  test('a policy needs a target, and targets that are durations', () => {
    const blank = { ...blankValues(), name: 'All' };
    assert.equal(bodyOf(fields)(blank), undefined);
    assert.match(targetsFault(blank.targets) ?? '', /Enter a target/);
    const one = withTarget(blank, '4h');
    assert.deepEqual(bodyOf(fields)(one)?.targets, { update: { P4: 4 * HOUR } });
    assert.equal(targetsFault(one.targets), undefined);
    const wrong = withTarget(one, 'soon');
    assert.equal(bodyOf(fields)(wrong), undefined);
    assert.match(targetsFault(wrong.targets) ?? '', /no.* duration|not a duration/);
  });

  test('a refusal of a part is shown in its field, by its place', () => {
    const own = { kind: 'own', showsParts: true, render: () => null } as const;
    const { inFields, elsewhere } = sortFaults<PolicyValues>(
      [
        { name: 'when', label: 'Condition', ...own },
        { name: 'targets', label: 'Targets', ...own },
      ],
      blankValues(),
      new Map([
        ['/when/all/0/value', 'There is no calendar x.'],
        ['/targets/resolution/P1', 'targets.resolution.P1 must be 60 or more.'],
        ['/targets', 'A policy needs a target.'],
      ]),
    );
    assert.deepEqual(
      [...(inFields.get('when') ?? [])],
      [['/all/0/value', 'There is no calendar x.']],
    );
    assert.deepEqual(Object.fromEntries(inFields.get('targets') ?? []), {
      '/resolution/P1': 'This must be 60 or more.',
      '': 'A policy needs a target.',
    });
    assert.deepEqual(elsewhere, []);
  });

  test('targets are listed by clock, with neighbours of one target together', () => {
    assert.deepEqual(targetLines(policy), ['Resolution: P1 4 h, P2 to P3 8 h']);
    const days = { P2: 52 * HOUR, P4: 52 * HOUR };
    assert.deepEqual(
      targetLines({ ...policy, calendar_id: null, targets: { first_response: days } }),
      ['First response: P2 2 d 4 h, P4 2 d 4 h'],
    );
    assert.deepEqual(
      targetLines({ ...policy, record_type: 'request', targets: { resolution: days } }),
      ['Fulfilment: P2 52 h, P4 52 h'],
      'a day of open hours is no day',
    );
  });

  test('an effect is a sentence', () => {
    const effect = {
      examined: 412,
      changed: 37,
      breach_earlier: 12,
      breach_at_once: 1,
      sample: [],
    };
    assert.equal(
      effectText(effect),
      '412 open records computed: 37 would have other targets, 12 breach earlier, 1 breaches at once.',
    );
    const none: SlaPolicyPreviewResult = { ...effect, examined: 1, changed: 0, truncated: true };
    assert.equal(
      effectText(none),
      'The newest 1 open record computed: none would have other targets.',
    );
  });

  test('a preview shows only the clocks of a record that differ', () => {
    const target = (part: Partial<SlaTarget>): SlaTarget => ({
      metric: 'resolution',
      policy: null,
      state: 'running',
      target_seconds: HOUR,
      elapsed_seconds: 0,
      remaining_seconds: HOUR,
      warning_at: '2026-11-16T07:45:00.000Z',
      breach_at: '2026-11-16T08:00:00.000Z',
      met_at: null,
      ...part,
    });
    assert.deepEqual(changesOf([target({})], [target({ elapsed_seconds: 5 })]), []);
    const [change, ...others] = changesOf(
      [target({})],
      [target({ state: 'breached', breach_at: '2026-11-16T07:00:00.000Z' })],
    );
    assert.deepEqual(others, []);
    assert.equal(change?.isAtOnce, true);
    const added = changesOf([], [target({ metric: 'update' })]);
    assert.deepEqual(
      added.map(({ metric, before, isAtOnce }) => [metric, before, isAtOnce]),
      [['update', 'no clock', false]],
    );
  });
});
