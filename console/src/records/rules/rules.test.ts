import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MacroSummary, TimelineEntry } from '../../api/index.ts';
import { fieldsByName } from '../../conditions/index.ts';
import { macroChoices } from '../macros/macro.choices.ts';
import { entry } from '../timeline/entry.fixture.ts';
import { timelineDays } from '../timeline/timeline.items.ts';
import { failText } from './explanation.words.ts';
import { becauseText, chainOf, effectTexts, skippedTexts } from './rule.words.ts';

const nameOf = (email: string): string => (email === 'ben@example.com' ? 'Ben Okafor' : email);
const rule = { id: 'rul_1', version: 2, name: 'Network incidents' };
const cause = (part: object): NonNullable<TimelineEntry['cause']> => ({
  kind: 'rule',
  rule,
  ...part,
});
const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });

describe('Rules in the timeline', () => {
  test('the effects of a rule continue its name', () => {
    assert.deepEqual(
      effectTexts(
        entry({
          cause: cause({
            sent: [
              { action: 'mail', recipients: ['ben@example.com'] },
              { action: 'mail', recipients: ['ben@example.com', 'requester'] },
            ],
          }),
        }),
        [
          change('assigned_to', null, 'ben@example.com'),
          change('assignment_group', null, 'Network'),
          change('priority', 'P3', 'P2'),
          change('category', 'software', null),
          change('description', 'a', 'b'),
        ],
        nameOf,
      ),
      [
        'assigned it to Ben Okafor in Network',
        'set priority to P2',
        'cleared category',
        'wrote description',
        'mailed Ben Okafor and requester',
      ],
    );
    assert.deepEqual(
      effectTexts(entry({}), [change('assignment_group', null, 'Network')], nameOf),
      ['assigned it to the group Network'],
    );
  });

  test('the values that the condition read are the reason', () => {
    assert.equal(
      becauseText({ inputs: { category: 'network', ci_id: null } }, 'incident'),
      'because category was network and there was no CI',
    );
    assert.equal(becauseText({ inputs: {} }, 'incident'), '');
    assert.equal(
      becauseText({ inputs: { 'note.visibility': 'public' } }, 'incident'),
      'because note visibility was public',
    );
  });

  test('actions that were skipped say why', () => {
    assert.deepEqual(
      skippedTexts({
        skipped: [{ action: 'assign', code: 'unknown_group', message: 'No group has the name X.' }],
      }),
      ['Assigning was skipped: No group has the name X.'],
    );
    assert.deepEqual(skippedTexts({}), []);
    assert.deepEqual(chainOf({ chain: [{ record: 'INC0000001', rules: ['rul_1'] }] }), [
      'INC0000001',
    ]);
  });

  test('an entry of a rule that changed no field is shown, and one of nobody is not', () => {
    const items = (one: TimelineEntry) => timelineDays([one], 'all', () => 0, one.record.id);
    assert.equal(items(entry({ cause: cause({ kind: 'rule_chain' }) })).length, 1);
    assert.equal(items(entry({})).length, 0);
  });
});

describe('Rules that did not run', () => {
  const fields = fieldsByName([
    {
      name: 'priority',
      label: 'priority',
      kind: 'choice',
      optional: false,
      choices: [{ value: 'P3', label: 'P3, medium' }],
      operators: ['eq'],
    },
  ]);
  const fail = (field: string, operator: string, value: unknown, actual: unknown) =>
    failText({ pointer: '/all/0', field, operator, value, actual }, 'incident', fields, {});

  test('each comparison that fails says what it asks for and what the record has', () => {
    assert.equal(fail('priority', 'eq', 'P1', 'P3'), 'Priority is P1, but it is P3, medium');
    assert.equal(
      fail('category', 'eq', 'network', null),
      'Category is network, but it has no value',
    );
    assert.equal(
      fail('state', 'changed_to', 'resolved', 'new'),
      'State changed to resolved: only an update can tell',
    );
  });
});

describe('The menu of macros', () => {
  const macro = (name: string, group: string | null): MacroSummary => ({
    id: name,
    name,
    group,
    record_type: 'incident',
    actions: [{ set: { urgency: 'high' } }],
    active: true,
    created_at: '',
    updated_at: '',
  });

  test('macros of my groups are listed first, then those of all, then those of others', () => {
    const macros = [
      macro('d', 'Finance'),
      macro('c', null),
      macro('b', 'Network'),
      macro('a', 'Network'),
    ];
    const choices = macroChoices(macros, { groups: ['Network'] }, nameOf);
    assert.deepEqual(
      choices.map(({ label, group }) => `${label} ${group}`),
      ['a Network', 'b Network', 'c For all groups', 'd Finance'],
    );
    assert.equal(choices[0]?.detail, 'Set urgency to High');
  });
});
