// Fires due thresholds with audit entry, event and mark, in the transaction that has locked the record.
import type { AuditContext, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { emitEntry, type RecordType } from '../../records/index.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { dueThresholds, markFired } from './sla.clock.ts';

/** Background work has no caller and supplies only this part of a context. */
export type IncidentContext = AuditContext & Pick<Context, 'baseUrl' | 'withoutMail'>;

/** The SLA clock is the actor, not a user. */
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
  context: Omit<IncidentContext, 'actor'>,
  type: RecordType<IncidentRow, IncidentContext>,
  row: IncidentRow,
  onWarning: (tx: Tx, context: IncidentContext, row: IncidentRow) => Promise<void>,
): Promise<IncidentRow> {
  const due = dueThresholds(row, context.now);
  if (due.length === 0) return row;
  const at = context.now.toISOString();
  const byClock = { ...context, actor: clockActor(context.baseUrl) };
  const sla = { target_seconds: row.sla_target_seconds, breach_at: row.sla_breach_at };
  let sequence = row.event_sequence;
  for (const { event, mark } of due) {
    sequence += 1;
    await emitEntry(
      tx,
      byClock,
      type,
      { ...row, event_sequence: sequence },
      {
        kind: event,
        changes: { [mark]: { from: null, to: at } },
        events: [{ type: event, data: { sla } }],
      },
    );
  }
  const incident = { ...markFired(row, due, at), event_sequence: sequence };
  await type.table.save(tx, row, incident);
  if (due.some(({ event }) => event === 'sla.breach_warning'))
    await onWarning(tx, byClock, incident);
  return incident;
}
