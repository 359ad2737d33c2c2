// Each row of a bulk job is processed like the request for a single incident.
import { bulkCreate, bulkUpdate, type BulkOperations } from '../records/index.ts';
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { followingOperations } from './merging/following.jobs.ts';
import { BulkMacroApplication, macroOperation } from '../rules/index.ts';
import { incidentAutomation } from './incidents.automation.ts';
import { IncidentMerge } from './merging/merging.schema.ts';
import { mergeLocked, unmergeIncident } from './merging/merging.service.ts';
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
  merge: {
    ...bulkUpdate(may('incidents.edit_all_fields'), {
      noun: 'incident',
      Id: IncidentId,
      Update: IncidentMerge,
      update: mergeLocked,
    }),
    isIsolated: true,
  },
  unmerge: {
    ...bulkUpdate(may('incidents.edit_all_fields'), {
      noun: 'incident',
      Id: IncidentId,
      Update: object({}),
      update: unmergeIncident,
    }),
    isIsolated: true,
  },
  apply_macro: macroOperation(incidentAutomation, 'incident'),
};

/** Operations other than an update have these fields. */
export const otherBulkFields = {
  ...IncidentMerge.properties,
  ...BulkMacroApplication.properties,
};

/** The rows of jobs also are those that follow from an update. */
export const incidentJobs: BulkOperations = { ...incidentBulk, ...followingOperations };
