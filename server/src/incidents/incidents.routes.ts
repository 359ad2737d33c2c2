// The incident endpoints: who may call them, what they take and give.
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
      'Newest first. Parameters narrow the list together; within one, a comma list matches any value. `total` counts all matches. Requesters see the incidents they opened.',
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
      description: 'The incident, with its address in Location.',
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
    summary: 'Get one incident',
    description:
      'With `include_deleted=true`, super_admin, itsm_manager and auditor see a deleted one too.',
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
    summary: 'Change an incident',
    description:
      'Fields that are absent stay, null clears. A state moves as the state table allows. Read-only fields may be sent back unchanged. Emits `incident.updated`, then `incident.priority_changed` and `incident.resolved` where they apply; nothing if nothing changed. Requesters may cancel their own new incident and reopen their own resolved one.',
    policy: may('incidents.update'),
    params,
    body: IncidentUpdate,
    success: { status: 200, description: 'The incident as it is now.', schema: Incident },
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
      'Soft: it leaves every list and GET, keeps its state, and is kept for audit. Emits `incident.updated` with `changes.deleted`.',
    policy: may('incidents.delete'),
    params,
    success: {
      status: 200,
      description: 'What was deleted, when and by whom.',
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
      'Undoes a deletion; an incident that is not deleted stays as it is. Emits `incident.updated` with `changes.deleted`.',
    policy: may('incidents.delete'),
    params,
    success: { status: 200, description: 'The incident.', schema: Incident },
    errors: ['external_id_taken', 'version_mismatch'],
    write: restoreIncident,
  }),
];
