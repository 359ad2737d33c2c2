// Says whether this process may send deliveries and e-mails, and why not.
import type { HealthCheck } from '../platform/runtime/health.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { comparedUrl } from './compared-url.ts';
import { type OutgoingRow, readOutgoing } from './outgoing.sql.ts';

type Where = Pick<Deps, 'config'>;

/** Returns undefined if this process may send. */
export function describeHold(
  where: Where,
  { base_url, held_since }: OutgoingRow,
): string | undefined {
  if (held_since !== null)
    return `Deliveries and e-mails are held since the restore of ${held_since}.`;
  const ownUrl = comparedUrl(where);
  return ownUrl === null || base_url === null || ownUrl === base_url
    ? undefined
    : `Deliveries and e-mails are held: BASE_URL is ${ownUrl}, and the database belongs to ${base_url}.`;
}

export const RELEASE_ADVICE =
  'Run `admin release` to send them from this instance, or correct BASE_URL.';

export const isHeld = async (where: Where, db: Db | Tx): Promise<boolean> =>
  describeHold(where, await readOutgoing(db)) !== undefined;

/** An instance that holds them works as intended, so the check succeeds. */
export const checkOutgoing: HealthCheck = async (deps) => {
  const detail = describeHold(deps, await readOutgoing(deps.probe));
  return { status: 'ok', ...(detail && { detail: `${detail} ${RELEASE_ADVICE}` }) };
};
