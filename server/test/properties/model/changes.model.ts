// The rules of a change are transcribed from the specification and independent of server/.
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
  type Refusal,
  refusalOf,
  roles,
  versionRefusal,
  withEvents,
  withNote,
} from './rules.ts';

type State = keyof typeof table;

/**
 * The specification says: "draft → submitted → approved or rejected → scheduled → implementing → review → closed;
 * cancelled from any but closed; rejected → draft".
 */
const table = {
  draft: ['submitted', 'cancelled'],
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'cancelled'],
  rejected: ['draft', 'cancelled'],
  scheduled: ['implementing', 'cancelled'],
  implementing: ['review', 'cancelled'],
  review: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;
export const states = Object.keys(table) as State[];

/** Actions lead to these states, not PATCH. */
export const results: Record<string, State> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
};
const isByAction = (state: string) => Object.values<string>(results).includes(state);

const settableFrom = (state: State): string[] => table[state].filter((to) => !isByAction(to));

/** The instance under test has these settings. */
export const TEMPLATE = { name: 'Restart', defaults: { risk: 'low', ci_ids: ['CI5'] } };
export const REQUIRED_APPROVALS = { low: 1, medium: 2, high: 3 };

const callers: Callers = {
  create: editors,
  read: roles.filter((role) => role !== 'requester'),
  patch: editors,
  note: editors,
  submit: editors,
  approve: managers,
  reject: managers,
};

interface Approval {
  approver: string;
  decision: State;
  comment: unknown;
  at: string;
}

export interface ChangeModel extends Model {
  approvals: Approval[];
}

const windowFields = ['planned_start_at', 'planned_end_at'];
/** Approvers decide on these. */
const reviewedFields = new Set(['risk', 'type', 'ci_ids', ...windowFields]);

const stateOf = ({ fields }: ChangeModel): State => fields['state'] as State;
export const isRequester = ({ fields }: ChangeModel, by: Caller): boolean =>
  fields['requested_by'] === by.email;

const viewFor = (model: ChangeModel, by: Caller): Fields => ({
  ...model.fields,
  id: THE_ID,
  version: model.version,
  approvals: model.approvals,
  work_notes_count: countNotes(model, by),
  allowed_transitions: isEditor(by) ? settableFrom(stateOf(model)) : [],
});

const emit = (model: ChangeModel, verb: string, by: Caller, more: Fields = {}): ChangeModel => {
  const { state, type, risk, short_description } = model.fields;
  const data = {
    type,
    state,
    risk,
    short_description,
    actor: by.email,
    ...more,
  };
  return withEvents(model, { type: `change.${verb}`, data });
};

/** The model has the times as the service shows them: any time is A_TIME. */
const asShown = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      windowFields.includes(name) && typeof value === 'string' ? A_TIME : value,
    ]),
  );

const asSet = (ids: unknown): string => String((ids as string[]).toSorted());

/** The order of CIs does not matter. */
const reviewedDifferences = (before: Fields, after: Fields): string[] =>
  changedFields(before, after).filter(
    (name) =>
      reviewedFields.has(name) && (name !== 'ci_ids' || asSet(before[name]) !== asSet(after[name])),
  );

const isStandard = ({ type }: Fields): boolean => type === 'standard';

/** A standard change names a template, whose risk and CIs cannot be replaced; no other change does. */
const isInvalidCreate = (body: Fields): boolean => {
  const { template, type = template === undefined ? 'normal' : 'standard' } = body;
  if (type !== 'standard') return template !== undefined;
  const { risk, ci_ids } = { ...TEMPLATE.defaults, ...body };
  return (
    template !== TEMPLATE.name ||
    risk !== TEMPLATE.defaults.risk ||
    asSet(ci_ids) !== asSet(TEMPLATE.defaults.ci_ids)
  );
};

const blankFields = {
  description: null,
  impact: null,
  assignment_group: null,
  assigned_to: null,
  planned_start_at: null,
  planned_end_at: null,
  implementation_plan: null,
  backout_plan: null,
  test_plan: null,
  template: null,
  risk: 'medium',
  priority: 'P3',
  type: 'normal',
  ci_ids: [],
  incident_ids: [],
};

