// An event that fails on its own is set aside after a number of failures, if the failure is one that an event can cause.
import type { StoredEvent } from '../../../events/index.ts';
import { errorCode } from '../../../platform/postgres/pg-errors.ts';

interface Threshold {
  failures: number;
  seconds: number;
}

const DATA_ERROR: Threshold = { failures: 3, seconds: 2 };
/** The database may be busy: an event is set aside only after it has delayed all others for minutes. */
const TIMEOUT: Threshold = { failures: 10, seconds: 300 };

/** A SQLSTATE is matched by its prefix. Errors of connections, locks, memory and missing functions are not caused by an event. */
const thresholdByCode: [prefix: string, threshold: Threshold][] = [
  ['22', DATA_ERROR],
  ['23', DATA_ERROR],
  ['54', DATA_ERROR],
  ['XX000', DATA_ERROR],
  ['57014', TIMEOUT],
];

const isProgramError = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;

const isConnectionError = (code: string): boolean =>
  code.startsWith('08') || code.startsWith('57P');

/** Returns whether a smaller batch may succeed. */
export function isWorthSplitting(error: unknown): boolean {
  const code = errorCode(error);
  return code === undefined ? isProgramError(error) : !isConnectionError(code);
}

/** Returns undefined for failures that an event cannot cause. */
function thresholdFor(error: unknown): Threshold | undefined {
  const code = errorCode(error);
  if (code === undefined) return isProgramError(error) ? DATA_ERROR : undefined;
  return thresholdByCode.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** Counts the failures of one event in a batch of its own, until another event fails. */
export class FailureCount {
  #id = '';
  #failures = 0;
  #firstAt = 0;

  /** Returns whether the event has failed often and long enough to be set aside. */
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
