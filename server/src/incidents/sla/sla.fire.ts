// Fires due thresholds: audit entry, event and mark, in the transaction that has locked the record.
import { emit } from '../../events/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Context, AuditContext } from '../../platform/context.ts';
import { incidentEvents } from '../incidents.present.ts';
import { type IncidentRow, saveIncident } from '../incidents.sql.ts';
import { notifyAssignee } from '../incidents.notify.ts';
import { dueThresholds, markFired } from './sla.thresholds.ts';

/** The SLA clock, not a user, is the actor. */
const clockActor = (baseUrl: string): AuditContext['actor'] => {
  const email = `sla-clock@${new URL(baseUrl).hostname}`;
  return { id: email, email, roles: [] };
};

/**
 * `row` must be locked and current. `now` may be later than the threshold, whose own time is in the event data. The
 * version is not raised, because the incident's representation does not change.
 */
export async function fireThresholds(
  tx: Tx,
  { requestId, now, withoutMail }: Pick<Context, 'requestId' | 'now' | 'withoutMail'>,
  baseUrl: string,
  row: IncidentRow,
): Promise<IncidentRow> {
  const due = dueThresholds(row, now);
  if (due.length === 0) return row;
  const at = now.toISOString();
  const cause = { actor: clockActor(baseUrl), requestId, now };
  const sla = { target_seconds: row.sla_target_seconds, breach_at: row.sla_breach_at };
  let sequence = row.event_sequence;
  for (const { event, mark } of due) {
    sequence += 1;
    await emit(tx, cause, {
      record: { type: 'incident', id: row.id, version: row.version },
      kind: event,
      changes: { [mark]: { from: null, to: at } },
      events: incidentEvents([event], { ...row, event_sequence: sequence }, baseUrl, { sla }),
    });
  }
  const incident = { ...markFired(row, due, at), event_sequence: sequence };
  await saveIncident(tx, incident);
  if (due.some(({ event }) => event === 'sla.breach_warning')) {
    const context = { ...cause, baseUrl, ...(withoutMail && { withoutMail }) };
    await notifyAssignee(tx, context, incident, 'sla.breach_warning');
  }
  return incident;
}
