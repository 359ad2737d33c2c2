// Shows the clocks of a record as targets.
import Type, { type Static } from 'typebox';
import { nullable, object, oneOf } from '../platform/http/input/schema.ts';
import {
  type SlaDefinitions,
  type SlaMetric,
  slaMetrics,
} from '../platform/runtime/sla-definitions.ts';
import type { Reach } from '../platform/context.ts';
import { type Clock, elapsedMs, type Hours, isBreached } from './clocks/clock.ts';
import { type Clocks, nextTarget } from './clocks/ledger.ts';
import { hoursReader } from './definitions.ts';
import { PolicyId } from './policies/policies.schema.ts';
import type { SlaRecord, SlaRow } from './sla-record.ts';

const targetStates = ['running', 'paused', 'met', 'breached', 'cancelled'] as const;
const instant = Type.String({ format: 'date-time' });

const metricField = oneOf(slaMetrics, {
  description:
    '`first_response`: until the first public note of an agent. `update`: since the last public note of an agent. `resolution`: until the record is resolved or fulfilled.',
});

export const SlaTarget = object(
  {
    metric: metricField,
    policy: nullable(
      object(
        { id: PolicyId, version: Type.Integer() },
        {
          description:
            'The policy that gave the target; null for the target of the settings, and for callers who see only their own records.',
        },
      ),
    ),
    state: oneOf(targetStates, {
      description:
        '`breached` as soon as the target is exceeded, also after it was met. `cancelled`: the record ended before.',
    }),
    target_seconds: Type.Integer(),
    elapsed_seconds: Type.Integer({ description: 'Open time that counts towards the target.' }),
    remaining_seconds: Type.Integer({ description: 'Negative after a breach.' }),
    warning_at: { ...instant, description: 'When 75 % of the target is used.' },
    breach_at: { ...instant, description: 'Keeps its value while the clock does not run.' },
    met_at: nullable(instant),
  },
  { title: 'SlaTarget' },
);
export type SlaTarget = Static<typeof SlaTarget>;

/** Lists include the next target on request. */
export const NextTarget = nullable(
  object(
    {
      metric: metricField,
      state: oneOf(targetStates),
      target_seconds: Type.Integer(),
      remaining_seconds: Type.Integer(),
      warning_at: instant,
      breach_at: instant,
      as_of: instant,
    },
    {
      title: 'NextSlaTarget',
      description: 'The running target that is breached first; null if none runs.',
    },
  ),
);

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function presentClock(clock: Clock, now: Date, hours: Hours) {
  const at = now.getTime();
  const elapsed_seconds = wholeSeconds(elapsedMs(clock, at, hours));
  return {
    state: isBreached(clock, at, hours) ? ('breached' as const) : clock.phase,
    target_seconds: clock.target_seconds,
    elapsed_seconds,
    remaining_seconds: clock.target_seconds - elapsed_seconds,
    warning_at: clock.warning_at,
    breach_at: clock.breach_at,
    met_at: clock.met_at,
  };
}

interface Viewing {
  now: Date;
  sla: SlaDefinitions;
  reach: Reach;
}

const allClocks = <Row extends SlaRow>(record: SlaRecord<Row>, row: Row): Clocks => ({
  ...record.ownClocks?.(row),
  ...row.sla_clocks,
});

/** Clocks of a policy count the hours of its calendar; the clock that a record has without one counts all. */
const hoursOfRow =
  ({ sla_policy, sla_clocks }: SlaRow, sla: SlaDefinitions) =>
  (metric: SlaMetric): Hours =>
    sla_policy && sla_clocks?.[metric] ? hoursReader(sla)(sla_policy.calendar_id) : null;

export function presentTargets<Row extends SlaRow>(
  record: SlaRecord<Row>,
  row: Row,
  { now, sla, reach }: Viewing,
): SlaTarget[] {
  const clocks = allClocks(record, row);
  const hoursOf = hoursOfRow(row, sla);
  return slaMetrics.flatMap((metric) => {
    const clock = clocks[metric];
    if (!clock) return [];
    const { sla_policy: policy } = row;
    const isShown = policy && reach === 'all' && row.sla_clocks?.[metric];
    return {
      metric,
      policy: isShown ? { id: policy.id, version: policy.version } : null,
      ...presentClock(clock, now, hoursOf(metric)),
    };
  });
}

export function presentNextTarget<Row extends SlaRow>(
  record: SlaRecord<Row>,
  row: Row,
  { now, sla }: Omit<Viewing, 'reach'>,
) {
  const clocks = allClocks(record, row);
  const metric = nextTarget(clocks);
  const clock = metric && clocks[metric];
  if (!metric || !clock) return null;
  const {
    elapsed_seconds: _,
    met_at: _met,
    ...shown
  } = presentClock(clock, now, hoursOfRow(row, sla)(metric));
  return { metric, ...shown, as_of: now.toISOString() };
}
