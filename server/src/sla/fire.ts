// Fires due thresholds with audit entry, event and mark, in the transaction that has locked the record.
import { actorOfClock } from './clock-actor.ts';
import type { EventType } from '../events/index.ts';
import type { AuditContext, Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { type SlaMetric, slaMetrics } from '../platform/runtime/sla-definitions.ts';
import { emitEntry, type RecordType } from '../records/index.ts';
import { type Clock, dueThresholds, type Threshold } from './clocks/clock.ts';
import type { Clocks } from './clocks/ledger.ts';
import type { SlaRecord, SlaRow } from './sla-record.ts';

/** Background work has no caller and supplies only this part of a context. */
export type FireContext = AuditContext & Pick<Context, 'baseUrl' | 'withoutMail'>;

/** A threshold of a clock that is due. */
export interface Firing {
  metric: SlaMetric;
  clock: Clock;
  threshold: Threshold;
}

const clocksOf = <Row extends SlaRow>(record: SlaRecord<Row>, row: Row): Clocks => ({
  ...record.ownClocks?.(row),
  ...row.sla_clocks,
});

/** A response that was given in time by its own policy is not late by a later one. */
const isFinal = ({ phase }: Clock): boolean => phase === 'met' || phase === 'cancelled';

/** Thresholds of a deleted record do not fire. */
export function dueFirings<Row extends SlaRow & { deleted_at: string | null }>(
  record: SlaRecord<Row>,
  row: Row,
  now: Date,
): Firing[] {
  if (row.deleted_at !== null) return [];
  const clocks = clocksOf(record, row);
  return slaMetrics.flatMap((metric) => {
    const clock = clocks[metric];
    if (!clock || (isFinal(clock) && metric !== 'resolution')) return [];
    return dueThresholds(clock, now.getTime()).map((threshold) => ({ metric, clock, threshold }));
  });
}

/** The contract's events are about the resolution of incidents. */
export const eventOf = <Row extends SlaRow>(
  { type }: SlaRecord<Row>,
  { metric, threshold }: Firing,
): EventType & `sla.${string}` => {
  if (type === 'incident' && metric === 'resolution')
    return threshold.name === 'warning' ? 'sla.breach_warning' : 'sla.breached';
  return threshold.name === 'warning' ? 'sla.target_warning' : 'sla.target_breached';
};

const markNames = { warned_at: 'sla_warned_at', breached_at: 'sla_breached_at' } as const;

/** The clocks of an incident that it has without a policy are in columns of their own. */
export function withMarks<Row extends SlaRow>(
  record: SlaRecord<Row>,
  row: Row,
  firings: readonly Firing[],
  at: string,
): Row {
  const clocks = { ...clocksOf(record, row) };
  for (const { metric, threshold } of firings)
    clocks[metric] = { ...(clocks[metric] as Clock), [threshold.mark]: at };
  const own = Object.fromEntries(
    Object.entries(clocks).filter(([metric]) => !row.sla_clocks?.[metric as SlaMetric]),
  );
  const ofPolicy = Object.fromEntries(
    Object.entries(clocks).filter(([metric]) => row.sla_clocks?.[metric as SlaMetric]),
  );
  const sla_clocks = row.sla_clocks && ofPolicy;
  return { ...record.withColumns({ ...row, sla_clocks }, ofPolicy, own), sla_clocks };
}

/**
 * `row` must be locked and current. `now` may be later than the threshold, whose own time is in the event data. The
 * version is not raised, because the representation of the record does not change.
 */
export async function fireThresholds<
  Row extends SlaRow & { deleted_at: string | null; event_sequence: number },
>(
  tx: Tx,
  context: Omit<FireContext, 'actor'>,
  type: RecordType<Row, FireContext>,
  record: SlaRecord<Row>,
  row: Row,
  onWarning?: (tx: Tx, context: FireContext, row: Row) => Promise<void>,
): Promise<Row> {
  const due = dueFirings(record, row, context.now);
  if (due.length === 0) return row;
  const at = context.now.toISOString();
  const byClock = { ...context, actor: actorOfClock(context.baseUrl) };
  let sequence = row.event_sequence;
  for (const firing of due) {
    sequence += 1;
    const { metric, clock, threshold } = firing;
    const event = eventOf(record, firing);
    const sla = { target_seconds: clock.target_seconds, breach_at: clock.breach_at };
    const isContract = event === 'sla.breach_warning' || event === 'sla.breached';
    await emitEntry(
      tx,
      byClock as never,
      type,
      { ...row, event_sequence: sequence },
      {
        kind: event,
        changes: {
          ...(!isContract && { sla_metric: { from: null, to: metric } }),
          [markNames[threshold.mark]]: { from: null, to: at },
        },
        events: [{ type: event, data: { ...(!isContract && { metric }), sla } }],
      },
    );
  }
  const fired = { ...withMarks(record, row, due, at), event_sequence: sequence };
  await type.table.save(tx, row, fired);
  if (due.some((one) => eventOf(record, one) === 'sla.breach_warning'))
    await onWarning?.(tx, byClock, fired);
  return fired;
}
