// The contract's table of attempts: "Retry" of the section Events. Delays count from the end of the failed attempt.

const MOST_ATTEMPTS = 5;

/** When the attempt after this one is owed; undefined after the last. */
export function nextAttemptAt(
  attempt: number,
  endedAt: Date,
  delaysSeconds: readonly number[],
): Date | undefined {
  const delay = attempt < MOST_ATTEMPTS ? delaysSeconds[attempt - 1] : undefined;
  return delay === undefined ? undefined : new Date(endedAt.getTime() + delay * 1000);
}
