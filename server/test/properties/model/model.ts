// The pure model of a record: the effect of a command and the events it emits. Permission is in expectations.ts.
import { type Action, fieldNames, type Patch } from './commands.ts';
import { mayReadNote, movesOf, type Note, resumesClock, type Role, type State } from './rules.ts';

/** Stands for any timestamp, which the model cannot predict. */
export const A_TIME = 'a time';

interface Change {
  from: unknown;
  to: unknown;
}

export interface ModelEvent {
  type: string;
  sequence: number;
  priority: unknown;
  state: unknown;
  short_description: unknown;
  changes?: Record<string, Change>;
  note?: Note;
}

export interface ModelRecord {
  opened_by: string;
  /** Every field that a caller writes or a transition sets, as a response shows it. */
  shown: Record<string, unknown>;
  notes: Note[];
  version: number;
  isDeleted: boolean;
  events: ModelEvent[];
}

export interface Caller {
  role: Role;
  email: string;
}

export interface Attempt {
  by: Caller;
  action: Action;
  /** The value of the If-Match header; undefined without one. */
  ifMatch: string | undefined;
}

export const stateOf = (record: ModelRecord): State => record.shown['state'] as State;

const newShown = (body: Patch): Record<string, unknown> => ({
  ...Object.fromEntries(fieldNames.map((name) => [name, null])),
  priority: 'P3',
  ...body,
  state: 'new',
  resolved_at: null,
  closed_at: null,
  reopen_count: 0,
  work_notes_count: 0,
});

const emit = (record: ModelRecord, types: string[], more: Partial<ModelEvent>): ModelEvent[] => {
  const { priority, state, short_description } = record.shown;
  return types.map((type, index) => ({
    type,
    sequence: record.events.length + index + 1,
    priority,
    state,
    short_description,
    ...more,
  }));
};

export function createRecord(body: Patch, by: Caller): ModelRecord {
  const record: ModelRecord = {
    opened_by: by.email,
    shown: newShown(body),
    notes: [],
    version: 1,
    isDeleted: false,
    events: [],
  };
  return { ...record, events: emit(record, ['incident.created'], {}) };
}

/** Entering a state sets its timestamp; leaving some states clears one. */
const marks: Partial<Record<State, (shown: Record<string, unknown>) => object>> = {
  resolved: () => ({ resolved_at: A_TIME }),
  closed: () => ({ closed_at: A_TIME }),
  reopened: ({ reopen_count }) => ({ resolved_at: null, reopen_count: Number(reopen_count) + 1 }),
};

/** Resolves the patch against the current record. */
export function bodyOf(action: Action, shown: Record<string, unknown>): Patch {
  if (action.do === 'patch') return action.body;
  if (action.do === 'move') {
    const moves = movesOf('agent', shown['state'] as State);
    return { state: moves[action.nth % moves.length] ?? 'reopened' };
  }
  if (action.do === 'repeat')
    return Object.fromEntries(action.fields.map((name) => [name, shown[name]]));
  return {};
}

function patchFields(before: ModelRecord, patch: Patch): Record<string, unknown> {
  const { work_note: note, ...fields } = patch;
  const from = stateOf(before);
  const next: Record<string, unknown> = { ...before.shown, ...fields };
  const to = next['state'] as State;
  return {
    ...next,
    ...(from !== to && marks[to]?.(before.shown)),
    ...(from === 'on_hold' && to !== from && { on_hold_reason: null }),
    work_notes_count: Number(before.shown['work_notes_count']) + (note === undefined ? 0 : 1),
  };
}

function changesOf(before: ModelRecord, shown: Record<string, unknown>): Record<string, Change> {
  const from = stateOf(before);
  const to = shown['state'] as State;
  const isShifted = before.shown['priority'] !== shown['priority'] || resumesClock(from, to);
  return {
    ...Object.fromEntries(
      Object.keys(shown)
        .filter((name) => before.shown[name] !== shown[name])
        .map((name) => [name, { from: before.shown[name], to: shown[name] }]),
    ),
    ...(isShifted && { sla_breach_at: { from: A_TIME, to: A_TIME } }),
  };
}

/** "At most one of each type, in the order updated, priority_changed, resolved; none if nothing changed." */
const eventTypes: [type: string, isEmitted: (changes: Record<string, Change>) => boolean][] = [
  ['incident.updated', (changes) => Object.keys(changes).length > 0],
  ['incident.priority_changed', ({ priority }) => priority !== undefined],
  ['incident.resolved', ({ state }) => state?.to === 'resolved'],
];

function changed(
  before: ModelRecord,
  changes: Record<string, Change>,
  after: Partial<ModelRecord>,
  note?: ModelEvent['note'],
): ModelRecord {
  const notes = note ? [...before.notes, note] : before.notes;
  const record = { ...before, ...after, notes, version: before.version + 1 };
  const types = eventTypes.filter(([, isEmitted]) => isEmitted(changes)).map(([type]) => type);
  const isSecret = note?.visibility === 'private';
  const events = isSecret ? [] : emit(record, types, { changes, ...(note && { note }) });
  return { ...record, events: [...before.events, ...events] };
}

export const noteVisibility = (action: Action, role: Role): string =>
  (action.do === 'note' ? action.visibility : undefined) ??
  (role === 'requester' ? 'public' : 'team');

function update(before: ModelRecord, { by, action }: Attempt): ModelRecord {
  const patch = bodyOf(action, before.shown);
  const shown = patchFields(before, patch);
  const changes = changesOf(before, shown);
  if (Object.keys(changes).length === 0) return before;
  const note = { visibility: 'team', author: by.email };
  return changed(before, changes, { shown }, patch['work_note'] === undefined ? undefined : note);
}

function addNote(before: ModelRecord, { by, action }: Attempt): ModelRecord {
  const shown = {
    ...before.shown,
    work_notes_count: Number(before.shown['work_notes_count']) + 1,
  };
  const note = { visibility: noteVisibility(action, by.role), author: by.email };
  return changed(before, changesOf(before, shown), { shown }, note);
}

const setDeleted = (before: ModelRecord, isDeleted: boolean): ModelRecord =>
  before.isDeleted === isDeleted
    ? before
    : changed(before, { deleted: { from: before.isDeleted, to: isDeleted } }, { isDeleted });

export const effects: Record<Action['do'], (before: ModelRecord, attempt: Attempt) => ModelRecord> =
  {
    create: (before) => before,
    patch: update,
    move: update,
    repeat: update,
    note: addNote,
    delete: (before) => setDeleted(before, true),
    restore: (before) => setDeleted(before, false),
    read: (before) => before,
  };

/** The single-incident response as far as the model knows it. */
export const response = (record: ModelRecord, id: string, by: Caller): Record<string, unknown> => ({
  ...record.shown,
  work_notes_count: record.notes.filter((note) => mayReadNote(by.role, by.email, note)).length,
  id,
  opened_by: record.opened_by,
  version: record.version,
  allowed_transitions: movesOf(by.role, stateOf(record)),
  deleted: record.isDeleted ? true : undefined,
});
