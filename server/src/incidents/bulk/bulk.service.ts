// Incidents in bulk: each row is processed like the request for a single incident.
import { acceptJob, type BulkOperation } from '../../bulk/index.ts';
import { may } from '../../identity/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Reply, RequestContext, PatchReader } from '../../platform/http/request/context.ts';
import { patchReader } from '../../platform/http/input/patch.ts';
import {
  bodyValidator,
  paramsValidator,
  requireGood,
} from '../../platform/http/input/validation.ts';
import { createIncident, updateIncident } from '../incidents.service.ts';
import { IncidentCreate, IncidentId, IncidentUpdate } from '../incidents.schema.ts';
import { formFaults, type IncidentBulk } from './bulk.schema.ts';

const validateCreate = bodyValidator(IncidentCreate);
const validateUpdate = bodyValidator(IncidentUpdate);
const isId = paramsValidator(IncidentId);

function requireId(id: unknown): string {
  if (id === undefined) {
    const message = 'id is required.';
    throw invalid([{ in: 'body', pointer: '/id', code: 'required', message }]);
  }
  if (typeof id !== 'string' || !isId(id)) throw notFound('The incident that id names');
  return id;
}

export const incidentBulk: Record<IncidentBulk['operation'], BulkOperation> = {
  create: {
    policy: may('incidents.create'),
    apply: (tx, context, row) => {
      requireGood(validateCreate(row));
      return createIncident(tx, context, row as unknown as IncidentCreate);
    },
  },
  update: {
    policy: may('incidents.update'),
    apply: async (tx, context, { id: given, ...patch }) => {
      const id = requireId(given);
      const readPatch = patchReader(patch, validateUpdate(patch)) as PatchReader<IncidentUpdate>;
      return (await updateIncident(tx, context, { id }, readPatch)).incident;
    },
  },
};

export async function bulkIncidents(
  tx: Tx,
  request: RequestContext<unknown, unknown, IncidentBulk>,
): Promise<Reply> {
  const { operation, ids, fields, records, dry_run: isDryRun = false } = request.body;
  const faults = formFaults(request.body);
  if (faults.length > 0) throw invalid(faults);
  return acceptJob(tx, request, {
    type: 'incidents',
    operation,
    isDryRun,
    records: records ?? (ids ?? []).map((id) => ({ id })),
    fields,
  });
}
