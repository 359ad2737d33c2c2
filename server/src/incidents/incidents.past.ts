// Loads incidents that were opened and resolved in the past, for sample data.
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { insertRows, type PastEmission, replay, reserveIds } from '../records/index.ts';
import { applyPatch, newIncident } from './incidents.patch.ts';
import { incidents } from './incidents.record.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { incidentColumns, type IncidentRow } from './incidents.sql.ts';

export interface PastIncident {
  context: Context;
  input: IncidentCreate;
  /** Updates are in order of time. Their transitions are not validated, and no SLA threshold may fall between them. */
  updates: { context: Context; input: Omit<IncidentUpdate, 'work_note'> }[];
}

const unused = {
  reopen_count: 0,
  work_notes_count: 0,
  note_counts: null,
  custom_values: null,
  sender_verified: null,
  occurrences: 1,
  ai_suggested_resolution: '',
  sla_paused_ms: 0,
  version: 1,
  event_sequence: 0,
};

/** Expects the incidents in order of creation, and returns their emissions for `emitPast`. */
export async function loadIncidents(
  tx: Tx,
  past: readonly PastIncident[],
): Promise<PastEmission[]> {
  const ids = await reserveIds(tx, 'INC', 'incident_number', past.length);
  const loaded = past.map(({ context, input, updates }, n) => {
    const { actor, settings, now } = context;
    const id = ids[n] ?? '';
    const created: IncidentRow = {
      ...unused,
      ...newIncident(input, actor, settings, now),
      id,
    };
    const steps = updates.map((update) => ({
      context: update.context,
      apply: (before: IncidentRow) =>
        applyPatch(before, update.input, settings, update.context.now),
    }));
    return replay(incidents, context, created, steps);
  });
  await insertRows(
    tx,
    'incidents',
    incidentColumns,
    loaded.map(({ row }) => row),
  );
  return loaded.flatMap(({ emissions }) => emissions);
}
