// Bearer tokens: verified against the issuer's published keys, then remembered by hash until they expire.
import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../errors.ts';
import type { Actor } from '../../context.ts';
import { type KeySetOptions, remoteKeySet, RETRY_SECONDS } from './key-set.ts';

export interface Issuer {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Domain of the addresses of clients that have no e-mail claim. */
  domain: string;
  isRevoked: IsRevoked;
  /** Where a token names roles, and how its names become ours. */
  rolesOf: (claims: JWTPayload) => string[];
  /** A provider that is not ours: its tokens need not be of type at+jwt, nor name an audience but their client. */
  isForeign: boolean;
  keySet?: KeySetOptions;
}

/** What a token must not be older than: see identity/revocations. */
export type IsRevoked = (token: {
  id: string;
  generation: number;
  keyId: string | undefined;
  /** The key that signed it. */
  signedBy: string;
}) => boolean;

export interface Authenticate {
  (authorization: string | undefined): Promise<Actor>;
  /** Who it is, if the token was verified before and still holds. Costs a hash, no verification. */
  remembered: (authorization: string | undefined) => Actor | undefined;
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** A verified token costs 90–260 µs again when it was forgotten; the bound keeps strangers from filling the memory. */
const MOST_REMEMBERED = 20_000;
const LONGEST_TOKEN = 8192;
/** As long as the key set is kept: what an old key had signed is looked at again when the key is gone. */
const REMEMBERED_MS = 600_000;
/** For clocks that differ. */
const MOST_AHEAD_SECONDS = 60;

const unauthenticated = (
  detail: string,
  error = 'invalid_token',
  code: 'unauthenticated' | 'token_expired' = 'unauthenticated',
) =>
  new ApiError(
    code,
    detail,
    {},
    {
      'www-authenticate': `Bearer realm="signalbox", error="${error}", error_description="${detail}"`,
    },
  );

/** Keys are told by their prefix; as a bearer one would live for as long as the key itself. */
const isApiKey = (token: string): boolean => token.startsWith('sbk_');

/** What whoever has no token is told: how to send one, and where it is had. */
const hintsOf = ({ issuer, isForeign }: Pick<Issuer, 'issuer' | 'isForeign'>) => {
  const from = isForeign
    ? `Obtain a token from ${issuer}.`
    : `Obtain a token from ${issuer}/oauth2/token.`;
  return {
    missing: `Send the header Authorization: Bearer <access token>. ${from}`,
    empty: `The Authorization header has no token after Bearer; check that the variable it comes from is set. ${from}`,
    form: 'The Authorization header is not of the form Bearer <access token>.',
    apiKey: `An API key is not an access token. ${
      isForeign
        ? from
        : `Exchange it: POST ${issuer}/oauth2/token with grant_type=urn:ietf:params:oauth:grant-type:token-exchange and subject_token=<key>.`
    }`,
  };
};

const missing = (detail: string) =>
  new ApiError('unauthenticated', detail, {}, { 'www-authenticate': 'Bearer realm="signalbox"' });

function actorOf(claims: JWTPayload, { domain, rolesOf }: Issuer): Actor {
  const { sub = '', client_id, email, key_id, auth_time } = claims;
  const name = typeof client_id === 'string' ? client_id : sub;
  return {
    id: sub,
    email: typeof email === 'string' ? email : `${name}@clients.${domain}`,
    roles: rolesOf(claims),
    ...(typeof key_id === 'string' && { keyId: key_id }),
    isInteractive: typeof auth_time === 'number' && key_id === undefined,
  };
}

/**
 * Providers differ in how they mark an access token: some name no audience but the client (Cognito), few set
 * the type. What marks an id token is refused, and the audience must be ours in one of the two places.
 */
function requireAccessToken(claims: JWTPayload, audience: string): void {
  const { aud, client_id, token_use, typ, nonce, at_hash } = claims;
  const isForUs = aud === undefined ? client_id === audience : [aud].flat().includes(audience);
  const isIdToken =
    token_use === 'id' || typ === 'ID' || nonce !== undefined || at_hash !== undefined;
  if (!isForUs || isIdToken) throw new errors.JWTClaimValidationFailed('not for us', claims, 'aud');
}

/** Records belong to addresses: who could claim one unverified would read another's. Some providers send text. */
function requireVerifiedEmail({ email_verified }: JWTPayload): void {
  if (email_verified === undefined || [true, 'true'].includes(email_verified as never)) return;
  throw unauthenticated('The identity provider has not verified the e-mail address of this token.');
}

interface Remembered {
  actor: Actor;
  generation: number;
  signedBy: string;
  expires: number;
}

/** What the library leaves to us: claims of the wrong kind would slip through comparisons further on. */
function requireSoundClaims(claims: JWTPayload): void {
  const { sub, iat = Infinity, gen = 0 } = claims;
  const isSound = {
    sub: typeof sub === 'string' && sub !== '',
    iat: iat <= Date.now() / 1000 + MOST_AHEAD_SECONDS,
    gen: Number.isSafeInteger(gen) && (gen as number) >= 0,
  };
  for (const [claim, isGood] of Object.entries(isSound)) {
    if (!isGood) throw new errors.JWTClaimValidationFailed('not sound', claims, claim);
  }
}

const rememberedOf = (claims: JWTPayload, kid: string | undefined, about: Issuer): Remembered => {
  requireSoundClaims(claims);
  if (about.isForeign) {
    requireAccessToken(claims, about.audience);
    requireVerifiedEmail(claims);
  }
  return {
    actor: actorOf(claims, about),
    generation: Number(claims['gen'] ?? 0),
    signedBy: kid ?? '',
    expires: Math.min((claims.exp ?? 0) * 1000, Date.now() + REMEMBERED_MS),
  };
};

/** The faults of a token. Any other failure, a key set that cannot be fetched among them, is no fault of the caller. */
const tokenFaults = [
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

function problemOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) {
    return unauthenticated('The access token has expired.', 'invalid_token', 'token_expired');
  }
  if (tokenFaults.some((fault) => error instanceof fault)) {
    return unauthenticated('The access token is not valid for this instance.');
  }
  return new ApiError(
    'identity_unavailable',
    'The key set of the identity provider cannot be fetched.',
    {},
    { 'retry-after': String(RETRY_SECONDS) },
  );
}

