// Decides whether the password of a login attempt is checked. Refused attempts are not counted. Each network waits for
// its own failures. In addition, networks from which the account has not signed in recently share slots: each can
// reserve at most one, so that requests from others cannot delay it further.

/** Times are milliseconds since 1970. */
export interface NetworkState {
  failures: number;
  /** The wait caused by its own failures ends at this time. */
  retryAt: number;
  /** The reserved slot is null once it is used. */
  slotAt: number | null;
}

export interface AccountState {
  /** No later slot is used or reserved. */
  lastSlotAt: number;
}

interface States {
  network: NetworkState;
  account: AccountState;
}

export type Decision = States & ({ isAdmitted: true } | { isAdmitted: false; retryAt: number });

export const MAX_WAIT_MS = 900_000;
const FREE_ATTEMPTS = 5;
/** Within 15 minutes there is a slot for each of 60 networks. */
const SLOT_MS = 15_000;
/** At most this many slots accumulate while there are no attempts at an account. */
const SAVED_SLOTS = 100;
/** A reserved slot expires after this time, so that slots cannot be accumulated. */
const SLOT_VALID_MS = MAX_WAIT_MS;

/** The first wait is a second; each failure doubles it. */
const waitAfter = (failures: number): number =>
  failures < FREE_ATTEMPTS ? 0 : Math.min(2 ** (failures - FREE_ATTEMPTS) * 1000, MAX_WAIT_MS);

/** An admitted attempt counts as failed until its password is verified. */
const admit = ({ network, account }: States, now: number): Decision => ({
  isAdmitted: true,
  network: {
    failures: network.failures + 1,
    retryAt: now + waitAfter(network.failures),
    slotAt: null,
  },
  account,
});

const refuse = (states: States, retryAt: number): Decision => ({
  ...states,
  isAdmitted: false,
  retryAt,
});

/** Uses the next slot if it is due, else reserves it. */
function useSlot({ network, account }: States, now: number): Decision {
  const lastSlotAt = Math.max(account.lastSlotAt, now - SAVED_SLOTS * SLOT_MS) + SLOT_MS;
  if (lastSlotAt <= now) return admit({ network, account: { lastSlotAt } }, now);
  // There are more networks than slots: none is reserved further ahead.
  if (lastSlotAt - now > MAX_WAIT_MS) return refuse({ network, account }, now + MAX_WAIT_MS);
  return refuse(
    { network: { ...network, slotAt: lastSlotAt }, account: { lastSlotAt } },
    lastSlotAt,
  );
}

export function decide(states: States, isKnownNetwork: boolean, now: number): Decision {
  const { retryAt, slotAt } = states.network;
  if (retryAt > now) return refuse(states, retryAt);
  if (isKnownNetwork) return admit(states, now);
  if (slotAt === null || now - slotAt > SLOT_VALID_MS) return useSlot(states, now);
  return slotAt > now ? refuse(states, slotAt) : admit(states, now);
}
