// Bearer tokens are verified against the issuer's published keys, then cached by hash until they expire.
import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { ApiError } from '../../errors.ts';
import type { Actor } from '../../context.ts';
import { boundedCache } from '../../limits/bounded-cache.ts';
import { countTokenLookup } from '../../runtime/metrics.ts';
import { type KeySetOptions, remoteKeySet, RETRY_SECONDS } from './key-set.ts';

export interface Issuer {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Clients without an e-mail claim get an address in this domain. */
  domain: string;
  isRevoked: IsRevoked;
  /** Must be awaited before `isRevoked` if it returns a promise: the process was idle and reads the revocations again. */
  awaitRevocations?: () => Promise<void> | undefined;
  /** Reads the roles of a token and maps them to ours. */
  rolesOf: (claims: JWTPayload) => string[];
  /** Reads the e-mail address of a token; undefined if it has none. */
  emailOf: (claims: JWTPayload) => string | undefined;
  /** The tokens of an external provider need not be of type at+jwt and may name only their client as audience. */
  isForeign: boolean;
  keySet?: KeySetOptions;
}

/** Returns whether a verified token was revoked since; see identity/revocations. */
export type IsRevoked = (token: {
  id: string;
  generation: number;
  keyId: string | undefined;
  sessionId: string | undefined;
  /** This client obtained the token for a person, in the generation that it had then. */
  client: { id: string; generation: number } | undefined;
  /** Names the key that signed the token. */
  signedBy: string;
}) => boolean;

