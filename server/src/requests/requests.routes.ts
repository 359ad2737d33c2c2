import { may } from '../identity/index.ts';
import { notificationTimeline } from '../notifications/index.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import {
  createHandler,
  customFilterPatterns,
  listedCustom,
  listHandler,
  noteRoutes,
  timelineRoute,
  updateHandler,
} from '../records/index.ts';
import { getServiceRequestSla, ServiceRequestSla } from './requests.targets.ts';
import { presentListedRequest, presentServiceRequest, serviceRequests } from './requests.record.ts';
import { act, decide, getServiceRequest } from './requests.handlers.ts';
import { type ActionName, actions } from './requests.rights.ts';
import {
  Decision,
  example,
  ServiceRequest,
  ServiceRequestCreate,
  serviceRequestFilters,
  ServiceRequestId,
  serviceRequestMoreFields,
  ServiceRequestSummary,
  ServiceRequestUpdate,
} from './requests.schema.ts';
import {
  createServiceRequest,
  narrowServiceRequests,
  updateServiceRequest,
} from './requests.service.ts';

const params = object({ id: ServiceRequestId });
const tag = 'Service requests';
const read = may('requests.read');

interface ActionRoute {
  operationId: string;
  summary: string;
  description: string;
  errors?: ErrorCode[];
}

const actionRoutes: Record<ActionName, ActionRoute> = {
  approve: {
    operationId: 'approveServiceRequest',
    summary: 'Approve a service request',
    description:
      'Approves the open stage; the last stage, or a request without stages, moves it from submitted to approved. The approvers of the stage and those who stand in for them decide, whatever their role, or a manager instead. The requester and the person it is for cannot approve it. Emits `request.approved` when it is approved, and `request.updated`. The body is optional.',
    errors: ['self_approval'],
  },
  reject: {
    operationId: 'rejectServiceRequest',
    summary: 'Reject a service request',
    description:
      'From submitted to rejected, in any stage, by those who may approve it. The requester and the person it is for cannot reject it. Notifies the requester. The body is optional.',
    errors: ['self_approval'],
  },
  fulfil: {
    operationId: 'fulfilServiceRequest',
    summary: 'Fulfil a service request',
    description:
      'From approved to fulfilled, once all tasks are done or skipped. Notifies the requester.',
    errors: ['open_tasks'],
  },
  cancel: {
    operationId: 'cancelServiceRequest',
    summary: 'Cancel a service request',
    description:
      'From submitted or approved to cancelled. The requester can cancel it while it is submitted. Open tasks are skipped.',
  },
};

const commonOf = (name: ActionName) => {
  const { errors = [], ...row } = actionRoutes[name];
  return {
    method: 'POST',
    path: `/requests/:id/${name}`,
    tag,
    ...row,
    policy: actions[name].policy,
    params,
    success: { status: 200, description: 'The updated service request.', schema: ServiceRequest },
    errors: ['invalid_transition', 'version_mismatch', ...errors],
  } as const;
};

/** Whether a caller may decide is known only with the request, and comes before the faults of the body. */
const actionRoute = (name: ActionName): Route =>
  name === 'approve' || name === 'reject'
    ? patches({
        ...commonOf(name),
        body: Decision,
        isBodyOptional: true,
        patch: decide(name),
      })
    : writes({ ...commonOf(name), write: act(name) });

export const serviceRequestRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/requests',
    operationId: 'listServiceRequests',
    tag,
    summary: 'List service requests',
    description:
      'Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see the service requests that they created or that are for them.',
    policy: read,
    query: listQuery(serviceRequestFilters, {
      sorts: ['created_at', 'updated_at', 'next_target_at'],
      order: 'desc',
      pages: true,
      patterns: customFilterPatterns,
    }),
    success: {
      status: 200,
      description: 'A page of service requests.',
      schema: listEnvelope(ServiceRequestSummary, 'ServiceRequestList', {
        total: true,
        more: { ...serviceRequestMoreFields, ...listedCustom },
      }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(serviceRequests, serviceRequests.table.list, {
      narrow: narrowServiceRequests,
      present: presentListedRequest,
    }),
  }),
  writes({
    method: 'POST',
    path: '/requests',
    operationId: 'createServiceRequest',
    tag,
    summary: 'Create a service request',
    description:
      'The caller becomes `requested_by`, and the state is submitted. Emits `request.submitted` and `request.created`, and notifies the users who may decide. With `item_id` it orders an item of the catalog: the answers are checked by its form, and the first of its stages opens. An item without stages is approved at once.',
    policy: may('requests.create'),
    body: ServiceRequestCreate,
    success: {
      status: 201,
      description: 'The service request. `Location` is its URL.',
      schema: ServiceRequest,
    },
    write: createHandler(createServiceRequest, presentServiceRequest),
  }),
  reads({
    method: 'GET',
    path: '/requests/:id',
    operationId: 'getServiceRequest',
    tag,
    summary: 'Get a service request',
    description: 'Responds 404 to a service request that you may not see.',
    policy: read,
    params,
    success: { status: 200, description: 'The service request.', schema: ServiceRequest },
    read: getServiceRequest,
  }),
  patches({
    method: 'PATCH',
    path: '/requests/:id',
    operationId: 'updateServiceRequest',
    tag,
    summary: 'Update a service request',
    description:
      'Absent fields keep their values; null clears a field. Read-only fields, such as `state`, may be sent back unchanged; use the actions to change the state. Emits `request.updated`. Requesters may change `short_description`, `description`, `item`, `requested_for` and `due_at` of their own service requests while they are submitted.',
    policy: may('requests.update'),
    params,
    body: ServiceRequestUpdate,
    success: { status: 200, description: 'The updated service request.', schema: ServiceRequest },
    errors: ['version_mismatch'],
    patch: updateHandler(updateServiceRequest, presentServiceRequest),
  }),
  ...(Object.keys(actionRoutes) as ActionName[]).map(actionRoute),
  reads({
    method: 'GET',
    path: '/requests/:id/sla',
    operationId: 'getServiceRequestSla',
    tag,
    summary: 'Get SLA targets',
    description:
      'Returns the targets of the SLA policy that applies, each with the segments of time in which its clock ran or did not.',
    policy: read,
    params,
    success: { status: 200, description: 'The targets.', schema: ServiceRequestSla },
    read: getServiceRequestSla,
  }),
  ...noteRoutes(serviceRequests, {
    path: serviceRequests.path,
    idField: 'service_request_id',
    Id: ServiceRequestId,
    title: 'ServiceRequestNote',
    tag,
    noun: 'service request',
    operations: {
      list: 'listServiceRequestNotes',
      add: 'addServiceRequestNote',
      download: 'downloadServiceRequestAttachment',
    },
    policies: { read, write: may('requests.update') },
  }),
  timelineRoute(serviceRequests, {
    Id: ServiceRequestId,
    tag,
    operationId: 'listServiceRequestTimeline',
    description:
      'Newest first: each update with its actor, the text of the work notes that you may read, mails, and the deliveries of its events to webhooks (not shown to requesters).',
    title: 'ServiceRequestTimeline',
    policy: read,
    parts: [notificationTimeline],
    example: {
      id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
      at: example.decided_at,
      actor: example.decided_by,
      kind: 'request.updated',
      record: { type: 'request', id: example.id },
      request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
      changes: {
        state: { from: 'submitted', to: 'approved' },
        decided_by: { from: null, to: example.decided_by },
      },
    },
  }),
];
