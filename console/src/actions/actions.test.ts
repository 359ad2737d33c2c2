import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RuleAction } from '../api/index.ts';
import { type ConditionField, fieldsByName } from '../conditions/index.ts';
import type { ActionRow } from './action.ts';
import { actionKinds } from './action.kinds.ts';
import { describeActions, moveRow, newAction, printActions, readActions } from './action.values.ts';
import { type DescribedRule, describeRule, splitSeconds, suggestName } from './rule.words.ts';

const field = (name: string, part: Partial<ConditionField> = {}): ConditionField => ({
  name,
  label: name.replaceAll('_', ' '),
  kind: 'text',
  optional: true,
  operators: ['eq'],
  ...part,
});
const names = {
  fields: fieldsByName([field('category'), field('priority')]),
  calendars: { cal_1: 'Munich' },
  macros: { mac_1: 'Take over' },
  nameOf: (email: string) => (email === 'ben@example.com' ? 'Ben Okafor' : email),
};
const leaf = (name: string, value: unknown) => ({ field: name, operator: 'eq' as const, value });
const rule = (part: Partial<DescribedRule>): DescribedRule => ({
  record_type: 'incident',
  on: 'created',
  when: { all: [] },
  actions: [{ assign: { to: 'round_robin', group: 'Network' } }],
  ...part,
});
const words = (actions: RuleAction[]) =>
  describeActions(actions, { ...names, recordType: 'incident' });

const every: RuleAction[] = [
  { assign: { to: 'person', person: 'ben@example.com', group: 'Network' } },
  { set: { priority: 'P2', category: null, custom: { site: 'muc', floors: 3, vip: true } } },
  { add_note: { visibility: 'public', text: 'We are on it.' } },
  { notify: { users: ['ben@example.com'], groups: ['Network'], text: 'Look' } },
  { mail: { to: ['requester', 'ben@example.com'], template: { subject: 'Hello', text: 'You' } } },
  { apply_macro: { macro_id: 'mac_1' } },
  { add_watcher: { users: ['ben@example.com'] } },
];

describe('The sentence of a rule', () => {
  test('a rule reads as its trigger, its condition and its actions', () => {
    assert.equal(
      describeRule(
        rule({
          when: { all: [leaf('category', 'network')] },
          actions: [
            { assign: { to: 'round_robin', group: 'Network' } },
            { add_note: { visibility: 'team', text: 'x' } },
          ],
        }),
        names,
      ),
      'When an incident is created and category is network, assign round robin in Network and add a team note.',
    );
  });

  test('a condition that always holds is not mentioned, and alternatives stand in parentheses', () => {
    assert.equal(
      describeRule(rule({ record_type: 'change', on: 'noted' }), names),
      'When a change gets a note, assign round robin in Network.',
    );
    assert.match(
      describeRule(rule({ when: { any: [leaf('category', 'a'), leaf('priority', 'P1')] } }), names),
      /^When an incident is created and \(category is a or priority is P1\), /,
    );
  });

  test('a rule that waits says how long, since when and in which hours', () => {
    const due = (after_seconds: number, calendar_id: string | null) =>
      describeRule(
        rule({ on: 'due', due: { after_seconds, calendar_id, since: 'state_since' } }),
        names,
      );
    assert.match(
      due(259_200, null),
      /^When 3 days have passed since an incident came to its state,/,
    );
    assert.match(due(3600, null), /^When 1 hour has passed since/);
    assert.match(
      due(86_400, 'cal_1'),
      /^When 24 hours have passed in the hours of Munich since an incident/,
    );
    assert.deepEqual(splitSeconds(5400, false), { amount: 90, unit: 'minutes' });
  });

  test('a name is made of the condition and the actions, and is never too long', () => {
    assert.equal(
      suggestName(rule({}), names),
      'An incident is created: assign round robin in Network',
    );
    const long = rule({ when: { all: [leaf('category', 'x'.repeat(200))] } });
    const name = suggestName(long, names);
    assert.ok(name.length === 100 && name.endsWith('…'), name);
  });

  test('every kind of action has words', () => {
    assert.equal(
      words(every),
      'assign Ben Okafor in Network, set priority to P2, site to muc, floors to 3 and vip to true and clear category, ' +
        'add a public note, notify Ben Okafor and Network, mail the requester and Ben Okafor, ' +
        'apply the macro “Take over” and add Ben Okafor to the watchers',
    );
    assert.equal(words([{ assign: { to: 'group', group: 'Desk' } }]), 'assign the group Desk');
    assert.equal(words([{ apply_macro: { macro_id: 'gone' } }]), 'apply a macro');
  });
});

describe('The rows of actions', () => {
  test('actions that were not edited are printed as they were read', () => {
    assert.deepEqual(printActions(readActions(every)), every);
    assert.deepEqual(
      new Set(every.map((action) => Object.keys(action)[0])),
      new Set<string>(actionKinds),
      'every kind is among them',
    );
  });

  test('a new action is not complete until its parts are typed', () => {
    for (const kind of actionKinds) assert.equal(printActions([newAction(kind)]), undefined, kind);
    const complete = readActions(every);
    assert.equal(printActions([...complete, newAction('add_note')]), undefined);
    assert.equal(printActions([]), undefined, 'a rule without actions does nothing');
  });

  test('a field without a value is not set, and null clears it', () => {
    const set = (value: unknown): ActionRow => ({
      key: 'a',
      kind: 'set',
      value: [{ key: 'b', field: 'category', value }],
    });
    assert.equal(printActions([set(undefined)]), undefined);
    assert.equal(printActions([set('')]), undefined);
    assert.deepEqual(printActions([set(null)]), [{ set: { category: null } }]);
    assert.deepEqual(printActions([set(' net ')]), [{ set: { category: 'net' } }]);
  });

  test('rows move by one place and stay within the list', () => {
    const rows = readActions(every.slice(0, 3));
    const keys = (moved: readonly ActionRow[]) =>
      moved.map(({ key }) => rows.findIndex((row) => row.key === key));
    assert.deepEqual(keys(moveRow(rows, 0, 1)), [1, 0, 2]);
    assert.deepEqual(keys(moveRow(rows, 2, -1)), [0, 2, 1]);
    assert.equal(moveRow(rows, 0, -1), rows);
    assert.equal(moveRow(rows, 2, 1), rows);
  });
});
