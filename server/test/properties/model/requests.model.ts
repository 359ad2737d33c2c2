// The rules of a service request, transcribed from the specification and independent of server/.
import {
  changedFields,
  diffOf,
  editors,
  type Fields,
  isWrongVersion,
  managers,
  mayReadNote,
  type Note,
  noteOf,
  type Refusal,
  refusalOf,
  roles,
  withEvent,
} from './family.rules.ts';
import { A_TIME, type Caller, type Model, type Outcome, type Sent } from './family.ts';

export const states = ['submitted', 'approved', 'rejected', 'fulfilled', 'cancelled'] as const;
type State = (typeof states)[number];

/** "submitted → approved or rejected; approved → fulfilled; cancelled from submitted and approved" */
const table: Record<State, readonly State[]> = {
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['fulfilled', 'cancelled'],
  rejected: [],
  fulfilled: [],
  cancelled: [],
};

export const results: Record<string, State> = {
  approve: 'approved',
  reject: 'rejected',
  fulfil: 'fulfilled',
  cancel: 'cancelled',
};

const writers = [...editors, 'requester'];

/** The role matrix. */
const callers: Record<string, readonly string[]> = {
  create: writers,
  read: roles,
  patch: writers,
  note: writers,
  approve: managers,
  reject: managers,
  fulfil: editors,
  cancel: writers,
};

export interface RequestModel extends Model {
  requested_by: string;
  fields: Fields;
  notes: Note[];
}

/** Fields that the requester may change while it is submitted. */
const requesterFields = new Set([
  'short_description',
  'description',
  'item',
  'requested_for',
  'due_at',
]);

const stateOf = ({ fields }: RequestModel): State => fields['state'] as State;
const isOwner = ({ requested_by }: RequestModel, by: Caller) => requested_by === by.email;
const isEditor = (by: Caller) => editors.includes(by.role);

const mayCancel = (model: RequestModel, by: Caller) =>
  isEditor(by) || (isOwner(model, by) && stateOf(model) === 'submitted');

const mayAct = (model: RequestModel, action: string, by: Caller): boolean => {
  if (!callers[action]?.includes(by.role)) return false;
  if (action === 'cancel') return mayCancel(model, by);
  return action === 'fulfil' || !isOwner(model, by);
};

const movesOf = (model: RequestModel, by: Caller): State[] =>
  Object.entries(results)
    .filter(([action, to]) => table[stateOf(model)].includes(to) && mayAct(model, action, by))
    .map(([, to]) => to)
    .toSorted();

const shownTo = (model: RequestModel, by: Caller): Fields => ({
  ...model.fields,
  requested_by: model.requested_by,
  version: model.version,
  work_notes_count: model.notes.filter((note) => mayReadNote(by, note)).length,
  allowed_transitions: movesOf(model, by),
});

const emit = (model: RequestModel, type: string, by: Caller, changes?: object): RequestModel => {
  const { state, priority, short_description, requested_for } = model.fields;
  return withEvent(model, {
    type,
    state,
    priority,
    short_description,
    requested_by: model.requested_by,
    requested_for,
    actor: by.email,
    ...(changes && { changes }),
  });
};

/** The model has the times as the service shows them: any time is A_TIME. */
const asShown = (body: Fields): Fields => ({
  ...body,
  ...(typeof body['due_at'] === 'string' && { due_at: A_TIME }),
});

export function create(sent: Sent): Outcome<RequestModel> {
  const { by, body = {} } = sent;
  const blank: RequestModel = {
    requested_by: by.email,
    fields: {
      description: null,
      item: null,
      requested_for: null,
      priority: 'P3',
      assignment_group: null,
      assigned_to: null,
      due_at: null,
      decided_by: null,
      decided_at: null,
      decision_comment: null,
      fulfilled_at: null,
      ...asShown(body),
      state: 'submitted',
    },
    notes: [],
    version: 1,
    events: [],
  };
  if (!callers['create']?.includes(by.role))
    return { status: 403, code: 'insufficient_role', after: blank };
  if (sent.isFaulty) return { status: 400, code: 'validation_failed', after: blank };
  const after = emit(blank, 'request.submitted', by);
  return { status: 201, after, shown: shownTo(after, by) };
}

