// This is a naive interpreter of the decisions about targets. It keeps what happened to the record, and answers each question by
// going through all of it again. It shares nothing with the server but the names.
import { type NaiveWindow, openMinutes } from '../calendars/naive.ts';
import { localMinutes } from '../calendars/wall-clock.ts';
import type { Facts, Step } from './steps.ts';
import { type DrawnPolicy, type Metric, metrics, reasons, type World } from './world.ts';

type Doing = 'running' | 'paused' | 'met' | 'cancelled';

export interface NaiveTarget {
  metric: Metric;
  policy: string | null;
  state: Doing | 'breached';
  target: number;
  elapsed: number;
  met_at: number | null;
  /** When shares of the target are used if nothing changes; undefined if the model does not say. */
  warning_at: number | undefined;
  breach_at: number | undefined;
}

interface Terms {
  policy: string | null;
  target: number;
  pause: readonly string[];
  open: OpenCount;
}

/** The specification says: "P1 4 h, P2 8 h, P3 24 h, P4 72 h". */
const settingsTargets = { P1: 240, P2: 480, P3: 1440, P4: 4320 } as const;

const shares = { warning: 0.75, breach: 1 } as const;
type Threshold = keyof typeof shares;
const thresholds = ['warning', 'breach'] as const;

/** Minutes after the last step in which targets may still be reached. */
const HORIZON_DAYS = 10;
const DAY_HOURS = 24;
const DAY_MINUTES = 1440;

/** Has the open minutes before each minute. */
class OpenCount {
  readonly #before: Int32Array | null;
  readonly end: number;
  constructor(open: NaiveWindow['open'] | null, end: number) {
    this.end = end;
    this.#before = open && new Int32Array(open.length + 1);
    for (const [minute, isOpen] of (open ?? []).entries())
      (this.#before as Int32Array)[minute + 1] =
        (this.#before?.[minute] as number) + (isOpen ? 1 : 0);
  }
  #until(minute: number): number {
    return this.#before ? (this.#before[minute] as number) : minute;
  }
  between(from: number, to: number): number {
    return to <= from ? 0 : this.#until(to) - this.#until(from);
  }
  /** The first minute by which the amount has passed; undefined if the window ends before. */
  reaches(from: number, amount: number): number | undefined {
    if (this.between(from, this.end) < amount) return undefined;
    let [low, high] = [from, this.end];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.between(from, middle) >= amount) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

interface Happened {
  at: number;
  facts: Facts;
}

const ended: Readonly<Record<string, 'done' | 'cancelled'>> = {
  resolved: 'done',
  closed: 'done',
  fulfilled: 'done',
  cancelled: 'cancelled',
  rejected: 'cancelled',
};
const isEnded = ({ state }: Facts): boolean => state in ended;

/** A hold without a reason pauses what every reason pauses. */
const isPaused = ({ state, reason }: Facts, pause: readonly string[]): boolean =>
  state === 'on_hold' &&
  (reason === null ? reasons.every((one) => pause.includes(one)) : pause.includes(reason));

export class NaiveRecord {
  readonly #world: World;
  readonly #log: Happened[] = [];
  readonly #responses: number[] = [];
  readonly #end: number;
  readonly #counts = new Map<object, OpenCount>();
  readonly #roundTheClock: OpenCount;
  /** The version that was saved last, and the one under which the clocks were computed. */
  #saved = 0;
  #applied = 0;
  /** Clocks that had ended when somebody saved definitions are as they were then. */
  #targetsAtEnd: readonly NaiveTarget[] | null = null;
  #fired = new Map<Metric, { start: number; at: Partial<Record<Threshold, number>> }>();
  #sweptUntil = 0;
  readonly emitted: string[] = [];

  constructor(world: World, first: Facts) {
    this.#world = world;
    this.#end = world.minutes + HORIZON_DAYS * DAY_MINUTES;
    this.#roundTheClock = new OpenCount(null, this.#end);
    this.#log.push({ at: 0, facts: first });
    this.#beginPeriods(0);
  }

  get now(): Facts {
    return (this.#log.at(-1) as Happened).facts;
  }

  /** Whether the clocks were not computed since definitions were saved. */
  get isOutdated(): boolean {
    return this.#saved !== this.#applied;
  }

  #countOf({ calendar }: DrawnPolicy): OpenCount {
    if (calendar === null) return this.#roundTheClock;
    const drawn = this.#world.versions[this.#applied]?.calendars[calendar];
    if (!drawn) throw new Error('a policy has a calendar');
    const known = this.#counts.get(drawn);
    if (known) return known;
    const locals = localMinutes(
      drawn.time_zone,
      this.#world.from,
      (this.#end / DAY_MINUTES) * DAY_HOURS,
    );
    const count = new OpenCount(openMinutes(drawn, locals), this.#end);
    this.#counts.set(drawn, count);
    return count;
  }

  /** The first policy whose condition holds. */
  policy(): DrawnPolicy | undefined {
    const { priority, category } = this.now;
    return this.#world.versions[this.#applied]?.policies.find(
      (one) =>
        (one.priorities?.includes(priority) ?? true) &&
        (one.categories?.includes(category) ?? true),
    );
  }

  #terms(metric: Metric): Terms | undefined {
    const policy = this.policy();
    const { priority } = this.now;
    const target = policy?.targets[metric][priority];
    if (policy && target !== undefined)
      return {
        policy: policy.id,
        target,
        pause: policy.pause[metric],
        open: this.#countOf(policy),
      };
    if (this.#world.type === 'request' || metric !== 'resolution') return undefined;
    const open = this.#roundTheClock;
    return { policy: null, target: settingsTargets[priority], pause: reasons, open };
  }

  #doing(metric: Metric, facts: Facts, pause: readonly string[]): Doing {
    const end = ended[facts.state];
    if (end === 'cancelled') return 'cancelled';
    if (end === 'done') return metric === 'first_response' ? 'cancelled' : 'met';
    return facts.isMerged || isPaused(facts, pause) ? 'paused' : 'running';
  }

  /** Updates are due since the last response, everything else since the creation. */
  #start(metric: Metric, until: number): number {
    return metric === 'update' ? (this.#responses.findLast((at) => at <= until) ?? 0) : 0;
  }

  /** Returns what the clock did, from its start on. */
  #stretches(metric: Metric, pause: readonly string[], until: number) {
    const start = this.#start(metric, until);
    const [response] = metric === 'first_response' ? this.#responses : [];
    return this.#log.flatMap(({ at, facts }, index) => {
      const to = Math.min(this.#log[index + 1]?.at ?? until, until);
      if (at > until) return [];
      const doing = this.#doing(metric, facts, pause);
      const all = [{ from: Math.max(at, start), to, doing }];
      if (response === undefined || response > to) return all;
      if (at > response) return [{ from: at, to, doing: 'met' as const }];
      return [
        { from: Math.max(at, start), to: response, doing },
        { from: response, to, doing: 'met' as const },
      ];
    });
  }

