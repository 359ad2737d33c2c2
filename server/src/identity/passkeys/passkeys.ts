// Passkeys are credentials of WebAuthn. The relying party is the host of AUTH_URL, and the device verifies the person each
// time, so a passkey is two factors at once: the device, and a finger, face or PIN.
import { hash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Config } from '../../platform/runtime/config.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type FactorRow, listFactors } from '../factors/factors.sql.ts';
import { type UserRow, userTable } from '../users/users.sql.ts';
import type { NewFactor } from '../factors/factors.service.ts';
import {
  findPasskey,
  type Purpose,
  saveChallenge,
  takeChallenge,
  useCounter,
} from './passkeys.sql.ts';

const VALID_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256; ML-DSA, which the library would add, is an experiment in Node 24. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** A challenge is bound to the session in the browser, or to the sign-in in progress. */
interface Bound {
  boundTo: string;
}

type PasskeyDeps = Pick<Deps, 'db' | 'now' | 'config' | 'log'>;

const relyingPartyOf = ({ AUTH_URL }: Pick<Config, 'AUTH_URL'>) => {
  const { hostname, origin } = new URL(AUTH_URL);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

const hashChallenge = (challenge: string): string => hash('sha256', challenge, 'base64url');

async function issue<Options extends { challenge: string }>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { boundTo, purpose }: Bound & { purpose: Purpose },
  options: Options,
): Promise<Options> {
  await saveChallenge(db, {
    id: hashChallenge(options.challenge),
    bound_to: boundTo,
    purpose,
    expires_at: new Date(now().getTime() + VALID_MS).toISOString(),
  });
  return options;
}

const redeem =
  ({ db, now }: Pick<Deps, 'db' | 'now'>, { boundTo, purpose }: Bound & { purpose: Purpose }) =>
  (challenge: string): Promise<boolean> =>
    takeChallenge(
      db,
      { id: hashChallenge(challenge), bound_to: boundTo, purpose },
      now().toISOString(),
    );

const descriptorsOf = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credential_id: id, transports }) =>
    id === null ? [] : [{ id, transports: (transports ?? []) as never[] }],
  );

export async function registrationOptions(deps: PasskeyDeps, user: UserRow, bound: Bound) {
  const options = await generateRegistrationOptions({
    rpName: 'Signalbox',
    rpID: relyingPartyOf(deps.config).expectedRPID,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: descriptorsOf(await listFactors(deps.db, user.id)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return issue(deps, { ...bound, purpose: 'create' }, options);
}

/** Without a user, the browser offers every passkey that it has for this address. */
export async function authenticationOptions(
  deps: PasskeyDeps,
  user: UserRow | undefined,
  bound: Bound,
) {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.config).expectedRPID,
    userVerification: 'required',
    ...(user && { allowCredentials: descriptorsOf(await listFactors(deps.db, user.id)) }),
  });
  return issue(deps, { ...bound, purpose: 'get' }, options);
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns undefined if the response does not belong to a challenge of this browser, or is not valid for any other reason. */
export async function verifyNewPasskey(
  deps: PasskeyDeps,
  bound: Bound,
  text: string,
): Promise<Omit<NewFactor, 'name'> | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: parse(text) as RegistrationResponseJSON,
      expectedChallenge: redeem(deps, { ...bound, purpose: 'create' }),
      ...relyingPartyOf(deps.config),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      kind: 'passkey',
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      is_synced: credentialDeviceType === 'multiDevice',
    };
  } catch (error) {
    deps.log.info({ reason: String(error) }, 'passkey.refused');
    return undefined;
  }
}

const credentialOf = ({ credential_id, public_key, counter }: FactorRow): WebAuthnCredential => ({
  id: credential_id ?? '',
  publicKey: Uint8Array.from(public_key ?? []),
  counter: Number(counter),
});

const belongsTo = ({ user_id }: FactorRow, { response }: AuthenticationResponseJSON): boolean =>
  response.userHandle === undefined ||
  Buffer.from(response.userHandle, 'base64url').toString() === user_id;

export interface PasskeySignIn {
  user: UserRow;
  /** The key is in the device, or a copy of it is in others, too (RFC 8176). */
  amr: readonly ['hwk' | 'swk', 'mfa'];
}

/** With `user`, passkeys of other people are refused. */
export async function verifyPasskey(
  deps: PasskeyDeps,
  { boundTo, user: expected }: Bound & { user?: UserRow | undefined },
  text: string,
): Promise<PasskeySignIn | undefined> {
  const { db, now, log } = deps;
  try {
    const response = parse(text) as AuthenticationResponseJSON;
    const factor = await findPasskey(db, response.id);
    if (!factor || (expected && factor.user_id !== expected.id)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: redeem(deps, { boundTo, purpose: 'get' }),
      ...relyingPartyOf(deps.config),
      credential: credentialOf(factor),
      requireUserVerification: true,
    });
    if (!verified || !belongsTo(factor, response)) return undefined;
    if (!(await useCounter(db, factor, authenticationInfo.newCounter, now().toISOString()))) {
      log.warn({ factor: factor.id }, 'passkey.counter_repeated');
      return undefined;
    }
    const user = await userTable.find(db, factor.user_id);
    return user?.active ? { user, amr: [factor.is_synced ? 'swk' : 'hwk', 'mfa'] } : undefined;
  } catch (error) {
    log.info({ reason: String(error) }, 'passkey.refused');
    return undefined;
  }
}
