import { CalendarId, CalendarUpdate } from '../../calendars/index.ts';
import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import {
  createHandler,
  deleteHandler,
  getHandler,
  listHandler,
  updateHandler,
} from '../../records/index.ts';
import {
  Policy,
  PolicyCreate,
  PolicyDeleted,
  policyFilters,
  PolicyId,
  PolicyPreview,
  PolicySummary,
  PolicyUpdate,
} from './policies.schema.ts';
import { PolicyPreviewResult, previewCalendarChange, previewPolicy } from './preview.ts';
import {
  afterDeletion,
  createPolicy,
  policies,
  presentPolicy,
  updatePolicy,
} from './policies.service.ts';

const tag = 'SLA policies';
const params = object({ id: PolicyId });
const read = may('sla_policies.read');
const manage = may('sla_policies.manage');

export const policyRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/sla-policies',
    operationId: 'listSlaPolicies',
    tag,
    summary: 'List SLA policies',
    description: 'In the order in which they are tried.',
    policy: read,
    query: listQuery(policyFilters, {
      sorts: ['position', 'created_at'],
      order: 'asc',
      pages: false,
    }),
    success: {
      status: 200,
      description: 'A page of policies.',
      schema: listEnvelope(PolicySummary, 'SlaPolicyList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(policies, policies.table.list, {
      order: { sort: 'position', order: 'asc' },
    }),
  }),
  writes({
    method: 'POST',
    path: '/sla-policies',
    operationId: 'createSlaPolicy',
    tag,
    summary: 'Create an SLA policy',
    description:
      'A worker then computes the clocks of open records from their history. Preview it first.',
    policy: manage,
    body: PolicyCreate,
    success: { status: 201, description: 'The policy.', schema: Policy },
    write: createHandler(createPolicy, presentPolicy),
  }),
  reads({
    method: 'POST',
    path: '/sla-policies/preview',
    operationId: 'previewSlaPolicy',
    tag,
    summary: 'Preview an SLA policy',
    description:
      'Computes which open records would have other targets if the policy were saved, in the place of the one that `id` names or as a new one. Changes nothing.',
    policy: manage,
    body: PolicyPreview,
    ignoresIdempotencyKey: true,
    success: { status: 200, description: 'The effect.', schema: PolicyPreviewResult },
    errors: ['not_found'],
    read: previewPolicy,
  }),
  reads({
    method: 'POST',
    path: '/calendars/:id/preview',
    operationId: 'previewCalendarChange',
    tag: 'Calendars',
    summary: 'Preview a calendar change',
    description:
      'Computes which open records would have other targets if the calendar had these hours. Changes nothing.',
    policy: may('calendars.manage'),
    params: object({ id: CalendarId }),
    body: CalendarUpdate,
    ignoresIdempotencyKey: true,
    success: { status: 200, description: 'The effect.', schema: PolicyPreviewResult },
    read: previewCalendarChange,
  }),
  reads({
    method: 'GET',
    path: '/sla-policies/:id',
    operationId: 'getSlaPolicy',
    tag,
    summary: 'Get an SLA policy',
    description: 'With its condition, targets and pauses.',
    policy: read,
    params,
    query: object({}),
    success: { status: 200, description: 'The policy.', schema: Policy },
    read: getHandler(policies, presentPolicy),
  }),
  patches({
    method: 'PATCH',
    path: '/sla-policies/:id',
    operationId: 'updateSlaPolicy',
    tag,
    summary: 'Update an SLA policy',
    description:
      '`when` and `targets` are replaced as a whole; of `pause` only the metrics that are sent. A worker then computes the clocks of open records from their history.',
    policy: manage,
    params,
    body: PolicyUpdate,
    success: { status: 200, description: 'The updated policy.', schema: Policy },
    errors: ['version_mismatch'],
    patch: updateHandler(updatePolicy, presentPolicy),
  }),
  writes({
    method: 'DELETE',
    path: '/sla-policies/:id',
    operationId: 'deleteSlaPolicy',
    tag,
    summary: 'Delete an SLA policy',
    description:
      'Open records get the clocks of the next policy whose condition holds; those that have ended keep theirs.',
    policy: manage,
    params,
    success: { status: 200, description: 'The deleted policy.', schema: PolicyDeleted },
    errors: ['version_mismatch'],
    write: deleteHandler(policies, undefined, afterDeletion),
  }),
];
