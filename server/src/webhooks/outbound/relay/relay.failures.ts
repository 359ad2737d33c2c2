// Which failures of the relay may be the fault of one event, and how long it may fail alone before it is set aside.
import type { StoredEvent } from '../../../events/index.ts';
import { errorCode } from '../../../platform/postgres/pg-errors.ts';

interface Threshold {
  failures: number;
  seconds: number;
}

const OF_DATA: Threshold = { failures: 3, seconds: 2 };
/** The database may be busy: an event is set aside only after it has delayed all others for minutes. */
const OF_TIME: Threshold = { failures: 10, seconds: 300 };

/** By how the SQLSTATE begins. Connections, locks, memory and missing functions say nothing about an event. */
const thresholdByCode: [prefix: string, threshold: Threshold][] = [
  ['22', OF_DATA],
  ['23', OF_DATA],
  ['54', OF_DATA],
  ['XX000', OF_DATA],
  ['57014', OF_TIME],
];

const isProgramError = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;

const isOfConnection = (code: string): boolean => code.startsWith('08') || code.startsWith('57P');

/** A smaller batch may succeed. */
export function isWorthSplitting(error: unknown): boolean {
  const code = errorCode(error);
  return code === undefined ? isProgramError(error) : !isOfConnection(code);
}

/** Undefined for a failure that no event is set aside for. */
function thresholdFor(error: unknown): Threshold | undefined {
  const code = errorCode(error);
  if (code === undefined) return isProgramError(error) ? OF_DATA : undefined;
  return thresholdByCode.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** The failures of one event that was relayed alone, counted until it succeeds or another one fails. */
export class FailureCount {
  #id = '';
  #failures = 0;
  #firstAt = 0;

  /** Whether the event has failed often and long enough to be set aside. */
  isPersistent({ id }: StoredEvent, error: unknown, now: Date): boolean {
    const threshold = thresholdFor(error);
    if (!threshold) return false;
    if (id !== this.#id) {
      this.#id = id;
      this.#failures = 0;
      this.#firstAt = now.getTime();
    }
    this.#failures += 1;
    const seconds = (now.getTime() - this.#firstAt) / 1000;
    return this.#failures >= threshold.failures && seconds >= threshold.seconds;
  }
}
