// A hold sets the state and its end; an incident that is on hold already gets only another end.
import type { Incident, RecordPatch } from '../../api/index.ts';
import { openStates } from '../../words/index.ts';

/** An absent end leaves none. */
export interface HoldFields {
  on_hold_reason?: string;
  on_hold_until?: string | null;
}

export const holdPatch = (state: string, fields: HoldFields): RecordPatch =>
  state === 'on_hold' ? { on_hold_until: null, ...fields } : { state: 'on_hold', ...fields };

/** The states allow a hold only of work in progress. */
export const needsStart = (state: string): boolean => state === 'new' || state === 'reopened';

/** Returns the reason why an incident cannot be put on hold. */
export const holdObstacle = (state: string): string | undefined =>
  openStates.some((one) => one === state) ? undefined : 'Only open incidents can be put on hold.';

type Held = Pick<Incident, 'requester'>;

/** Returns the name of the person whose reply ends the hold; undefined if there is nobody to wait for. */
export function awaitedName(
  { requester }: Held,
  { me, nameOf }: { me: string; nameOf: (email: string) => string },
): string | undefined {
  if (requester === null || requester.toLowerCase() === me.toLowerCase()) return undefined;
  return nameOf(requester);
}