const isForbiddenPatch = (before: RequestModel, { by, body = {} }: Sent): boolean => {
  if (isEditor(by)) return false;
  const mayEdit = isOwner(before, by) && stateOf(before) === 'submitted';
  return changedFields(before.fields, asShown(body)).some(
    (name) => !mayEdit || !requesterFields.has(name),
  );
};

const isAction = ({ do: what }: Sent) => what in results;
const isOutsideTable = (before: RequestModel, { do: what }: Sent): boolean => {
  const to = results[what];
  return to !== undefined && !table[stateOf(before)].includes(to);
};

/** The first row that applies. The body of a POST is validated before the record is read, that of a PATCH after. */
const refusals: Refusal<RequestModel>[] = [
  [403, 'insufficient_role', (_, { by, do: what }) => !callers[what]?.includes(by.role)],
  [400, 'validation_failed', (_, { method, isFaulty }) => method === 'POST' && isFaulty === true],
  [
    403,
    'insufficient_role',
    (_, sent) =>
      sent.do === 'note' && sent.by.role === 'requester' && noteOf(sent).visibility !== 'public',
  ],
  [
    404,
    'not_found',
    (before, { by }) =>
      by.role === 'requester' &&
      !isOwner(before, by) &&
      before.fields['requested_for'] !== by.email,
  ],
  [
    412,
    'version_mismatch',
    (before, sent) => sent.do !== 'note' && sent.method !== 'GET' && isWrongVersion(before, sent),
  ],
  [400, 'validation_failed', (_, { isFaulty }) => isFaulty === true],
  [
    400,
    'validation_failed',
    (before, { do: what, body = {} }) =>
      what === 'patch' && 'state' in body && body['state'] !== stateOf(before),
  ],
  [
    403,
    'insufficient_role',
    (before, sent) => sent.do === 'patch' && isForbiddenPatch(before, sent),
  ],
  [409, 'invalid_transition', isOutsideTable],
  [
    403,
    'self_approval',
    (before, { do: what, by }) => ['approve', 'reject'].includes(what) && isOwner(before, by),
  ],
  [
    403,
    'insufficient_role',
    (before, { do: what, by }) => what === 'cancel' && !mayCancel(before, by),
  ],
];

const errorMembers = (before: RequestModel, code: string, sent: Sent): Fields | undefined =>
  code === 'invalid_transition'
    ? {
        current_state: stateOf(before),
        requested_state: results[sent.do],
        allowed_transitions: movesOf(before, sent.by),
      }
    : code === 'version_mismatch'
      ? { current_version: before.version }
      : undefined;

const decision = ({ by, body = {} }: Sent) => ({
  decided_by: by.email,
  decided_at: A_TIME,
  decision_comment: body['comment'] ?? null,
});

const marks: Record<string, (sent: Sent) => Fields> = {
  approve: decision,
  reject: decision,
  fulfil: () => ({ fulfilled_at: A_TIME }),
  cancel: () => ({}),
};

function applyFields(before: RequestModel, sent: Sent, patch: Fields): RequestModel {
  const fields = { ...before.fields, ...asShown(patch) };
  const changes = diffOf(before.fields, fields);
  if (Object.keys(changes).length === 0) return before;
  const after = { ...before, fields, version: before.version + 1 };
  return sent.do === 'approve' ? emit(after, 'request.approved', sent.by, changes) : after;
}

export function expect(before: RequestModel, sent: Sent): Outcome<RequestModel> {
  const refusal = refusalOf(refusals, before, sent, errorMembers);
  if (refusal) return refusal;
  const { by, body = {} } = sent;
  if (sent.do === 'note') {
    const note = noteOf(sent);
    const after = { ...before, notes: [...before.notes, note], version: before.version + 1 };
    return { status: 201, after, shown: { ...note } };
  }
  const state = results[sent.do];
  const patch = state && isAction(sent) ? { ...marks[sent.do]?.(sent), state } : body;
  const after = sent.do === 'read' ? before : applyFields(before, sent, patch);
  return { status: 200, after, shown: shownTo(after, by) };
}
