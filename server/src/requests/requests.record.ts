// The record type of service requests determines who sees one, how it is shown, its events and its notifications.
import { may } from '../identity/index.ts';
import type { RecordNotice } from '../notifications/index.ts';
import { type Context, isOwnAddress, type Viewer } from '../platform/context.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { picker } from '../platform/http/input/schema.ts';
import {
  countReadable,
  type NotedType,
  noteView,
  ownerVisibility,
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
import { allowedTransitions } from './requests.rights.ts';
import { requestSla } from './requests.sla.ts';
import { ServiceRequest } from './requests.schema.ts';
import {
  auditedColumns,
  isUndecided,
  type ServiceRequestRow,
  serviceRequestTable,
} from './requests.sql.ts';
import { states, transitions } from './requests.states.ts';

export const requestDecisions = { policy: may('requests.decide'), isUndecided };

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
  internalFields: ['work_note', 'sla_metric', 'sla_warned_at', 'sla_breached_at', 'sla_policy'],
  hiddenFromOwn: ['sla_policy'],
  visibility: ownerVisibility<ServiceRequestRow>('service_requests', [
    'requested_by',
    'requested_for',
  ]),
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
    if (!before) return ['request.submitted'];
    const isApproval = before.state !== 'approved' && after.state === 'approved';
    return isApproval ? ['request.approved'] : [];
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
      work_notes_count: countReadable(row, noteView(notes, viewer)),
      allowed_transitions: allowedTransitions(viewer.actor, row),
      sla_targets: presentTargets(requestSla, row, viewer),
      sender_verified: row.sender_verified === false ? false : undefined,
      deleted: row.deleted_at === null ? undefined : true,
      deleted_at: row.deleted_at ?? undefined,
      deleted_by: row.deleted_by ?? undefined,
    }),
  );

export function serviceRequestNotice(
  row: ServiceRequestRow,
  type: 'approval.requested' | 'request.decided',
  baseUrl: string,
): RecordNotice {
  const { id, short_description, priority, state, requested_by, decision_comment } = row;
  const urls = recordUrls(serviceRequests, id, baseUrl);
  const headline =
    type === 'approval.requested' ? `${id} is waiting for a decision` : `${id} was ${state}`;
  return {
    type,
    record: { type: 'request', id, version: row.version },
    data: { service_request_id: id, short_description, priority, state, ...urls },
    content: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [
        `${headline}.`,
        short_description,
        `Requested by: ${requested_by}. Priority: ${priority}.`,
        ...(decision_comment === null ? [] : [decision_comment]),
      ],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
}

/** Adds the next target only if its columns were read, which happens on request. */
export const presentListedRequest = (
  { sla_clocks, sla_policy, ...row }: ServiceRequestRow,
  request: Pick<Context, 'now' | 'sla'>,
): object => ({
  ...row,
  ...(sla_clocks !== undefined && {
    next_target: presentNextTarget(requestSla, { ...row, sla_clocks, sla_policy }, request),
  }),
});
