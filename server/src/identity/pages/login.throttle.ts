// When the password of an attempt is checked, and when the attempt is refused unchecked. Refused attempts count nowhere.
// Each network waits for its own failures. Besides, networks from which the account has not signed in lately take turns:
// each has one reserved turn at most, so that no number of requests by others delays it further.

/** Times are milliseconds since 1970. */
export interface NetworkState {
  failures: number;
  /** Because of its own failures. */
  retryAt: number;
  /** Its reserved turn, until that is used. */
  slotAt: number | null;
}

export interface AccountState {
  /** The latest turn that is taken or reserved. */
  lastSlotAt: number;
}

interface States {
  network: NetworkState;
  account: AccountState;
}

export type Decision = States & ({ isAdmitted: true } | { isAdmitted: false; retryAt: number });

export const MAX_WAIT_MS = 900_000;
const FREE_ATTEMPTS = 5;
/** A turn every 15 s: within 15 minutes there is one for each of 60 networks. */
const SLOT_MS = 15_000;
/** Turns that an account which nobody guesses at has saved up. */
const SAVED_SLOTS = 100;
/** A reserved turn that is not used by then is lost, so that turns cannot be saved up. */
const SLOT_VALID_MS = MAX_WAIT_MS;

/** The first wait is a second; each failure doubles it. */
const waitAfter = (failures: number): number =>
  failures < FREE_ATTEMPTS ? 0 : Math.min(2 ** (failures - FREE_ATTEMPTS) * 1000, MAX_WAIT_MS);

/** An admitted attempt counts as failed until its password was found right. */
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

/** Takes the next turn if that is now, else reserves it. */
function takeTurn({ network, account }: States, now: number): Decision {
  const lastSlotAt = Math.max(account.lastSlotAt, now - SAVED_SLOTS * SLOT_MS) + SLOT_MS;
  if (lastSlotAt <= now) return admit({ network, account: { lastSlotAt } }, now);
  // More networks than there are turns: none is reserved further ahead.
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
  if (slotAt === null || now - slotAt > SLOT_VALID_MS) return takeTurn(states, now);
  return slotAt > now ? refuse(states, slotAt) : admit(states, now);
}