const tokenIn = (authorization: string): string | undefined => {
  const token = /^Bearer +([\w~+/.-]+=*)$/i.exec(authorization)?.[1];
  return token && token.length <= LONGEST_TOKEN ? token : undefined;
};

export function tokenVerifier(about: Issuer): Authenticate {
  const { issuer, audience, jwksUrl, isRevoked, isForeign } = about;
  const hints = hintsOf(about);
  const keys = remoteKeySet(jwksUrl, about.keySet);
  const remembered = new LRUCache<string, Remembered>({ max: MOST_REMEMBERED });

  const isCurrent = ({ actor, generation, signedBy }: Remembered): boolean =>
    !isRevoked({ id: actor.id, generation, keyId: actor.keyId, signedBy });
  const requireCurrent = (known: Remembered): Actor => {
    if (isCurrent(known)) return known.actor;
    throw unauthenticated(
      'The access token was revoked because its user, roles or API key changed. Obtain a new one.',
    );
  };

  const keyOf = (token: string): string => hash('sha256', token, 'base64');
  const recall = (key: string): Remembered | undefined => {
    const known = remembered.get(key);
    return known && known.expires > Date.now() ? known : undefined;
  };

  const authenticate = async (authorization: string | undefined): Promise<Actor> => {
    if (authorization === undefined) throw missing(hints.missing);
    const token = tokenIn(authorization);
    if (!token) {
      const isEmpty = authorization.trim().toLowerCase() === 'bearer';
      throw unauthenticated(isEmpty ? hints.empty : hints.form, 'invalid_request');
    }
    if (isApiKey(token)) throw unauthenticated(hints.apiKey);
    const key = keyOf(token);
    const known = recall(key);
    if (known) return requireCurrent(known);
    let verified: Remembered;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub'],
        ...(!isForeign && { audience, typ: 'at+jwt' }),
      });
      verified = rememberedOf(payload, protectedHeader.kid, about);
    } catch (error) {
      remembered.delete(key);
      throw problemOf(error);
    }
    remembered.set(key, verified);
    return requireCurrent(verified);
  };

  return Object.assign(authenticate, {
    remembered: (authorization: string | undefined) => {
      const token = authorization && tokenIn(authorization);
      const known = token ? recall(keyOf(token)) : undefined;
      return known && isCurrent(known) ? known.actor : undefined;
    },
  });
}
