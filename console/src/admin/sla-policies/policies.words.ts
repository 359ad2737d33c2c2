// Targets and effects of policies are put in few words.
import { targetText } from '../../ui/charts/target-text.ts';
import type { SlaPolicyPreviewResult, SlaPolicySummary, SlaTarget } from '../../api/index.ts';
import { dateTime } from '../../ui/marks/time.ts';
import { metricLabels, type SlaMetric, slaMetrics } from '../../words/index.ts';
import { type PolicyType, priorities, type Priority } from './policies.values.ts';

export const typeLabels: Readonly<Record<PolicyType, string>> = {
  incident: 'Incidents',
  request: 'Service requests',
};

export const ROUND_THE_CLOCK = 'Round the clock';

/** Service requests are fulfilled, not resolved. */
export const metricLabel = (metric: SlaMetric, type: PolicyType): string =>
  metric === 'resolution' && type === 'request' ? 'Fulfilment' : metricLabels[metric];

interface Run {
  first: Priority;
  last: Priority;
  seconds: number;
}

/** Neighbouring priorities with the same target are one run. */
function runsOf(targets: Partial<Record<Priority, number>>): Run[] {
  const runs: Run[] = [];
  for (const [at, priority] of priorities.entries()) {
    const seconds = targets[priority];
    if (seconds === undefined) continue;
    const run = runs.at(-1);
    if (run?.seconds === seconds && run.last === priorities[at - 1]) run.last = priority;
    else runs.push({ first: priority, last: priority, seconds });
  }
  return runs;
}

/** Returns lines such as "Resolution: P1 4 h, P2 to P4 8 h". */
export const targetLines = ({
  targets,
  calendar_id,
  record_type,
}: Pick<SlaPolicySummary, 'targets' | 'calendar_id' | 'record_type'>): string[] =>
  slaMetrics.flatMap((metric) => {
    const runs = runsOf(targets[metric] ?? {});
    if (runs.length === 0) return [];
    const parts = runs.map(({ first, last, seconds }) => {
      const names = first === last ? first : `${first} to ${last}`;
      return `${names} ${targetText(seconds, calendar_id !== null)}`;
    });
    return [`${metricLabel(metric, record_type)}: ${parts.join(', ')}`];
  });

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** Returns "412 open records computed: 37 would have other targets, 12 breach earlier, 3 breach at once." */
export function effectText(effect: SlaPolicyPreviewResult): string {
  const { examined, truncated, changed, breach_earlier: earlier, breach_at_once: atOnce } = effect;
  const records = count(examined, 'open record', 'open records');
  const which = truncated ? `The newest ${records}` : records;
  if (changed === 0) return `${which} computed: none would have other targets.`;
  const verb = (number: number) => (number === 1 ? 'breaches' : 'breach');
  return `${which} computed: ${changed} would have other targets, ${earlier} ${verb(earlier)} earlier, ${atOnce} ${verb(atOnce)} at once.`;
}

export interface TargetChange {
  metric: SlaMetric;
  before: string;
  after: string;
  /** The target is exceeded as soon as the policy is saved. */
  isAtOnce: boolean;
}

const breachText = (target: SlaTarget | undefined): string => {
  if (!target) return 'no clock';
  if (target.state === 'met') return 'met';
  return target.state === 'paused' ? 'paused' : dateTime(target.breach_at);
};

/** Returns the clocks that would differ. */
export const changesOf = (
  before: readonly SlaTarget[],
  after: readonly SlaTarget[],
): TargetChange[] =>
  slaMetrics.flatMap((metric) => {
    const [was, is] = [before, after].map((all) => all.find((one) => one.metric === metric));
    const isSame =
      was?.state === is?.state &&
      was?.breach_at === is?.breach_at &&
      was?.target_seconds === is?.target_seconds;
    if (isSame) return [];
    const isAtOnce = is?.state === 'breached' && was?.state !== 'breached';
    return [{ metric, before: breachText(was), after: breachText(is), isAtOnce }];
  });
