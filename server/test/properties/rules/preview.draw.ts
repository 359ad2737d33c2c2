// Draws requests and rules whose previews can be exact: the audit trail knows what a request changed, not what it sent, so
// rules set other fields than requests.
import type { Random } from '../../support/random.ts';

export interface PastRequest {
  /** The place of the record; a creation has the next one. */
  record: number;
  isCreation: boolean;
  body: Record<string, unknown>;
}

const texts = ['network', 'mail', 'a b'];
const pools: Readonly<Record<string, readonly unknown[]>> = {
  category: [...texts, null],
  subcategory: [...texts, null],
  impact: ['high', 'low', null],
  priority: ['P1', 'P2', 'P3'],
  description: [...texts, null],
};
const next: Readonly<Record<string, readonly string[]>> = {
  new: ['in_progress'],
  in_progress: ['on_hold', 'resolved'],
  on_hold: ['in_progress'],
  resolved: ['reopened'],
  reopened: ['in_progress'],
};

function drawBody(random: Random, most: number): Record<string, unknown> {
  const names = random.shuffle(Object.keys(pools)).slice(0, random.below(most + 1));
  return Object.fromEntries(names.map((name) => [name, random.pick(pools[name] ?? [])]));
}

export function drawRequests(random: Random, count: number): PastRequest[] {
  const states: string[] = [];
  return Array.from({ length: count }, (): PastRequest => {
    if (states.length === 0 || random.chance(0.3)) {
      states.push('new');
      const body = { short_description: random.pick(texts), ...drawBody(random, 4) };
      return { record: states.length - 1, isCreation: true, body };
    }
    const record = Math.max(0, states.length - 1 - random.below(12));
    const body = drawBody(random, 2);
    if (random.chance(0.35)) {
      body['state'] = random.pick(next[states[record] ?? ''] ?? []);
      states[record] = String(body['state']);
    }
    if (random.chance(0.3)) body[random.pick(['work_note', 'public_note'])] = 'Seen';
    if (Object.keys(body).length === 0) body['category'] = random.pick(texts);
    return { record, isCreation: false, body };
  });
}

const leaves = (on: string): readonly object[] => [
  { field: 'category', operator: 'eq', value: 'network' },
  { field: 'category', operator: 'exists' },
  { field: 'impact', operator: 'neq', value: 'high' },
  { field: 'priority', operator: 'in', value: ['P1', 'P2'] },
  { field: 'state', operator: 'neq', value: 'resolved' },
  { field: 'assigned_to', operator: 'eq', value: null },
  { field: 'resolution', operator: 'neq', value: 'mail' },
  { field: 'reopen_count', operator: 'eq', value: 0 },
  ...(on === 'updated' || on === 'noted'
    ? [
        { field: 'state', operator: 'changed' },
        { field: 'category', operator: 'changed_to', value: 'mail' },
        { field: 'note.visibility', operator: 'eq', value: 'public' },
        { field: 'note.author', operator: 'exists', value: false },
      ]
    : []),
];

const drawAction = (random: Random, on: string): object =>
  random.pick([
    { set: { resolution: random.pick(texts) } },
    { set: { urgency: random.pick(['high', 'low', null]), custom: { site: random.pick(texts) } } },
    { set: { custom: { floor: random.pick([0, 1, null]) } } },
    { set: { on_hold_until: '2020-01-01T00:00:00.000Z' } },
    { assign: { to: 'person', person: 'ann@example.com', group: 'Desk' } },
    { assign: { to: 'group', group: 'Network' } },
    // Several records may be due at the same instant, and then take turns in any order.
    ...(on === 'due'
      ? []
      : [
          { assign: { to: 'round_robin', group: 'Desk' } },
          { assign: { to: 'round_robin', group: 'Network' } },
        ]),
    { add_note: { visibility: 'team', text: 'It is {{ category }} in {{ id }}' } },
    { add_note: { visibility: 'public', text: 'Checked' } },
    { add_watcher: { users: ['ann@example.com', 'bob@example.com'] } },
    { notify: { users: ['cleo@example.com'], text: 'Look at {{ id }}' } },
  ]);

export function drawPreviewedRule(random: Random) {
  const on = random.pick(['created', 'created', 'updated', 'updated', 'noted', 'due'] as const);
  const some = Array.from({ length: random.below(3) }, () => random.pick(leaves(on)));
  return {
    name: 'Previewed',
    record_type: 'incident' as const,
    on,
    when: some.length === 0 ? { all: [] } : { [random.pick(['all', 'any', 'none'])]: some },
    actions: Array.from({ length: 1 + random.below(3) }, () => drawAction(random, on)),
    ...(on === 'due' && {
      due: {
        after_seconds: 60 * random.pick([1, 2, 5, 30]),
        since: random.pick(['created_at', 'updated_at', 'state_since'] as const),
      },
    }),
  };
}
