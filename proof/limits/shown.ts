// Whether what an answer says of its bucket can have been true. Many are under way at once, so nobody knows in which
// order they were judged; but each was between its sending and its hearing, and that bounds what was left.
export interface Size {
  capacity: number;
  perSecond: number;
}

/** One request, and when it was under way, in milliseconds. */
export interface Ask {
  isAllowed: boolean;
  /** As shown; `reset` in seconds since 1970, or nothing where none is shown. */
  remaining: number;
  reset?: number;
  sentAt: number;
  heardAt: number;
}

export interface Judged {
  faults: string[];
  /** For each answer that was let through, how many numbers could have been true: what the check is worth. */
  choices: number[];
}

const HAIR = 1e-6;

/**
 * At any moment a bucket holds at most what a full one would, less what was taken since some moment, and what was
 * refilled since; and exactly that for the moment at which it was last full. So, over all moments `since`:
 * at most the least of capacity − (what was surely taken) + rate × (the longest time),
 * at least the least of capacity − (what may have been taken) + rate × (the shortest time).
 */
export function boundsOf({ capacity, perSecond }: Size, asks: readonly Ask[]) {
  const taken = asks.filter(({ isAllowed }) => isAllowed);
  const bySent = taken.toSorted((a, b) => b.sentAt - a.sentAt);
  const byHeard = taken.toSorted((a, b) => b.heardAt - a.heardAt);
  const refilled = (ms: number) => (perSecond * Math.max(0, ms)) / 1000;
  return ({ isAllowed, sentAt, heardAt }: Ask): { least: number; most: number } => {
    let most = capacity;
    let surely = isAllowed ? 1 : 0;
    for (const one of bySent) {
      if (one.heardAt <= sentAt) surely += 1;
      most = Math.min(most, capacity - surely + refilled(heardAt - Math.min(one.sentAt, sentAt)));
    }
    let least = capacity;
    let perhaps = isAllowed ? 0 : 1;
    for (const one of byHeard) {
      if (one.sentAt <= heardAt) perhaps += 1;
      least = Math.min(least, capacity - perhaps + refilled(sentAt - one.heardAt));
    }
    return { least, most };
  };
}

/**
 * An answer that was let through shows what was left after it; a refused one shows nothing left, and can have been
 * refused only if, with itself taken, less than nothing might be left. `reset` is when the bucket is full again.
 */
export function judgeShown(size: Size, asks: readonly Ask[], name: string): Judged {
  const bounds = boundsOf(size, asks);
  const faults: string[] = [];
  const choices: number[] = [];
  for (const ask of asks) {
    const { isAllowed, remaining } = ask;
    const { least, most } = bounds(ask);
    const [low, high] = [Math.max(0, Math.floor(least + HAIR)), Math.floor(most + HAIR)];
    const told = `${name}: ${remaining} left shown, between ${least.toFixed(2)} and ${most.toFixed(2)} were`;
    if (isAllowed && (remaining < low || remaining > high)) faults.push(told);
    if (isAllowed) choices.push(high - low + 1);
    if (!isAllowed && (remaining !== 0 || least >= 0))
      faults.push(`${name}: refused, but ${least.toFixed(2)} were left with it`);
    const late = resetFault(size, ask);
    if (late) faults.push(`${name}: ${late}`);
  }
  return { faults, choices };
}

/** When it is full again follows from what is left: so much time for what is missing, and less than one more. */
function resetFault(
  { capacity, perSecond }: Size,
  { remaining, reset, sentAt, heardAt }: Ask,
): string | undefined {
  if (reset === undefined) return undefined;
  const at = (moment: number) => (performance.timeOrigin + moment) / 1000;
  const soonest = Math.ceil(at(sentAt) + (capacity - remaining - 1) / perSecond - HAIR);
  const latest = Math.ceil(at(heardAt) + (capacity - remaining) / perSecond + HAIR);
  if (reset >= soonest && reset <= latest) return undefined;
  return `reset ${reset} shown with ${remaining} left, between ${soonest} and ${latest} it was`;
}
