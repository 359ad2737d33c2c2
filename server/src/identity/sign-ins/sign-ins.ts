// Records who signed in, from where and with which client, so that guessing and misuse can be traced.
import { createHmac } from 'node:crypto';
import { networkOf } from '../../platform/limits/address-limit.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { insertSignIn, type SignInKind } from './sign-ins.sql.ts';

type SignInDeps = Pick<Deps, 'db' | 'now' | 'keys' | 'log'>;

export const signInKinds = [
  'sign_in',
  'failed',
  'sign_out',
  'key_exchange',
] as const satisfies SignInKind[];

const MINUTE_MS = 60_000;
/** These events are recorded once per minute, because a program can repeat them as often as it likes. */
const oncePerMinute = new Set<SignInKind>(['failed', 'key_exchange']);

/** Equal parts have equal hashes, and a reader of the database cannot try values. */
export const keyedHash = ({ keys }: Pick<Deps, 'keys'>, parts: unknown): string =>
  createHmac('sha256', keys.current.signIns).update(JSON.stringify(parts)).digest('base64url');

/** The hash is keyed, so that a reader of the table cannot try addresses. */
export const accountHash = (deps: Pick<Deps, 'keys'>, email: string): string =>
  keyedHash(deps, email.toLowerCase());

export interface SignIn {
  kind: SignInKind;
  email: string;
  address: string;
  client: string | null;
}

/** Never rejects, because a sign-in must not depend on its record. */
export async function recordSignIn(
  deps: SignInDeps,
  { kind, email, address, client }: SignIn,
): Promise<void> {
  const at = deps.now();
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const isFailed = kind === 'failed';
  try {
    await insertSignIn(deps.db, {
      at: at.toISOString(),
      kind,
      actor: isFailed ? null : email,
      account_hash: isFailed ? accountHash(deps, email) : null,
      address,
      client,
      dedup_key: oncePerMinute.has(kind)
        ? keyedHash(deps, [kind, email.toLowerCase(), networkOf(address), minute])
        : null,
    });
  } catch (error) {
    deps.log.error({ err: error, kind }, 'sign_in.not_recorded');
  }
}
