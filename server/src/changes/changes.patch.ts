// Computes new and updated changes by the rules of the reviewed fields, without database access.
import { type Fault, invalid } from '../platform/errors.ts';
import { readOnlyFault } from '../platform/http/input/validation-messages.ts';
import type { Settings } from '../platform/runtime/settings.ts';
import { DEFAULT_PRIORITY, withStoredTimes } from '../records/index.ts';
import type { ChangeCreate, ChangeUpdate } from './changes.schema.ts';
import type { ChangeRow, NewChange } from './changes.sql.ts';
import { hasBegun, isUnderReview, requireSettable } from './changes.states.ts';
import { DEFAULT_RISK, isSameSet, templateRequired, withTemplate } from './changes.templates.ts';

const windowFields = ['planned_start_at', 'planned_end_at'] as const;
/** Approvers decide on these fields. */
const reviewedFields = ['risk', 'type', 'ci_ids', ...windowFields] as const;
type ReviewedFields = Pick<ChangeRow, (typeof reviewedFields)[number]>;

const isWindowField = (field: keyof ReviewedFields): boolean =>
  (windowFields as readonly string[]).includes(field);

/** The order of CIs does not matter. */
export const reviewedDifferences = (
  before: ReviewedFields,
  after: ReviewedFields,
): (keyof ReviewedFields)[] =>
  reviewedFields.filter((field) =>
    field === 'ci_ids' ? !isSameSet(before.ci_ids, after.ci_ids) : before[field] !== after[field],
  );

type Window = Pick<ChangeRow, (typeof windowFields)[number]>;

function requireOrderedWindow({ planned_start_at: start, planned_end_at: end }: Window): void {
  if (start === null || end === null || end > start) return;
  const message = 'planned_end_at must be after planned_start_at.';
  const fault: Fault = { in: 'body', pointer: '/planned_end_at', code: 'too_small', message };
  throw invalid([fault]);
}

export function newChange(
  input: ChangeCreate,
  requester: string,
  settings: Settings,
  now: Date,
): NewChange {
  const at = now.toISOString();
  const filled = withStoredTimes(withTemplate(input, settings), windowFields);
  const isDraft = input.state === 'draft';
  const row: NewChange = {
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
    risk: DEFAULT_RISK,
    priority: DEFAULT_PRIORITY,
    ci_ids: [],
    incident_ids: [],
    ...filled,
    state: isDraft ? 'draft' : filled.type === 'standard' ? 'approved' : 'submitted',
    requested_by: requester,
    created_at: at,
    updated_at: at,
  };
  requireOrderedWindow(row);
  return row;
}

/** A standard change becomes a normal one if its risk, type or CIs differ from its template. */
const withoutTemplate = (row: ChangeRow): ChangeRow => ({
  ...row,
  type: row.type === 'standard' ? 'normal' : row.type,
  template: null,
});

export interface UpdateResult {
  next: ChangeRow;
  /** True if the update withdraws the approvals. */
  withdraws: boolean;
}

/** Applies a transition after the effects of the other fields. */
export function applyPatch(before: ChangeRow, patch: ChangeUpdate): UpdateResult {
  const { state: requested = before.state, ...fields } = withStoredTimes(patch, windowFields);
  const edited: ChangeRow = { ...before, ...fields };
  const isStandard = before.type === 'standard';
  if (edited.type === 'standard' && !isStandard) throw invalid([templateRequired()]);
  const differences = reviewedDifferences(before, edited);
  if (hasBegun(before.state) && differences.length > 0)
    throw invalid(differences.map((field) => readOnlyFault(field)));
  requireOrderedWindow(edited);
  const reviewed = isStandard ? differences.filter((one) => !isWindowField(one)) : differences;
  const withdraws = reviewed.length > 0 && isUnderReview(before.state);
  if (requested !== before.state) requireSettable(before.state, requested, withdraws);
  const row = isStandard && reviewed.length > 0 ? withoutTemplate(edited) : edited;
  const returned = withdraws ? 'submitted' : before.state;
  return {
    next: { ...row, state: requested === before.state ? returned : requested },
    withdraws,
  };
}

/** Approves a standard change at once if its template still approves it. */
export const submit = (before: ChangeRow, preapproved: boolean): ChangeRow =>
  preapproved
    ? { ...before, state: 'approved' }
    : { ...withoutTemplate(before), state: 'submitted' };
