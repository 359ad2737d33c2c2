// The incident endpoints: policies, parameters and responses.
import Type from 'typebox';
import { may } from '../identity/index.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import {
  Incident,
  IncidentCreate,
  IncidentDeleted,
  incidentFilters,
  IncidentId,
  IncidentSummary,
  IncidentUpdate,
} from './incidents.schema.ts';
import {
  handleCreate,
  deleteIncident,
  getIncident,
  listIncidents,
  restoreIncident,
  handleUpdate,
} from './incidents.handlers.ts';

const params = object({ id: IncidentId });
const tag = 'Incidents';

export const incidentRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/incidents',
    operationId: 'listIncidents',
    tag,
    summary: 'List incidents',
    description:
      'Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. `total` counts all matches. Requesters see the incidents they opened.',
    policy: may('incidents.read'),
    query: listQuery(incidentFilters, {
      sorts: ['created_at', 'priority', 'updated_at'],
      order: 'desc',
      pages: true,
    }),
    success: {
      status: 200,
      description: 'A page of incidents.',
      schema: listEnvelope(IncidentSummary, 'IncidentList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listIncidents,
  }),
  writes({
    method: 'POST',
    path: '/incidents',
    operationId: 'createIncident',
    tag,
    summary: 'Create an incident',
    description: 'The caller becomes `opened_by`. Emits `incident.created`.',
    policy: may('incidents.create'),
    body: IncidentCreate,
    success: {
      status: 201,
      description: 'The incident. `Location` is its URL.',
      schema: Incident,
    },
    errors: ['external_id_taken'],
    write: handleCreate,
  }),
  reads({
    method: 'GET',
    path: '/incidents/:id',
    operationId: 'getIncident',
    tag,
    summary: 'Get an incident',
    description:
      'With `include_deleted=true`, super_admin, itsm_manager and auditor can also read a deleted incident.',
    policy: may('incidents.read'),
    params,
    query: object({ include_deleted: Type.Optional(Type.Boolean({ default: false })) }),
    success: { status: 200, description: 'The incident.', schema: Incident },
    read: getIncident,
  }),
  patches({
    method: 'PATCH',
    path: '/incidents/:id',
    operationId: 'updateIncident',
    tag,
    summary: 'Update an incident',
    description:
      'Absent fields keep their values; null clears a field. `state` may only change along an allowed transition. Read-only fields may be sent back unchanged. Emits `incident.updated`, then `incident.priority_changed` and `incident.resolved` where they apply; emits nothing if nothing changed. Requesters may cancel their own new incidents and reopen their own resolved ones.',
    policy: may('incidents.update'),
    params,
    body: IncidentUpdate,
    success: { status: 200, description: 'The updated incident.', schema: Incident },
    errors: ['invalid_transition', 'external_id_taken', 'version_mismatch'],
    patch: handleUpdate,
  }),
  writes({
    method: 'DELETE',
    path: '/incidents/:id',
    operationId: 'deleteIncident',
    tag,
    summary: 'Delete an incident',
    description:
      'Soft delete: the incident disappears from lists and GET, keeps its state, and is retained for audit. Emits `incident.updated` with `changes.deleted`.',
    policy: may('incidents.delete'),
    params,
    success: {
      status: 200,
      description: 'The id of the incident, when it was deleted, and by whom.',
      schema: IncidentDeleted,
    },
    errors: ['version_mismatch'],
    write: deleteIncident,
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/restore',
    operationId: 'restoreIncident',
    tag,
    summary: 'Restore a deleted incident',
    description:
      'Undoes a deletion. An incident that is not deleted is returned unchanged. Emits `incident.updated` with `changes.deleted`.',
    policy: may('incidents.delete'),
    params,
    success: { status: 200, description: 'The incident.', schema: Incident },
    errors: ['external_id_taken', 'version_mismatch'],
    write: restoreIncident,
  }),
];
