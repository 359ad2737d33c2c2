// The record type of service requests determines who sees one, how it is shown, its events and its notifications.
import { may } from '../identity/index.ts';
import { type Context, isOwnAddress, type Viewer } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { picker } from '../platform/http/input/schema.ts';
import {
  countReadable,
  type Decisions,
  type NotedType,
  noteView,
  recordUrls,
  withCustom,
} from '../records/index.ts';
import {
  fireThresholds,
  presentNextTarget,
  presentTargets,
  withClocks,
  type WithClocks,
} from '../sla/index.ts';
import { isUndecidedSql } from './approvals/approvals.sql.ts';
import { requestVisibility } from './approvals/visibility.sql.ts';
import { presentOrder } from './orders/present-order.ts';
import { progressOf } from './requests.progress.ts';
import { allowedTransitions, isRequestManager } from './requests.rights.ts';
import { requestSla } from './requests.sla.ts';
import { ServiceRequest } from './requests.schema.ts';
import { auditedColumns, type ServiceRequestRow, serviceRequestTable } from './requests.sql.ts';
import { states, transitions } from './requests.states.ts';

export const requestDecisions: Decisions = {
  policy: may('requests.decide'),
  namesDeciders: true,
  isUndecided: (actor) => isUndecidedSql(actor, isRequestManager(actor)),
};

const open = states.filter((state) => transitions[state].length > 0);

const notes = {
  editors: may('requests.edit_all_fields'),
  privateReaders: may('work_notes.read_private'),
};

const fire = (tx: Tx, context: Context, row: ServiceRequestRow): Promise<ServiceRequestRow> =>
  fireThresholds(tx, context, serviceRequests as never, requestSla, row);

export const serviceRequests: NotedType<ServiceRequestRow, Context> & {
  table: typeof serviceRequestTable;
} & WithClocks<ServiceRequestRow> = {
  sla: requestSla,
  type: 'request',
  noun: 'Service request',
  path: '/requests',
  table: serviceRequestTable,
  schema: ServiceRequest,
  auditedFields: auditedColumns,
  initial: { version: 1, work_notes_count: 0 },
  internalFields: [
    'work_note',
    'sla_metric',
    'sla_warned_at',
    'sla_breached_at',
    'sla_policy',
    'approval',
  ],
  hiddenFromOwn: ['sla_policy', 'approval'],
  visibility: requestVisibility,
  readers: { policy: may('requests.read'), deleted: may('incidents.read_deleted') },
  notes,
  requesterColumns: ['requested_for', 'requested_by'],
  labelColumn: 'short_description',
  ofPerson: { columns: ['requested_for', 'requested_by'], open },
  work: { open },
  decisions: requestDecisions,
  isResponse: (row, actor) =>
    !isOwnAddress(actor, requestSla.requesterOf(row)) &&
    reachOf(notes.editors, actor) !== undefined &&
    !actor.via,
  beforeSave: (tx, context, before, next, steps) =>
    withClocks(tx, context, requestSla, before, next, steps),
  onLock: (tx, context, row) => fire(tx, context, row),
  onSave: (tx, context, row) => fire(tx, context, row),
  events: (before, after) => {
    const isApproval = before?.state !== 'approved' && after.state === 'approved';
    return [
      ...(before ? [] : (['request.submitted'] as const)),
      ...(isApproval ? (['request.approved'] as const) : []),
    ];
  },
  eventData: (row, { actor, baseUrl }) => {
    const { id, short_description, state, priority, item } = row;
    const { requested_by, requested_for, assignment_group, assigned_to } = row;
    return {
      id,
      short_description,
      state,
      priority,
      item,
      requested_by,
      requested_for,
      assignment_group,
      assigned_to,
      actor: actor.email,
      ...recordUrls(serviceRequests, id, baseUrl),
    };
  },
};

const pick = picker(ServiceRequest);

export const presentServiceRequest = (
  row: ServiceRequestRow,
  viewer: Viewer & Pick<Context, 'fields' | 'sla' | 'now'>,
) =>
  withCustom(
    'request',
    row,
    viewer,
    pick({
      ...row,
      ...presentOrder(row),
      work_notes_count: countReadable(row, noteView(notes, viewer)),
      allowed_transitions: allowedTransitions(viewer.actor, row),
      sla_targets: presentTargets(requestSla, row, viewer),
      sender_verified: row.sender_verified === false ? false : undefined,
      deleted: row.deleted_at === null ? undefined : true,
      deleted_at: row.deleted_at ?? undefined,
      deleted_by: row.deleted_by ?? undefined,
    }),
  );

/** Adds the fields that are computed only if their columns were read, which happens on request. */
export function presentListedRequest(
  listed: ServiceRequestRow,
  request: Pick<Context, 'now' | 'sla'>,
): object {
  const { sla_clocks, sla_policy: _, stages, decided_at: __, tasks: ___, ...row } = listed;
  return {
    ...row,
    ...(stages !== undefined && { progress: progressOf(listed) }),
    ...(sla_clocks !== undefined && {
      next_target: presentNextTarget(requestSla, listed, request),
    }),
  };
}
