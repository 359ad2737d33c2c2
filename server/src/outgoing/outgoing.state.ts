// Says whether this process may send deliveries and e-mails, and why not.
import type { HealthCheck } from '../platform/runtime/health.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { comparedUrl } from './compared-url.ts';
import { type OutgoingRow, readOutgoing } from './outgoing.sql.ts';

type Where = Pick<Deps, 'config'>;

interface Hold {
  reason: string;
  /** Names the command or setting that ends the hold. */
  advice: string;
}

/** Returns undefined if this process may send. */
export function describeHold(
  where: Where,
  { base_url, held_since }: OutgoingRow,
): Hold | undefined {
  if (held_since !== null)
    return {
      reason: `Deliveries and e-mails are held since the restore of ${held_since}.`,
      advice: 'Look at what waits, then run `admin release` to send them.',
    };
  const ownUrl = comparedUrl(where);
  return ownUrl === null || base_url === null || ownUrl === base_url
    ? undefined
    : {
        reason: `Deliveries and e-mails are held: BASE_URL is ${ownUrl}, and the database belongs to ${base_url}.`,
        advice:
          'Leave it so if this is a copy, such as staging. Otherwise correct BASE_URL, or run `admin release` to send them from this instance.',
      };
}

export const isHeld = async (where: Where, db: Db | Tx): Promise<boolean> =>
  describeHold(where, await readOutgoing(db)) !== undefined;

/** An instance that holds them works as intended, so the check succeeds. */
export const checkOutgoing: HealthCheck = async (deps) => {
  const hold = describeHold(deps, await readOutgoing(deps.probe));
  return { status: 'ok', ...(hold && { detail: `${hold.reason} ${hold.advice}` }) };
};
