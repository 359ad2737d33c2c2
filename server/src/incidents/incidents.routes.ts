import Type from 'typebox';
import { may, withAllGroupNames } from '../identity/index.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import {
  Incident,
  IncidentCreate,
  IncidentDeleted,
  incidentFilters,
  incidentMoreFields,
  IncidentId,
  IncidentResolve,
  IncidentSummary,
  IncidentUpdate,
} from './incidents.schema.ts';
import { bulkRoute } from '../bulk/index.ts';
import { notificationTimeline } from '../notifications/index.ts';
import {
  actionHandler,
  createHandler,
  customFilterPatterns,
  deleteHandler,
  getHandler,
  listedCustom,
  listHandler,
  noteRoutes,
  restoreHandler,
  timelineRoute,
  updateHandler,
} from '../records/index.ts';
import { countIncidents } from './counts/counts.handlers.ts';
import { countsQuery, IncidentCounts } from './counts/counts.schema.ts';
import { getStats } from './stats/stats.handlers.ts';
import { IncidentStats, statsQuery } from './stats/stats.schema.ts';
import { incidentBulk, otherBulkFields } from './incidents.bulk.ts';
import { incidents, presentIncident, presentListed } from './incidents.record.ts';
import {
  confirmIncident,
  createIncident,
  resolveInOneStep,
  updateIncident,
} from './incidents.service.ts';
import { notesOfIncident, writeNote } from './notes/notes.writer.ts';
import { mergingRoutes } from './merging/merging.routes.ts';
import { requireNoDuplicates } from './merging/merging.service.ts';
import { slaRoutes } from './sla/sla.routes.ts';
import { slaTimeline } from './sla/sla.timeline.ts';

const params = object({ id: IncidentId });
const tag = 'Incidents';