const createRefusals: Refusal<Model>[] = [
  ...firstRefusals(callers),
  [400, 'validation_failed', (_, { body = {} }) => isInvalidCreate(body)],
];

export function create(sent: Sent): Outcome<ChangeModel> {
  const { by, body = {} } = sent;
  const isFromTemplate = body['template'] !== undefined;
  const state = body['state'] === 'draft' ? 'draft' : isFromTemplate ? 'approved' : 'submitted';
  const fields = {
    ...blankFields,
    ...(isFromTemplate && { ...TEMPLATE.defaults, type: 'standard' }),
    ...asShown(body),
    state,
    requested_by: by.email,
  };
  const made: ChangeModel = { ...newModel(fields), approvals: [] };
  const refusal = refusalOf(createRefusals, made, sent);
  if (refusal) return refusal;
  const submitted = state === 'draft' ? made : emit(made, state, by);
  const after = emit(submitted, 'created', by);
  return { status: 201, after, shown: viewFor(after, by) };
}

const ownDecision = ({ approvals }: ChangeModel, by: Caller) =>
  approvals.find(({ approver }) => approver === by.email)?.decision;

/** The same decision of the same person again has no effect. */
const isRepeatedDecision = (before: ChangeModel, { do: what, by }: Sent): boolean => {
  const decision = results[what];
  return what !== 'submit' && ownDecision(before, by) === decision && stateOf(before) === decision;
};

const isPatch = ({ do: what }: Pick<Sent, 'do'>) => what === 'patch';

/**
 * Tells whether an edit takes a change under review back to submitted. Approved by its template, its window may be
 * edited.
 */
const isWithdrawing = (before: ChangeModel, { body = {} }: Sent): boolean => {
  const edited = reviewedDifferences(before.fields, { ...before.fields, ...asShown(body) });
  const reviewed = isStandard(before.fields)
    ? edited.filter((name) => !windowFields.includes(name))
    : edited;
  return reviewed.length > 0 && ['submitted', 'approved', 'scheduled'].includes(stateOf(before));
};

const requestedState = (before: ChangeModel, { do: what, body = {} }: Sent): State =>
  (results[what] ?? body['state'] ?? stateOf(before)) as State;

const movesOf = (before: ChangeModel, sent: Sent): readonly string[] =>
  isPatch(sent)
    ? settableFrom(isWithdrawing(before, sent) ? 'submitted' : stateOf(before))
    : table[stateOf(before)];

const isOutsideTable = (before: ChangeModel, sent: Sent): boolean => {
  if (!isPatch(sent) && !(sent.do in results)) return false;
  const to = requestedState(before, sent);
  if (isPatch(sent) && to === stateOf(before)) return false;
  return !isRepeatedDecision(before, sent) && !movesOf(before, sent).includes(to);
};

/** The first row that applies decides. */
const refusals: Refusal<ChangeModel>[] = [
  ...firstRefusals(callers),
  versionRefusal,
  bodyRefusal,
  [
    400,
    'validation_failed',
    (before, sent) => isPatch(sent) && isStandard(sent.body ?? {}) && !isStandard(before.fields),
  ],
  // The field is read-only, and sent back by a client that has not seen the newest version.
  [
    400,
    'validation_failed',
    (before, { body = {}, ...sent }) =>
      isPatch(sent) && 'template' in body && body['template'] !== before.fields['template'],
  ],
  [
    400,
    'validation_failed',
    (before, sent) =>
      isPatch(sent) &&
      ['implementing', 'review', 'closed'].includes(stateOf(before)) &&
      reviewedDifferences(before.fields, { ...before.fields, ...asShown(sent.body ?? {}) }).length >
        0,
  ],
  [
    403,
    'self_approval',
    (before, { do: what, by }) => ['approve', 'reject'].includes(what) && isRequester(before, by),
  ],
  [409, 'invalid_transition', isOutsideTable],
];

const errorMembers = {
  invalid_transition: (before: ChangeModel, sent: Sent): Fields => ({
    current_state: stateOf(before),
    requested_state: requestedState(before, sent),
    allowed_transitions: movesOf(before, sent),
  }),
};

