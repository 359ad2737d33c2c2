// Failed attempts follow the contract's retry schedule (section Events, "Retry"). Delays count from the end of the attempt.

const MAX_ATTEMPTS = 5;

/** Returns when the next attempt is due; undefined after the last. */
export function nextAttemptAt(
  attempt: number,
  endedAt: Date,
  delaysSeconds: readonly number[],
): Date | undefined {
  const delay = attempt < MAX_ATTEMPTS ? delaysSeconds[attempt - 1] : undefined;
  return delay === undefined ? undefined : new Date(endedAt.getTime() + delay * 1000);
}
