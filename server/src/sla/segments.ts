// Shows for each target when its clock ran and when it did not, with the update or the note that began each span.
import Type from 'typebox';
import { object, oneOf } from '../platform/http/input/schema.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { type SlaMetric, slaMetrics } from '../platform/runtime/sla-definitions.ts';
import { defaultPause, policyWithId, termsOf } from './applied.ts';
import { clockPhases, openBetween } from './clocks/clock.ts';
import { type ClockSegment, clockSegments, type Terms } from './clocks/ledger.ts';
import { compiledDefinitions } from './definitions.ts';
import { historiesOf } from './histories.ts';
import { findCauses, type StepCause } from './history.sql.ts';
import type { SlaRecord, SlaRow } from './sla-record.ts';
import { presentTargets, SlaTarget } from './targets.ts';

const instant = Type.String({ format: 'date-time' });

const TargetSegment = object(
  {
    state: oneOf(clockPhases),
    from: instant,
    to: Type.Union([instant, Type.Null()], { description: 'Null for the current segment.' }),
    seconds: Type.Integer({
      description:
        'Open time for a running segment, time on the wall for others; up to now for the current one.',
    }),
    cause: Type.Optional(
      object(
        {
          kind: Type.String({ description: 'Kind of the audit entry.' }),
          actor: Type.String({ description: 'E-mail address of the actor.' }),
          request_id: Type.Optional(Type.String()),
          note_id: Type.Optional(Type.String({ description: 'The public note that responded.' })),
        },
        { description: 'The update or note that began the segment.' },
      ),
    ),
  },
  { title: 'SlaTargetSegment' },
);

export const SlaTargetHistory = Type.Array(
  object(
    {
      ...SlaTarget.properties,
      segments: Type.Array(TargetSegment, {
        description:
          'Oldest first, without gaps. The running segments since the last start add up to `elapsed_seconds`.',
      }),
    },
    { title: 'SlaTargetHistory' },
  ),
  { description: 'The targets of the record, each with its segments.' },
);

/** Limits the response to far more than a real record has. */
const MAX_SEGMENTS = 1000;

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** The seconds of running segments are rounded so that they add up to the whole seconds of their sum. */
function secondsOf(segments: readonly ClockSegment[], { hours }: Terms, now: Date): number[] {
  let sum = 0;
  return segments.map(({ phase, from, to, isStart }) => {
    if (isStart) sum = 0;
    const [begin, end] = [Date.parse(from), to === null ? now.getTime() : Date.parse(to)];
    if (phase !== 'running') return wholeSeconds(Math.max(0, end - begin));
    const before = wholeSeconds(sum);
    sum += openBetween(hours, begin, end);
    return wholeSeconds(sum) - before;
  });
}

const causeAt = (
  causes: readonly { at: string; cause: StepCause }[],
  from: string,
): StepCause | undefined => causes.find(({ at }) => at === from)?.cause;

/** Only clocks of a policy are here: the record type shows the one that it has without a policy. */
export async function presentTargetSegments<Row extends SlaRow>(
  db: Db,
  record: SlaRecord<Row>,
  row: Row,
  viewing: Pick<Context, 'sla' | 'fields' | 'now' | 'reach'>,
) {
  const { sla, fields, now } = viewing;
  const targets = presentTargets(record, row, viewing);
  const { sla_policy: applied, sla_clocks: clocks } = row;
  if (!applied || !clocks) return targets.map((target) => ({ ...target, segments: [] }));
  const definitions = compiledDefinitions(sla, fields);
  const policy = policyWithId(record.type, applied.id, definitions);
  // A record that has ended keeps the clocks of a policy that may be gone.
  const terms: Terms = policy
    ? termsOf(policy, row.priority, definitions)
    : { hours: definitions.hoursOf(applied.calendar_id), targets: {}, pause: defaultPause };
  const history = (await historiesOf(db, record, [row])).get(row.id);
  const causes = await findCauses(db, record.type, row.id);
  const segmentsOf = (metric: SlaMetric, target: number) => {
    const all = history ? clockSegments(metric, target, terms, history) : [];
    const segments = all.slice(-MAX_SEGMENTS);
    const seconds = secondsOf(segments, terms, now);
    return segments.map(({ phase: state, from, to }, at) => {
      const cause = causeAt(causes, from);
      return { state, from, to, seconds: seconds[at] ?? 0, ...(cause && { cause }) };
    });
  };
  return slaMetrics.flatMap((metric) => {
    const target = targets.find((one) => one.metric === metric);
    const clock = clocks[metric];
    if (!target) return [];
    return { ...target, segments: clock ? segmentsOf(metric, clock.target_seconds) : [] };
  });
}
