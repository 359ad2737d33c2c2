// A sign-in at an identity provider belongs to one interaction, ends within ten minutes, and is used once.
import { randomBytes } from 'node:crypto';
import { errors } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { adapterOf } from '../provider/adapter.ts';
import type { SignInSecrets } from './provider-client.ts';

export interface Attempt extends SignInSecrets {
  identityProvider: string;
  /** The id of the interaction, whose cookie the browser has; absent for a verification. */
  interaction?: string;
  /** A verification belongs to the session in the browser. */
  session?: string;
}

const LIFE_SECONDS = 600;

const storeOf = (deps: Deps) => adapterOf(deps)('ExternalSignIn');

const random = (): string => randomBytes(32).toString('base64url');

export async function beginAttempt(
  deps: Deps,
  given: Omit<Attempt, 'state' | 'nonce' | 'verifier'>,
): Promise<Attempt> {
  const attempt = { ...given, state: random(), nonce: random(), verifier: random() };
  const exp = Math.floor(Date.now() / 1000) + LIFE_SECONDS;
  await storeOf(deps).upsert(attempt.state, { attempt, exp }, LIFE_SECONDS);
  return attempt;
}

/** The state must be that of a sign-in at this provider that is not used yet. */
export async function findAttempt(
  deps: Deps,
  state: string | null,
  expected: Partial<Attempt>,
): Promise<Attempt> {
  const found = state ? await storeOf(deps).find(state) : undefined;
  const attempt = found?.['attempt'] as Attempt | undefined;
  const isExpected =
    found?.exp !== undefined &&
    found.exp * 1000 > Date.now() &&
    found['consumed'] === undefined &&
    (Object.keys(expected) as (keyof Attempt)[]).every(
      (name) => attempt?.[name] === expected[name],
    );
  if (!attempt || !isExpected)
    throw new errors.SessionNotFound('another sign-in, or one that has ended');
  return attempt;
}

/** A second request with the same state is refused. */
export async function useAttempt(
  deps: Deps,
  state: string | null,
  expected: Partial<Attempt>,
): Promise<Attempt> {
  const attempt = await findAttempt(deps, state, expected);
  await storeOf(deps).consume(attempt.state);
  return attempt;
}
