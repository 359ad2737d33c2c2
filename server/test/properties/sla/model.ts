// The naive model of the SLA clock is a list of events that is evaluated from the start for every query. It shares
// nothing with the server but the names.
import type { State } from '../model/incidents.model.ts';

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

const HOUR_MS = 3_600_000;
/** The specification says: "P1 4 h, P2 8 h, P3 24 h, P4 72 h". */
const targetMs: Record<Priority, number> = {
  P1: 4 * HOUR_MS,
  P2: 8 * HOUR_MS,
  P3: 24 * HOUR_MS,
  P4: 72 * HOUR_MS,
};

/**
 * The specification says: "Runs in new, in_progress, reopened; pauses in on_hold; stops in resolved, closed,
 * cancelled".
 */
const doing = (state: State): string => {
  if (state === 'on_hold') return 'paused';
  return ['resolved', 'closed', 'cancelled'].includes(state) ? 'stopped' : 'running';
};

/** The specification says: "Warning at 75 % of the running time and breach". */
const signals = [
  { type: 'sla.breach_warning', share: 0.75 },
  { type: 'sla.breached', share: 1 },
] as const;
type Signal = (typeof signals)[number];

interface Moment {
  at: number;
  state: State;
  priority: Priority;
  isDeleted: boolean;
}

export interface ClockView {
  events: string[];
  sla: Record<string, unknown>;
  segments: string[];
}

const iso = (ms: number): string => new Date(ms).toISOString();
const whole = (ms: number): number => Math.floor(ms / 1000);

export class NaiveIncident {
  readonly #log: Moment[];
  readonly #emitted: { type: string; at: number; period: number }[] = [];

  constructor(at: number, priority: Priority) {
    this.#log = [{ at, state: 'new', priority, isDeleted: false }];
  }

  get now(): Moment {
    const last = this.#log.at(-1);
    if (!last) throw new Error('an incident begins');
    return last;
  }

  /** Returns the intervals between two events, up to `until`. */
  #stretches(until: number) {
    return this.#log
      .map((moment, index) => ({
        ...moment,
        to: Math.min(this.#log[index + 1]?.at ?? until, until),
      }))
      .filter(({ at }) => at <= until);
  }

  runningTime(until: number): number {
    return this.#stretches(until)
      .filter(({ state }) => doing(state) === 'running')
      .reduce((sum, { at, to }) => sum + to - at, 0);
  }

  /** The specification says: "A period begins at creation and at each change of priority." */
  #periods(): Moment[] {
    return this.#log.filter((moment, index) => moment.priority !== this.#log[index - 1]?.priority);
  }

  #isBehind({ share }: Signal, period: Moment, at: number): boolean {
    return this.runningTime(at) >= targetMs[period.priority] * share;
  }

  /**
   * The specification says: "Fires once, at once, unless the period before had fired it", or had it from the one before
   * that.
   */
  #isSettled(signal: Signal, period: number): boolean {
    if (this.#emitted.some((one) => one.type === signal.type && one.period === period)) return true;
    const begun = this.#periods()[period];
    return (
      period > 0 &&
      begun !== undefined &&
      this.#isBehind(signal, begun, begun.at) &&
      this.#isSettled(signal, period - 1)
    );
  }

  /** Emits every threshold that is reached and not yet emitted. */
  sweep(at: number): void {
    if (this.now.isDeleted) return;
    const periods = this.#periods();
    const period = periods.length - 1;
    const current = periods[period];
    for (const signal of signals) {
      if (current && this.#isBehind(signal, current, at) && !this.#isSettled(signal, period))
        this.#emitted.push({ type: signal.type, at, period });
    }
  }

  happen(at: number, change: Partial<Moment>): void {
    this.sweep(at);
    this.#log.push({ ...this.now, ...change, at });
    this.sweep(at);
  }

  /**
   * Returns the time until `share` of the target is used; undefined if it is already used or the clock is not running.
   */
  until(share: number, at: number): number | undefined {
    const left = targetMs[this.now.priority] * share - this.runningTime(at);
    return doing(this.now.state) === 'running' && left > 0 ? left : undefined;
  }

  view(at: number): ClockView {
    const segments: { state: string; from: number; to: number | null }[] = [];
    for (const { state, at: from } of this.#log) {
      const last = segments.at(-1);
      if (last?.state === doing(state)) continue;
      if (last) last.to = from;
      segments.push({ state: doing(state), from, to: null });
    }
    const elapsed = this.runningTime(at);
    const target = targetMs[this.now.priority];
    const last = segments.at(-1);
    const stopped = last?.state === 'stopped' ? at - last.from : 0;
    const start = this.#log[0]?.at ?? at;
    return {
      events: this.#emitted.map((one) => `${one.type} ${iso(one.at)}`),
      sla: {
        state: last?.state,
        target_seconds: target / 1000,
        elapsed_seconds: whole(elapsed),
        paused_seconds: whole(at - start - elapsed - stopped),
        remaining_seconds: target / 1000 - whole(elapsed),
        breached: elapsed >= target,
        as_of: iso(at),
      },
      segments: segments.map(
        ({ state, from, to }) => `${state} ${iso(from)} ${to === null ? '' : iso(to)}`,
      ),
    };
  }
}
