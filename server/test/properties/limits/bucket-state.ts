// Checks whether the bucket state that a response shows can be true. With many requests in flight the order of
// processing is unknown, but each was processed between its sending and its response, which bounds the remaining count.
export interface Size {
  capacity: number;
  perSecond: number;
}

/** The request was in flight between these times, in milliseconds. */
export interface Observation {
  isAllowed: boolean;
  /** The response shows it; `reset` is in seconds since 1970, undefined if not shown. */
  remaining: number;
  reset?: number;
  sentAt: number;
  receivedAt: number;
}

export interface ShownCheck {
  faults: string[];
  /** As many values could have been true for each admitted request: the precision of the check. */
  choices: number[];
}

const EPSILON = 1e-6;

/**
 * At any moment a bucket contains at most its capacity, less the tokens taken since an earlier moment, plus the refill
 * since then; and exactly that for the moment at which it was last full. So, over all moments `since`:
 *   upper bound: the minimum of capacity − (tokens certainly taken) + rate × (the longest time),
 *   lower bound: the minimum of capacity − (tokens possibly taken) + rate × (the shortest time).
 */
function boundsOf({ capacity, perSecond }: Size, observations: readonly Observation[]) {
  const taken = observations.filter(({ isAllowed }) => isAllowed);
  const bySent = taken.toSorted((a, b) => b.sentAt - a.sentAt);
  const byReceived = taken.toSorted((a, b) => b.receivedAt - a.receivedAt);
  const refillDuring = (ms: number) => (perSecond * Math.max(0, ms)) / 1000;
  return ({ isAllowed, sentAt, receivedAt }: Observation): { least: number; most: number } => {
    let most = capacity;
    let surely = isAllowed ? 1 : 0;
    for (const one of bySent) {
      if (one.receivedAt <= sentAt) surely += 1;
      most = Math.min(
        most,
        capacity - surely + refillDuring(receivedAt - Math.min(one.sentAt, sentAt)),
      );
    }
    let least = capacity;
    let perhaps = isAllowed ? 0 : 1;
    for (const one of byReceived) {
      if (one.sentAt <= receivedAt) perhaps += 1;
      least = Math.min(least, capacity - perhaps + refillDuring(sentAt - one.receivedAt));
    }
    return { least, most };
  };
}

/**
 * An admitted request shows the tokens left after it. A rejected one shows zero, and is correct only if taking its
 * token could have made the bucket negative. `reset` is the time at which the bucket is full again.
 */
export function checkShown(
  size: Size,
  observations: readonly Observation[],
  name: string,
): ShownCheck {
  const bounds = boundsOf(size, observations);
  const faults: string[] = [];
  const choices: number[] = [];
  for (const observation of observations) {
    const { isAllowed, remaining } = observation;
    const { least, most } = bounds(observation);
    const [low, high] = [Math.max(0, Math.floor(least + EPSILON)), Math.floor(most + EPSILON)];
    const description = `${name}: ${remaining} left shown, between ${least.toFixed(2)} and ${most.toFixed(2)} were`;
    if (isAllowed && (remaining < low || remaining > high)) faults.push(description);
    if (isAllowed) choices.push(high - low + 1);
    if (!isAllowed && (remaining !== 0 || least >= 0))
      faults.push(`${name}: rejected, but ${least.toFixed(2)} were left with it`);
    const late = resetFault(size, observation);
    if (late) faults.push(`${name}: ${late}`);
  }
  return { faults, choices };
}

/** The reset time follows from the remaining count: the time to refill the missing tokens, less than one token more. */
function resetFault(
  { capacity, perSecond }: Size,
  { remaining, reset, sentAt, receivedAt }: Observation,
): string | undefined {
  if (reset === undefined) return undefined;
  const at = (moment: number) => (performance.timeOrigin + moment) / 1000;
  const soonest = Math.ceil(at(sentAt) + (capacity - remaining - 1) / perSecond - EPSILON);
  const latest = Math.ceil(at(receivedAt) + (capacity - remaining) / perSecond + EPSILON);
  if (reset >= soonest && reset <= latest) return undefined;
  return `reset ${reset} shown with ${remaining} left, between ${soonest} and ${latest} it was`;
}