const timelineExample = {
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  at: '2026-11-15T09:42:10.000Z',
  actor: 'ada@example.com',
  kind: 'incident.updated',
  record: { type: 'incident', id: 'INC0000042' },
  request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
  changes: {
    state: { from: 'in_progress', to: 'resolved' },
    work_notes_count: { from: 0, to: 1 },
  },
  note: {
    id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
    visibility: 'team',
    author: 'ada@example.com',
    body: 'Rolled back to the 09:05 build.',
    attachments: [],
  },
  sla: { state: 'stopped' },
};

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
      sorts: [
        'created_at',
        'priority',
        'updated_at',
        'sla_breach_at',
        'next_target_at',
        'resolved_at',
      ],
      order: 'desc',
      pages: true,
      patterns: customFilterPatterns,
    }),
    success: {
      status: 200,
      description: 'A page of incidents.',
      schema: listEnvelope(IncidentSummary, 'IncidentList', {
        total: true,
        more: { ...incidentMoreFields, ...listedCustom },
      }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(incidents, incidents.table.list, {
      present: presentListed,
      expand: withAllGroupNames,
    }),
  }),
  reads({
    method: 'GET',
    path: '/incidents/counts',
    operationId: 'countIncidents',
    tag,
    summary: 'Count incidents',
    description:
      'Counts by several fields in one request, with the filters of the list. `total` follows the rules of the list.',
    policy: may('incidents.read'),
    query: countsQuery,
    success: { status: 200, description: 'The counts.', schema: IncidentCounts },
    read: countIncidents,
  }),
  reads({
    method: 'GET',
    path: '/incidents/stats',
    operationId: 'getIncidentStats',
    tag,
    summary: 'Get incident stats',
    description:
      'Created, resolved and breached incidents by day or week, with the time to resolve. An incident counts with the priority, group and category that it had at that moment; one that is deleted later stays counted.',
    policy: may('incidents.stats'),
    query: statsQuery,
    success: { status: 200, description: 'The stats.', schema: IncidentStats },
    read: getStats,
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
    write: createHandler(createIncident, presentIncident),
  }),
  reads({
    method: 'GET',
    path: '/incidents/:id',
    operationId: 'getIncident',
    tag,
    summary: 'Get an incident',
    description:
      'With `include_deleted=true`, `super_admin`, `itsm_manager` and `auditor` can also read a deleted incident.',
    policy: may('incidents.read'),
    params,
    query: object({ include_deleted: Type.Optional(Type.Boolean({ default: false })) }),
    success: { status: 200, description: 'The incident.', schema: Incident },
    read: getHandler(incidents, presentIncident),
  }),
  patches({
    method: 'PATCH',
    path: '/incidents/:id',
    operationId: 'updateIncident',
    tag,
    summary: 'Update an incident',
    description:
      'Absent fields keep their values; null clears a field. `state` may only change along an allowed transition. Read-only fields may be sent back unchanged. Emits `incident.updated`, then `incident.priority_changed`, `incident.resolved` and `incident.note_added` where they apply; emits nothing if nothing changed. Requesters may cancel their own new incidents and reopen their own resolved ones, and add a `public_note`. A public note of the requester may move the incident, as one that is added alone does, unless `state` is sent.',
    policy: may('incidents.update'),
    params,
    body: IncidentUpdate,
    success: { status: 200, description: 'The updated incident.', schema: Incident },
    errors: [
      'invalid_transition',
      'merged',
      'external_id_taken',
      'too_many_jobs',
      'version_mismatch',
    ],
    patch: updateHandler(updateIncident, presentIncident),
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/resolve',
    operationId: 'resolveIncident',
    tag,
    summary: 'Resolve an incident',
    description:
      'Resolves an incident in any open state, through the transitions of the state table, in one version. The timeline has an entry for each transition. Emits the events of one update; `changes.state` names the states between in `via`. An incident that is resolved, closed or cancelled is refused with 409.',
    policy: may('incidents.edit_all_fields'),
    params,
    body: IncidentResolve,
    success: { status: 200, description: 'The resolved incident.', schema: Incident },
    errors: ['invalid_transition', 'merged', 'too_many_jobs', 'version_mismatch'],
    write: actionHandler(incidents, resolveInOneStep, presentIncident),
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/confirm',
    operationId: 'confirmIncident',
    tag,
    summary: 'Confirm a resolved incident',
    description:
      'Says that the trouble is gone: a resolved incident is closed. The requester and the opener may confirm their own, and so may everybody who may change incidents. Emits `incident.updated`. In any other state the response is 409, with the transitions that you may make.',
    policy: may('incidents.update'),
    params,
    success: { status: 200, description: 'The closed incident.', schema: Incident },
    errors: ['invalid_transition', 'merged', 'version_mismatch'],
    write: actionHandler(incidents, confirmIncident, presentIncident),
  }),
  writes({
    method: 'DELETE',
    path: '/incidents/:id',
    operationId: 'deleteIncident',
    tag,
    summary: 'Delete an incident',
    description:
      'Soft delete: the incident disappears from lists and GET, keeps its state, and is retained for audit. Emits `incident.updated` with `changes.deleted`, then `incident.deleted`.',
    policy: may('incidents.delete'),
    params,
    success: {
      status: 200,
      description: 'The id of the incident, and when and by whom it was deleted.',
      schema: IncidentDeleted,
    },
    errors: ['merged', 'has_duplicates', 'version_mismatch'],
    write: deleteHandler(incidents, undefined, requireNoDuplicates),
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
    write: restoreHandler(incidents, presentIncident),
  }),
  ...noteRoutes(incidents, {
    ...notesOfIncident,
    write: writeNote,
    tag: 'Work notes',
    noun: 'incident',
    operations: { list: 'listWorkNotes', add: 'addWorkNote', download: 'downloadAttachment' },
    policies: { read: may('incidents.read'), write: may('incidents.update') },
  }),
  timelineRoute(incidents, {
    Id: IncidentId,
    tag,
    operationId: 'listTimeline',
    description:
      'Newest first: each update with its actor, the text of the work notes that you may read, the points at which the SLA clock started, paused or stopped, its warning and breach, mails, the notes of its duplicates that you may read, as entries of theirs, and the deliveries of its events to webhooks (not shown to requesters).',
    title: 'Timeline',
    policy: may('incidents.read'),
    parts: [slaTimeline, notificationTimeline],
    example: timelineExample,
  }),
  ...slaRoutes,
  ...mergingRoutes,
  bulkRoute({
    type: 'incidents',
    operations: incidentBulk,
    Update: IncidentUpdate,
    otherFields: otherBulkFields,
    otherRows:
      'for resolve, merge and unmerge `id` and the body of POST /incidents/<id>/resolve, /merge or /unmerge, with `version` too; for `apply_macro` `id`, `macro_id` and `version` of the incident; ',
    title: 'IncidentBulk',
    operationId: 'bulkIncidents',
    tag,
    noun: 'incident',
    policy: may('incidents.bulk'),
    example: {
      operation: 'update',
      ids: ['INC0000042', 'INC0000043'],
      fields: { state: 'in_progress', assigned_to: 'ada@example.com' },
    },
  }),
];
