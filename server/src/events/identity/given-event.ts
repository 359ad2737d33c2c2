// Anybody who was given an event relies on it. If the newest of these events is missing, the database was restored to a
// time before it.

export interface LogIdentity {
  identity: string;
  /** Identities are counted, so that the later of two is known. */
  generation: number;
}

export interface GivenEvent extends LogIdentity {
  position: number;
  id: string;
  occurred_at: string;
}

/** One snapshot of the primary has these facts. */
export interface LogFacts {
  generation: number;
  found: readonly Pick<GivenEvent, 'id' | 'position'>[];
}

const isNewer = (a: GivenEvent, b: GivenEvent): boolean =>
  a.generation === b.generation ? a.position > b.position : a.generation > b.generation;

/** Returns the newest event of all, by generation and position. */
export const newestOf = (events: readonly (GivenEvent | undefined)[]): GivenEvent | undefined =>
  events.reduce(
    (newest, one) => (one && (!newest || isNewer(one, newest)) ? one : newest),
    undefined,
  );

/**
 * Says whether the log lacks an event that it must have. A log of a later generation has told everybody to begin anew,
 * and retention may have dropped an event from before `retainedSince`.
 */
export function isMissing(given: GivenEvent, log: LogFacts, retainedSince: Date): boolean {
  if (given.generation !== log.generation) return given.generation > log.generation;
  const isFound = log.found.some(
    ({ id, position }) => id === given.id && position === given.position,
  );
  return !isFound && Date.parse(given.occurred_at) >= retainedSince.getTime();
}

/** Returns the newest of the events that the log lacks. */
export const missingOf = (
  known: readonly GivenEvent[],
  log: LogFacts,
  retainedSince: Date,
): GivenEvent | undefined => newestOf(known.filter((one) => isMissing(one, log, retainedSince)));
