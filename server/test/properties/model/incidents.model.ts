// The rules of an incident are transcribed from the specification and independent of server/.
import { NOTE_TEXT } from './actions.ts';
import {
  A_TIME,
  type Caller,
  type Fields,
  type Model,
  type Note,
  type Outcome,
  type Sent,
  THE_ID,
} from './family.ts';
import {
  auditedFields,
  bodyRefusal,
  type Callers,
  changedFields,
  countNotes,
  diffOf,
  editors,
  firstRefusals,
  isEditor,
  managers,
  newModel,
  noteOf,
  noteRefusal,
  type Refusal,
  refusalOf,
  roles,
  versionRefusal,
  withEvents,
  withNote,
} from './rules.ts';

/** The rows are those of "Incident state" in the contract. */
const rows = [
  ['new', 'in_progress'],
  ['in_progress', 'resolved'],
  ['resolved', 'closed'],
  ['new', 'cancelled'],
  ['in_progress', 'on_hold'],
  ['on_hold', 'in_progress'],
  ['resolved', 'reopened'],
  ['reopened', 'in_progress'],
] as const;

export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const;
export type State = (typeof states)[number];

const isInTable = (from: State, to: State): boolean =>
  rows.some((row) => row[0] === from && row[1] === to);

/** The specification says: "cancel own new, reopen own resolved". */
const isRequesterMove = (from: State, to: State): boolean =>
  (from === 'new' && to === 'cancelled') || (from === 'resolved' && to === 'reopened');

const mayMove = (role: string, from: State, to: State): boolean =>
  role === 'requester' ? isRequesterMove(from, to) : editors.includes(role) && isInTable(from, to);

export const movesOf = (role: string, from: State): State[] =>
  states.filter((to) => mayMove(role, from, to)).toSorted();

/** The clock halts on hold and once resolved; leaving these states for work shifts sla_breach_at. */
const resumesClock = (from: State, to: State): boolean =>
  (from === 'on_hold' && to === 'in_progress') || (from === 'resolved' && to === 'reopened');

const writers = [...editors, 'requester'];

/** The roles are those of the role matrix, for the requests a client makes. */
const callers: Callers = {
  create: writers,
  patch: writers,
  note: writers,
  delete: managers,
  restore: managers,
  read: roles,
  read_deleted: [...managers, 'auditor'],
};

export const stateOf = ({ fields }: Pick<Model, 'fields'>): State => fields['state'] as State;

const viewFor = (model: Model, by: Caller): Fields => ({
  ...model.fields,
  id: THE_ID,
  version: model.version,
  work_notes_count: countNotes(model, by),
  allowed_transitions: movesOf(by.role, stateOf(model)),
  deleted: model.isDeleted || undefined,
});

const eventsOf = (model: Model, types: readonly string[], more: Fields) => {
  const { short_description, priority, state, category } = model.fields;
  const { assignment_group, assigned_to, requester, ci_id } = model.fields;
  const data = {
    short_description,
    priority,
    state,
    category,
    assignment_group,
    assigned_to,
    requester,
    ci_id,
  };
  return types.map((type) => ({ type, data: { ...data, ...more } }));
};

const blankFields = {
  description: null,
  category: null,
  assignment_group: null,
  assigned_to: null,
  // The callers are clients, which have no trouble of their own.
  requester: null,
  impact: null,
  urgency: null,
  ci_id: null,
  on_hold_reason: null,
  resolution: null,
  priority: 'P3',
  resolved_at: null,
  closed_at: null,
  sla_breach_at: A_TIME,
  reopen_count: 0,
};

const createRefusals = firstRefusals(callers);

export function create(sent: Sent): Outcome<Model> {
  const { by, body = {} } = sent;
  const made = newModel({ ...blankFields, ...body, state: 'new', opened_by: by.email });
  const refusal = refusalOf(createRefusals, made, sent);
  if (refusal) return refusal;
  const after = withEvents(made, ...eventsOf(made, ['incident.created'], {}));
  return { status: 201, after, shown: viewFor(after, by) };
}

const isPatch = ({ do: what }: Sent) => what === 'patch';

const moveOf = (before: Model, sent: Sent): [from: State, to: State] => {
  const from = stateOf(before);
  const to = isPatch(sent) ? sent.body?.['state'] : undefined;
  return [from, (to ?? from) as State];
};

const readsDeleted = new Set(['read_deleted', 'restore']);

