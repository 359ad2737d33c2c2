// The rules of a service request are transcribed from the specification and independent of server/.
import {
  A_TIME,
  type Caller,
  type Fields,
  type Model,
  type Outcome,
  type Sent,
  THE_ID,
} from './family.ts';
import {
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
  noteMembers,
  noteOf,
  noteRefusal,
  type Refusal,
  refusalOf,
  roles,
  versionRefusal,
  withEvents,
  withNote,
} from './rules.ts';

export const states = ['submitted', 'approved', 'rejected', 'fulfilled', 'cancelled'] as const;
type State = (typeof states)[number];

/**
 * The specification says: "submitted → approved or rejected; approved → fulfilled; cancelled from submitted and
 * approved".
 */
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

/** The roles are those of the role matrix. */
const callers: Callers = {
  create: writers,
  read: roles,
  patch: writers,
  note: writers,
  approve: managers,
  reject: managers,
  fulfil: editors,
  cancel: writers,
};

/** The requester may change these fields while it is submitted. */
const requesterFields = new Set([
  'short_description',
  'description',
  'item',
  'requested_for',
  'due_at',
]);

const stateOf = ({ fields }: Model): State => fields['state'] as State;
const isOwner = ({ fields }: Model, by: Caller) => fields['requested_by'] === by.email;

const mayCancel = (model: Model, by: Caller) =>
  isEditor(by) || (isOwner(model, by) && stateOf(model) === 'submitted');

const mayAct = (model: Model, action: string, by: Caller): boolean => {
  if (!callers[action]?.includes(by.role)) return false;
  if (action === 'cancel') return mayCancel(model, by);
  return action === 'fulfil' || !isOwner(model, by);
};

const movesOf = (model: Model, by: Caller): State[] =>
  Object.entries(results)
    .filter(([action, to]) => table[stateOf(model)].includes(to) && mayAct(model, action, by))
    .map(([, to]) => to)
    .toSorted();

const viewFor = (model: Model, by: Caller): Fields => ({
  ...model.fields,
  id: THE_ID,
  version: model.version,
  work_notes_count: countNotes(model, by),
  allowed_transitions: movesOf(model, by),
});

const emit = (model: Model, type: string, by: Caller, more: Fields = {}): Model => {
  const { state, priority, short_description, item } = model.fields;
  const { requested_by, requested_for, assignment_group, assigned_to } = model.fields;
  const data = {
    state,
    priority,
    short_description,
    item,
    requested_by,
    requested_for,
    assignment_group,
    assigned_to,
    actor: by.email,
    ...more,
  };
  return withEvents(model, { type, data });
};

/** The model has the times as the service shows them: any time is A_TIME. */
const asShown = (body: Fields): Fields => ({
  ...body,
  ...(typeof body['due_at'] === 'string' && { due_at: A_TIME }),
});

const blankFields = {
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
};

export function create(sent: Sent): Outcome<Model> {
  const { by, body = {} } = sent;
  const made = newModel({
    ...blankFields,
    ...asShown(body),
    state: 'submitted',
    requested_by: by.email,
  });
  const refusal = refusalOf(firstRefusals(callers), made, sent);
  if (refusal) return refusal;
  const after = emit(emit(made, 'request.submitted', by), 'request.created', by);
  return { status: 201, after, shown: viewFor(after, by) };
}

const isForbiddenPatch = (before: Model, { by, body = {} }: Sent): boolean => {
  if (isEditor(by)) return false;
  const mayEdit = isOwner(before, by) && stateOf(before) === 'submitted';
  return changedFields(before.fields, asShown(body)).some(
    (name) => !mayEdit || !requesterFields.has(name),
  );
};

const isAction = ({ do: what }: Sent) => what in results;
const isOutsideTable = (before: Model, { do: what }: Sent): boolean => {
  const to = results[what];
  return to !== undefined && !table[stateOf(before)].includes(to);
};

/** The first row that applies decides. */
const refusals: Refusal<Model>[] = [
  ...firstRefusals(callers),
  noteRefusal,
  [
    404,
    'not_found',
    (before, { by }) =>
      by.role === 'requester' &&
      !isOwner(before, by) &&
      before.fields['requested_for'] !== by.email,
  ],
  versionRefusal,
  bodyRefusal,
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

const errorMembers = {
  invalid_transition: (before: Model, sent: Sent): Fields => ({
    current_state: stateOf(before),
    requested_state: results[sent.do],
    allowed_transitions: movesOf(before, sent.by),
  }),
};

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

function applyFields(before: Model, sent: Sent, patch: Fields): Model {
  const fields = { ...before.fields, ...asShown(patch) };
  const changes = diffOf(before.fields, fields);
  if (Object.keys(changes).length === 0) return before;
  const after = { ...before, fields, version: before.version + 1 };
  const approved =
    sent.do === 'approve' ? emit(after, 'request.approved', sent.by, { changes }) : after;
  return emit(approved, 'request.updated', sent.by, { changes });
}

export function expect(before: Model, sent: Sent): Outcome<Model> {
  const refusal = refusalOf(refusals, before, sent, errorMembers);
  if (refusal) return refusal;
  const { by, body = {} } = sent;
  if (sent.do === 'note') {
    const note = noteOf(sent);
    const shown = { service_request_id: THE_ID, ...note };
    const noted = withNote(before, note);
    const isSilent = note.visibility === 'private';
    const after = isSilent ? noted : emit(noted, 'request.updated', by, noteMembers(noted, note));
    return { status: 201, after, shown };
  }
  const state = results[sent.do];
  const patch = state && isAction(sent) ? { ...marks[sent.do]?.(sent), state } : body;
  const after = sent.do === 'read' ? before : applyFields(before, sent, patch);
  return { status: 200, after, shown: viewFor(after, by) };
}