/** Each state that an action leads to has its event, which comes before `updated`; a submitted change is submitted again by an edit. */
function save(
  before: ChangeModel,
  by: Caller,
  fields: Fields,
  approvals: Approval[] = before.approvals,
): ChangeModel {
  const changes = diffOf(before.fields, fields);
  if (Object.keys(changes).length === 0 && approvals === before.approvals) return before;
  const after = { ...before, fields, approvals, version: before.version + 1 };
  const isReached = stateOf(before) !== stateOf(after);
  const isAgain =
    stateOf(after) === 'submitted' && reviewedDifferences(before.fields, fields).length > 0;
  const moved =
    isByAction(stateOf(after)) && (isReached || isAgain)
      ? emit(after, stateOf(after), by, { changes })
      : after;
  const decided = approvals !== before.approvals && {
    approvals: { from: before.approvals, to: approvals },
  };
  return emit(moved, 'updated', by, { changes: { ...changes, ...decided } });
}

const asNormal = (fields: Fields): Fields => ({
  ...fields,
  template: null,
  type: isStandard(fields) ? 'normal' : fields['type'],
});

/** Returns the approvals after a withdrawal: the same empty list if there were none, so that nothing differs. */
const withdrawn = ({ approvals }: ChangeModel): Approval[] =>
  approvals.length === 0 ? approvals : [];

function applyPatch(before: ChangeModel, sent: Sent): ChangeModel {
  const edited = { ...before.fields, ...asShown(sent.body ?? {}) };
  const withdraws = isWithdrawing(before, sent);
  const losesTemplate =
    isStandard(before.fields) &&
    reviewedDifferences(before.fields, edited).some((name) => !windowFields.includes(name));
  const fields = losesTemplate ? asNormal(edited) : edited;
  const isMoved = edited['state'] !== stateOf(before);
  const state = withdraws && !isMoved ? 'submitted' : edited['state'];
  const approvals = withdraws ? withdrawn(before) : before.approvals;
  return save(before, sent.by, { ...fields, state }, approvals);
}

const requiredApprovals = ({ type, risk }: Fields): number =>
  type === 'emergency' ? 1 : REQUIRED_APPROVALS[risk as keyof typeof REQUIRED_APPROVALS];

/** The specification says: "approved when that many distinct approvers have approved, rejected by one". */
function decide(before: ChangeModel, { by, do: what, body = {} }: Sent): ChangeModel {
  const decision = results[what] as State;
  if (ownDecision(before, by) === decision) return before;
  const made = { approver: by.email, decision, comment: body['comment'] ?? null, at: A_TIME };
  const others = before.approvals.filter(({ approver }) => approver !== by.email);
  const approvals = [...others, made];
  const isDecided = decision === 'rejected' || approvals.length >= requiredApprovals(before.fields);
  const state = isDecided ? decision : stateOf(before);
  return save(before, by, { ...before.fields, state }, approvals);
}

const submit = (before: ChangeModel, { by }: Sent): ChangeModel =>
  isStandard(before.fields)
    ? save(before, by, { ...before.fields, state: 'approved' }, withdrawn(before))
    : save(before, by, { ...asNormal(before.fields), state: 'submitted' }, withdrawn(before));

const effects: Record<string, (before: ChangeModel, sent: Sent) => ChangeModel> = {
  patch: applyPatch,
  submit,
  approve: decide,
  reject: decide,
  note: (before, sent) => {
    const note = noteOf(sent);
    const after = withNote(before, note);
    return note.visibility === 'private'
      ? after
      : emit(after, 'updated', sent.by, noteMembers(after, note));
  },
};

export function expect(before: ChangeModel, sent: Sent): Outcome<ChangeModel> {
  const refusal = refusalOf(refusals, before, sent, errorMembers);
  if (refusal) return refusal;
  const after = effects[sent.do]?.(before, sent) ?? before;
  return sent.do === 'note'
    ? { status: 201, after, shown: { change_id: THE_ID, ...noteOf(sent) } }
    : { status: 200, after, shown: viewFor(after, sent.by) };
}