  #countElapsed(metric: Metric, { pause, open }: Terms, until: number): number {
    return this.#stretches(metric, pause, until)
      .filter(({ doing }) => doing === 'running')
      .reduce((sum, { from, to }) => sum + open.between(from, to), 0);
  }

  /** When the share is used, if the target was not used up before the clock went on. */
  #dueAt(metric: Metric, terms: Terms, now: number, share: number): number | undefined {
    const stretches = this.#stretches(metric, terms.pause, now);
    const halted = stretches.findLastIndex(({ doing }) => doing !== 'running');
    const since = Math.max(this.#start(metric, now), stretches[halted + 1]?.from ?? now);
    const left = terms.target * share - this.#countElapsed(metric, terms, since);
    return left > 0 ? terms.open.reaches(since, left) : undefined;
  }

  #target(metric: Metric, now: number): NaiveTarget | undefined {
    const terms = this.#terms(metric);
    if (!terms) return undefined;
    const elapsed = this.#countElapsed(metric, terms, now);
    const stretches = this.#stretches(metric, terms.pause, now);
    const doing = stretches.at(-1)?.doing ?? 'running';
    const before = stretches.findLastIndex((one) => one.doing !== 'met');
    const runs = doing === 'running';
    return {
      metric,
      policy: terms.policy,
      state: elapsed >= terms.target ? 'breached' : doing,
      target: terms.target,
      elapsed,
      met_at:
        doing === 'met'
          ? Math.max(stretches[before + 1]?.from ?? 0, this.#start(metric, now))
          : null,
      warning_at: runs ? this.#dueAt(metric, terms, now, shares.warning) : undefined,
      breach_at: runs ? this.#dueAt(metric, terms, now, shares.breach) : undefined,
    };
  }

  targets(now: number): NaiveTarget[] {
    const live = metrics.flatMap((metric) => this.#target(metric, now) ?? []);
    if (!this.#targetsAtEnd) return live;
    // The clock that an incident has without a policy goes by the settings, whatever is defined.
    const ofPolicy = this.#targetsAtEnd.filter(({ policy }) => policy !== null);
    if (ofPolicy.some(({ metric }) => metric === 'resolution')) return ofPolicy;
    return [...ofPolicy, ...this.#ownTarget(now)];
  }

  #ownTarget(now: number): NaiveTarget[] {
    if (this.#world.type === 'request') return [];
    const { priority } = this.now;
    const terms = {
      policy: null,
      target: settingsTargets[priority],
      pause: reasons,
      open: this.#roundTheClock,
    };
    const elapsed = this.#countElapsed('resolution', terms, now);
    const atEnd = this.#targetsAtEnd?.find(({ metric }) => metric === 'resolution');
    if (!atEnd) throw new Error('an incident has a resolution');
    const isLate = elapsed >= terms.target;
    const met = atEnd.met_at === null ? 'cancelled' : 'met';
    return [{ ...atEnd, target: terms.target, elapsed, state: isLate ? 'breached' : met }];
  }

  /** Returns the milliseconds of finished halts of the resolution. */
  haltedMs(now: number): number {
    const terms = this.#terms('resolution');
    const stretches = this.#stretches('resolution', terms?.pause ?? reasons, now);
    const lastRun = stretches.findLastIndex(({ doing }) => doing === 'running');
    return stretches
      .slice(0, lastRun + 1)
      .filter(({ doing }) => doing !== 'running')
      .reduce((sum, { from, to }) => sum + (to - from) * 60_000, 0);
  }

  /** Resolutions may be late after their end, because a priority was raised; other metrics are final. */
  #mayFire = ({ metric, state, met_at }: NaiveTarget): boolean => {
    if (metric === 'resolution') return true;
    const end = ended[this.now.state];
    return met_at === null && state !== 'cancelled' && end === undefined;
  };

  #fire(target: NaiveTarget, threshold: Threshold, at: number): void {
    const fired = this.#fired.get(target.metric);
    if (!fired || fired.at[threshold] !== undefined || !this.#mayFire(target)) return;
    fired.at[threshold] = at;
    this.emitted.push(`${target.metric} ${threshold} ${at}`);
  }

  /** Everything that falls due until then fires at its instant. */
  sweep(until: number): void {
    const since = this.#sweptUntil;
    for (const target of this.targets(since))
      for (const threshold of thresholds) {
        const due = threshold === 'warning' ? target.warning_at : target.breach_at;
        if (due !== undefined && due > since && due <= until) this.#fire(target, threshold, due);
      }
    this.#sweptUntil = until;
  }

  /** A threshold that is behind when a period begins fires at once, unless the period before had fired it. */
  #beginPeriods(at: number): void {
    const now = this.targets(at);
    for (const metric of metrics) {
      const target = now.find((one) => one.metric === metric);
      if (!target) {
        this.#fired.delete(metric);
        continue;
      }
      const start = this.#start(metric, at);
      const before = this.#fired.get(metric);
      const reached = thresholds.filter((one) => target.elapsed >= target.target * shares[one]);
      const stillFired =
        before?.start === start ? reached.filter((one) => before.at[one] !== undefined) : [];
      this.#fired.set(metric, {
        start,
        at: Object.fromEntries(stillFired.map((one) => [one, before?.at[one]])),
      });
      for (const threshold of reached) this.#fire(target, threshold, at);
    }
  }

  define(at: number, isRecomputed: boolean): void {
    if (isEnded(this.now)) this.#targetsAtEnd ??= this.targets(at);
    this.#saved += 1;
    if (isRecomputed && !isEnded(this.now)) this.#apply(at);
  }

  #apply(at: number): void {
    this.#applied = this.#saved;
    this.#targetsAtEnd = null;
    this.#beginPeriods(at);
  }

  write({ at, through, facts, note }: Step): void {
    const before = this.now;
    if (note === 'agent') this.#responses.push(at);
    for (const state of through) this.#log.push({ at, facts: { ...before, state, reason: null } });
    this.#log.push({ at, facts });
    if (this.#targetsAtEnd && isEnded(facts)) return this.#beginOwn(at);
    this.#apply(at);
  }

  /** Only the clock without a policy begins a period. */
  #beginOwn(at: number): void {
    const own = this.targets(at).find(({ policy }) => policy === null);
    const fired = this.#fired.get('resolution');
    if (!own || !fired) return;
    for (const threshold of thresholds) {
      const isReached = own.elapsed >= own.target * shares[threshold];
      if (!isReached) delete fired.at[threshold];
      else this.#fire(own, threshold, at);
    }
  }
}