export interface Authenticate {
  (authorization: string | undefined): Promise<Actor>;
  /**
   * Returns the actor if the token was verified before and is known to be still valid. Costs a hash, no verification.
   */
  findCached: (authorization: string | undefined) => Actor | undefined;
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Verifying an evicted token again costs 90–260 µs; the bound keeps callers from filling the memory. */
const MAX_CACHED_TOKENS = 20_000;
const MAX_TOKEN_LENGTH = 8192;
/** Tokens are cached as long as the key set, so that those signed by a removed key are verified again. */
const CACHED_MS = 600_000;
const MAX_CLOCK_SKEW_SECONDS = 60;

const tokenError = (
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

/** API keys are recognised by their prefix. They are not accepted as bearer tokens, which must be short-lived. */
const isApiKey = (token: string): boolean => token.startsWith('sbk_');

/** Returns the details of 401 responses, which say how to send a token and where to obtain it. */
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

/** Tokens for the API have this scope. Our provider also issues tokens for a login alone, which must not read records. */
const API_SCOPE = 'api';

const insufficientScope = () => {
  const detail = `The access token lacks the scope ${API_SCOPE}. Add ${API_SCOPE} to the scope of the authorization request.`;
  const challenge = `Bearer realm="signalbox", error="insufficient_scope", error_description="${detail}", scope="${API_SCOPE}"`;
  return new ApiError('unauthenticated', detail, {}, { 'www-authenticate': challenge });
};

function requireApiScope({ scope }: JWTPayload): void {
  if (typeof scope !== 'string' || !scope.split(' ').includes(API_SCOPE)) throw insufficientScope();
}

const missingToken = (detail: string) =>
  new ApiError('unauthenticated', detail, {}, { 'www-authenticate': 'Bearer realm="signalbox"' });

/**
 * Returns the client if the token was issued to the client itself; undefined for the token of a person. Providers mark it
 * by the subject, by `idtyp` (Entra), by `gty` (Auth0), or by the name of the service account (Keycloak).
 */
function ownClientOf(claims: JWTPayload): string | undefined {
  const { sub, client_id, azp, idtyp, gty, preferred_username } = claims;
  const client = [client_id, azp].find((one) => typeof one === 'string' && one !== '');
  if (typeof client !== 'string') return undefined;
  const isOwn =
    [client_id, azp].includes(sub) ||
    idtyp === 'app' ||
    gty === 'client-credentials' ||
    preferred_username === `service-account-${client.toLowerCase()}`;
  return isOwn ? client : undefined;
}

/** Records belong to addresses, so two people must never have the same one. Our own provider gives each person one. */
function addressOf(claims: JWTPayload, { domain, emailOf, isForeign }: Issuer): string {
  const email = emailOf(claims);
  if (email !== undefined) return email;
  const { sub = '', client_id } = claims;
  const client = isForeign ? ownClientOf(claims) : typeof client_id === 'string' ? client_id : sub;
  if (client !== undefined) return `${client}@clients.${domain}`;
  throw tokenError(
    'The access token of a person has no e-mail address. Let the identity provider add the claim, or name another one in OIDC_EMAIL_CLAIM.',
  );
}

function actorOf(claims: JWTPayload, about: Issuer): Actor {
  const { sub = '', key_id, session_id, auth_time, client_id, azp, former_emails } = claims;
  const clientId = [client_id, azp].find((one) => typeof one === 'string' && one !== '');
  return {
    id: sub,
    email: addressOf(claims, about),
    ...(!about.isForeign && Array.isArray(former_emails) && { formerEmails: former_emails }),
    roles: about.rolesOf(claims),
    ...(typeof key_id === 'string' && { keyId: key_id }),
    ...(typeof session_id === 'string' && { sessionId: session_id }),
    ...(typeof clientId === 'string' && { clientId }),
    ...(ownClientOf(claims) !== undefined && { isClient: true as const }),
    isInteractive: typeof auth_time === 'number' && key_id === undefined,
  };
}

/**
 * Providers differ in how they mark an access token: some name only the client as audience (Cognito), few set the
 * type. Id tokens are refused, and the audience must be ours in one of the two claims.
 */
function requireAccessToken(claims: JWTPayload, audience: string): void {
  const { aud, client_id, token_use, typ, nonce, at_hash } = claims;
  const isForUs = aud === undefined ? client_id === audience : [aud].flat().includes(audience);
  const isIdToken =
    token_use === 'id' || typ === 'ID' || nonce !== undefined || at_hash !== undefined;
  if (!isForUs || isIdToken) throw new errors.JWTClaimValidationFailed('not for us', claims, 'aud');
}

/** Records belong to e-mail addresses, so an unverified one would give access to another user's records. Some providers send text. */
function requireVerifiedEmail({ email_verified }: JWTPayload): void {
  if (email_verified === undefined || [true, 'true'].includes(email_verified as never)) return;
  throw tokenError('The identity provider has not verified the e-mail address of this token.');
}

interface CachedToken {
  actor: Actor;
  generation: number;
  client: { id: string; generation: number } | undefined;
  signedBy: string;
  expires: number;
}

const isGeneration = (claim: unknown): boolean =>
  Number.isSafeInteger(claim) && (claim as number) >= 0;

/** The library does not check the types of these claims, and later comparisons rely on them. */
function requireSoundClaims(claims: JWTPayload): void {
  const { sub, iat = Infinity, gen = 0, client_gen = 0 } = claims;
  const isSound = {
    sub: typeof sub === 'string' && sub !== '',
    iat: iat <= Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS,
    gen: isGeneration(gen),
    client_gen: isGeneration(client_gen),
  };
  for (const [claim, isGood] of Object.entries(isSound)) {
    if (!isGood) throw new errors.JWTClaimValidationFailed('not sound', claims, claim);
  }
}

/** Returns undefined for a client's own token, whose subject is the client. */
const clientOf = ({ sub, client_id, client_gen = 0 }: JWTPayload): CachedToken['client'] =>
  typeof client_id === 'string' && client_id !== sub
    ? { id: client_id, generation: Number(client_gen) }
    : undefined;

const cacheEntryOf = (claims: JWTPayload, kid: string | undefined, about: Issuer): CachedToken => {
  requireSoundClaims(claims);
  if (about.isForeign) {
    requireAccessToken(claims, about.audience);
    requireVerifiedEmail(claims);
  } else requireApiScope(claims);
  return {
    actor: actorOf(claims, about),
    generation: Number(claims['gen'] ?? 0),
    client: clientOf(claims),
    signedBy: kid ?? '',
    expires: Math.min((claims.exp ?? 0) * 1000, Date.now() + CACHED_MS),
  };
};

/** The token causes these errors. Other failures, such as a key set that cannot be fetched, are not the caller's. */
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

function toAuthError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) {
    return tokenError('The access token has expired.', 'invalid_token', 'token_expired');
  }
  if (tokenFaults.some((fault) => error instanceof fault)) {
    return tokenError('The access token is not valid for this instance.');
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
  return token && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
};

export function tokenVerifier(about: Issuer): Authenticate {
  const { issuer, audience, jwksUrl, isRevoked, isForeign, awaitRevocations } = about;
  const hints = hintsOf(about);
  const keys = remoteKeySet(jwksUrl, about.keySet);
  const cachedTokens = boundedCache<CachedToken>(MAX_CACHED_TOKENS);

  const isCurrent = ({ actor, generation, client, signedBy }: CachedToken): boolean =>
    !isRevoked({
      id: actor.id,
      generation,
      client,
      keyId: actor.keyId,
      sessionId: actor.sessionId,
      signedBy,
    });
  const requireCurrent = (known: CachedToken): Actor => {
    if (isCurrent(known)) return known.actor;
    throw tokenError(
      'The access token was revoked because its user, client, roles, API key or session changed. Obtain a new one.',
    );
  };

  const keyOf = (token: string): string => hash('sha256', token, 'base64');
  const findByKey = (key: string): CachedToken | undefined => {
    const known = cachedTokens.get(key);
    return known && known.expires > Date.now() ? known : undefined;
  };

  const authenticate = async (authorization: string | undefined): Promise<Actor> => {
    if (authorization === undefined) throw missingToken(hints.missing);
    const token = tokenIn(authorization);
    if (!token) {
      const isEmpty = authorization.trim().toLowerCase() === 'bearer';
      throw tokenError(isEmpty ? hints.empty : hints.form, 'invalid_request');
    }
    if (isApiKey(token)) throw tokenError(hints.apiKey);
    const reading = awaitRevocations?.();
    if (reading) await reading;
    const key = keyOf(token);
    const known = findByKey(key);
    countTokenLookup(known !== undefined);
    if (known) return requireCurrent(known);
    let verified: CachedToken;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub'],
        ...(!isForeign && { audience, typ: 'at+jwt' }),
      });
      verified = cacheEntryOf(payload, protectedHeader.kid, about);
    } catch (error) {
      cachedTokens.delete(key);
      throw toAuthError(error);
    }
    cachedTokens.set(key, verified);
    return requireCurrent(verified);
  };

  return Object.assign(authenticate, {
    findCached: (authorization: string | undefined) => {
      const token = authorization && tokenIn(authorization);
      if (!token || awaitRevocations?.()) return undefined;
      const known = findByKey(keyOf(token));
      return known && isCurrent(known) ? known.actor : undefined;
    },
  });
}
