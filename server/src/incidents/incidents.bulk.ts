// Each row of a bulk job is processed like the request for a single incident.
import { bulkCreate, bulkUpdate, type BulkOperations } from '../records/index.ts';
import { may } from '../identity/index.ts';
import { IncidentCreate, IncidentId, IncidentResolve, IncidentUpdate } from './incidents.schema.ts';
import { createIncident, resolveLocked, updateIncident } from './incidents.service.ts';

export const incidentBulk: BulkOperations = {
  create: bulkCreate(may('incidents.create'), IncidentCreate, createIncident),
  update: bulkUpdate(may('incidents.update'), {
    noun: 'incident',
    Id: IncidentId,
    Update: IncidentUpdate,
    update: updateIncident,
  }),
  resolve: bulkUpdate(may('incidents.edit_all_fields'), {
    noun: 'incident',
    Id: IncidentId,
    Update: IncidentResolve,
    update: resolveLocked,
  }),
};
