// Rules and macros of the demonstration. The rules that are active change nothing of its past.
import type { MacroCreate, RuleCreate } from '../../rules/index.ts';

export const rules: readonly RuleCreate[] = [
  {
    name: 'Network incidents go round the network team',
    record_type: 'incident',
    on: 'created',
    when: {
      all: [
        { field: 'category', operator: 'eq', value: 'Network' },
        { field: 'assigned_to', operator: 'exists', value: false },
      ],
    },
    actions: [{ assign: { to: 'round_robin', group: 'Network' } }],
  },
  {
    name: 'The service desk hears of each new P1',
    record_type: 'incident',
    on: 'created',
    when: { all: [{ field: 'priority', operator: 'eq', value: 'P1' }] },
    actions: [{ notify: { groups: ['Service Desk'], text: 'New P1: {{ short_description }}' } }],
  },
  {
    name: 'Ask again after two days without a reply',
    record_type: 'incident',
    on: 'due',
    when: {
      all: [
        { field: 'state', operator: 'eq', value: 'on_hold' },
        { field: 'on_hold_reason', operator: 'eq', value: 'awaiting_caller' },
      ],
    },
    due: { after_seconds: 172_800, since: 'state_since' },
    actions: [
      {
        add_note: {
          visibility: 'public',
          text: 'We still need your reply to go on with {{ id }}.',
        },
      },
    ],
    active: false,
  },
];

export const macros: readonly MacroCreate[] = [
  {
    name: 'Ask for a screenshot',
    record_type: 'incident',
    actions: [
      { add_note: { visibility: 'public', text: 'Please send us a screenshot of the message.' } },
      { set: { state: 'on_hold', on_hold_reason: 'awaiting_caller' } },
    ],
  },
  {
    name: 'Hand to the network team',
    record_type: 'incident',
    group: 'Service Desk',
    actions: [
      { set: { category: 'Network' } },
      { assign: { to: 'round_robin', group: 'Network' } },
      { add_note: { visibility: 'team', text: 'The service desk has checked cable and account.' } },
    ],
  },
];
