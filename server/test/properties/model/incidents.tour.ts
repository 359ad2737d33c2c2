// Every run tries these rules of an incident: pairs of states, If-Match, notes, and records that a caller cannot see.
import { NOTE_TEXT, step } from './actions.ts';
import type { Action, Command, Model, Sent } from './family.ts';
import { movesOf, type State, stateOf, states } from './incidents.model.ts';
import { isEditor, roles } from './rules.ts';

export const first: Action = { do: 'create', body: { short_description: 'First' } };

export const set = (to: State): Action => ({ do: 'patch', body: { state: to } });

const ways: Record<State, State[]> = {
  new: [],
  in_progress: ['in_progress'],
  on_hold: ['in_progress', 'on_hold'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
  reopened: ['in_progress', 'resolved', 'reopened'],
};

/** Moves a new record of the role to a state, where the role then requests others. */
const leg = (role: string, from: State, requested: readonly State[]): Command[] => [
  step(first, { role }),
  ...ways[from].map((way) => step(set(way))),
  ...requested.map((to) => step(set(to), { role })),
];

/** Editors and the opener try every pair of states. Moves that are refused leave the record where it is. */
const pairs: Command[][] = ['agent', 'requester'].flatMap((role) =>
  states.flatMap((from) => {
    const moves = movesOf(role, from);
    const refused = states.filter((to) => !moves.includes(to));
    return [leg(role, from, refused), ...moves.map((to) => leg(role, from, [to]))];
  }),
);

const noteOf = (visibility: string): Action => ({
  do: 'note',
  body: { body: NOTE_TEXT, visibility },
});

/** The last one makes a deleted record visible again. */
const requests: Action[] = [
  { do: 'read' },
  { do: 'read_deleted' },
  { do: 'patch', body: { priority: 'P1' } },
  noteOf('public'),
  { do: 'delete' },
  { do: 'restore' },
];
const conditional = requests.filter((one) => ['patch', 'delete', 'restore'].includes(one.do));
const ofRequester = requests.filter((one) => ['read', 'patch', 'note'].includes(one.do));

const opened = step(first, { role: 'requester' });

const deleted: Command[][] = roles.map((role) => [
  opened,
  step({ do: 'delete' }),
  ...requests.map((one) => step(one, { role })),
]);

const stale: Command[] = [opened, ...conditional.map((one) => step(one, { ifMatch: 'stale' }))];

const hidden: Command[] = [
  opened,
  ...ofRequester.map((one) => step(one, { role: 'requester', user: 1 })),
];

/** One of them is the note of an update that emits every event. */
const noted: Command[] = [
  opened,
  step(set('in_progress')),
  step({ do: 'patch', body: { state: 'resolved', priority: 'P1', work_note: NOTE_TEXT } }),
  step(noteOf('private'), { role: 'agent' }),
  step(noteOf('public'), { role: 'requester' }),
  ...roles.flatMap((role) => [
    step({ do: 'read' }, { role }),
    step({ do: 'read' }, { role, user: 1 }),
  ]),
];

export const tour: Command[][] = [...pairs, ...deleted, stale, hidden, noted];

const isStale = ({ version }: Model, ifMatch: string) => ifMatch === `"${version - 1}"`;

const isOpener = ({ fields }: Model, { by }: Sent) => fields['opened_by'] === by.email;

const hasAllNotes = ({ notes }: Model) =>
  new Set(notes.map(({ visibility }) => visibility)).size === 3;

/** Returns the rule that a valid request without If-Match puts to the test. */
function plainRuleOf(before: Model, sent: Sent): string | undefined {
  const { by, do: what, body = {} } = sent;
  const isRequester = by.role === 'requester';
  if (before.isDeleted) return `deleted ${by.role} ${what}`;
  if (isRequester && !isOpener(before, sent)) return `hidden ${what}`;
  if (what === 'read') return hasAllNotes(before) ? `noted ${by.role}` : undefined;
  const to = what === 'patch' ? (body['state'] as string | undefined) : undefined;
  if (to === undefined || !(isEditor(by) || isRequester)) return undefined;
  return `${isRequester ? 'opener' : 'editor'} ${stateOf(before)} ${to}`;
}

export function ruleOf(before: Model, sent: Sent): string | undefined {
  const { by, do: what, ifMatch, isFaulty } = sent;
  if (isFaulty) return undefined;
  if (ifMatch === undefined) return plainRuleOf(before, sent);
  const isTested = by.role === 'itsm_manager' && !before.isDeleted && isStale(before, ifMatch);
  return isTested ? `stale ${what}` : undefined;
}

const ruleNames = (name: string, actions: readonly Action[]) =>
  actions.map((one) => `${name} ${one.do}`);

export const rules: string[] = [
  ...['editor', 'opener'].flatMap((who) =>
    states.flatMap((from) => states.map((to) => `${who} ${from} ${to}`)),
  ),
  ...roles.flatMap((role) => [...ruleNames(`deleted ${role}`, requests), `noted ${role}`]),
  ...ruleNames('stale', conditional),
  ...ruleNames('hidden', ofRequester),
];