/** The first row that applies decides. */
const refusals: Refusal<Model>[] = [
  ...firstRefusals(callers),
  noteRefusal,
  [404, 'not_found', (before, sent) => before.isDeleted && !readsDeleted.has(sent.do)],
  [
    404,
    'not_found',
    ({ fields }, { by }) => by.role === 'requester' && fields['opened_by'] !== by.email,
  ],
  versionRefusal,
  bodyRefusal,
  [
    403,
    'insufficient_role',
    ({ fields }, sent) =>
      isPatch(sent) &&
      !isEditor(sent.by) &&
      changedFields(fields, sent.body ?? {}).some((name) => name !== 'state'),
  ],
  [
    403,
    'insufficient_role',
    (before, sent) => {
      const [from, to] = moveOf(before, sent);
      return isInTable(from, to) && !mayMove(sent.by.role, from, to);
    },
  ],
  [
    409,
    'invalid_transition',
    (before, sent) => {
      const [from, to] = moveOf(before, sent);
      return from !== to && !isInTable(from, to);
    },
  ],
];

const errorMembers = {
  invalid_transition: (before: Model, sent: Sent): Fields => {
    const [current_state, requested_state] = moveOf(before, sent);
    const allowed_transitions = movesOf(sent.by.role, current_state);
    return { current_state, requested_state, allowed_transitions };
  },
};

/** Entering a state sets its timestamp; leaving some states clears one. */
const marks: Partial<Record<State, (fields: Fields) => Fields>> = {
  resolved: () => ({ resolved_at: A_TIME }),
  closed: () => ({ closed_at: A_TIME }),
  reopened: ({ reopen_count }) => ({ resolved_at: null, reopen_count: Number(reopen_count) + 1 }),
};

function patchFields({ fields }: Model, body: Fields): Fields {
  const next: Fields = { ...fields, ...body };
  const [from, to] = [fields['state'], next['state'] as State];
  return {
    ...next,
    ...(from !== to && marks[to]?.(fields)),
    ...(from === 'on_hold' && to !== from && { on_hold_reason: null }),
  };
}

function changesOf(before: Model, after: Model): Record<string, object> {
  const isShifted =
    before.fields['priority'] !== after.fields['priority'] ||
    resumesClock(stateOf(before), stateOf(after));
  return {
    ...diffOf(auditedFields(before), auditedFields(after)),
    ...(isShifted && { sla_breach_at: { from: A_TIME, to: A_TIME } }),
  };
}

/** Only public notes are quoted. */
const quotedNote = (note: Note): Fields => ({
  ...note,
  ...(note.visibility === 'public' && { body: NOTE_TEXT }),
});

/**
 * The specification says: "At most one of each type, in the order updated, priority_changed, resolved; none if nothing
 * changed." A deletion and a note have an event after them.
 */
function save(before: Model, next: Model, note?: Note): Model {
  const changes = changesOf(before, next);
  if (Object.keys(changes).length === 0) return before;
  const after = note ? next : { ...next, version: before.version + 1 };
  if (note?.visibility === 'private') return after;
  const isResolved = 'state' in changes && stateOf(after) === 'resolved';
  const types = [
    'incident.updated',
    ...('priority' in changes ? ['incident.priority_changed'] : []),
    ...(isResolved ? ['incident.resolved'] : []),
  ];
  const isDeletion = after.isDeleted && !before.isDeleted;
  return withEvents(
    after,
    ...eventsOf(after, [...types, ...(isDeletion ? ['incident.deleted'] : [])], {
      changes,
      ...(note && { note }),
    }),
    ...(note ? eventsOf(after, ['incident.note_added'], { note: quotedNote(note) }) : []),
  );
}

function applyPatch(before: Model, { by, body = {} }: Sent): Model {
  const { work_note: text, ...rest } = body;
  const next = { ...before, fields: patchFields(before, rest) };
  if (text === undefined) return save(before, next);
  const note = { visibility: 'team', author: by.email };
  return save(before, withNote(next, note), note);
}

const effects: Record<string, (before: Model, sent: Sent) => Model> = {
  patch: applyPatch,
  note: (before, sent) => save(before, withNote(before, noteOf(sent)), noteOf(sent)),
  delete: (before) => save(before, { ...before, isDeleted: true }),
  restore: (before) => save(before, { ...before, isDeleted: false }),
};

const shownBy: Record<string, (sent: Sent) => Fields> = {
  note: (sent) => ({ incident_id: THE_ID, ...noteOf(sent) }),
  delete: ({ by }) => ({ id: THE_ID, deleted: true, deleted_by: by.email, deleted_at: A_TIME }),
};

export function expect(before: Model, sent: Sent): Outcome<Model> {
  const refusal = refusalOf(refusals, before, sent, errorMembers);
  if (refusal) return refusal;
  const after = effects[sent.do]?.(before, sent) ?? before;
  const shown = shownBy[sent.do]?.(sent) ?? viewFor(after, sent.by);
  return { status: sent.do === 'note' ? 201 : 200, after, shown };
}
