// Bearer tokens: verified against the issuer's published keys, then remembered by hash until they expire.
import { hash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors.ts';
import type { Actor } from './call.ts';

export interface Issuer {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Domain of the addresses of clients that have no e-mail claim. */
  domain: string;
}

export interface Authenticate {
  (authorization: string | undefined): Promise<Actor>;
  /** Who it is, if the token was verified before and still holds. Costs a hash, no verification. */
  remembered: (authorization: string | undefined) => Actor | undefined;
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** A verified token costs 90–260 µs again when it was forgotten; the bound keeps strangers from filling the memory. */
const MOST_REMEMBERED = 20_000;
const LONGEST_TOKEN = 8192;

const unauthenticated = (
  detail: string,
  error = 'invalid_token',
  code: 'unauthenticated' | 'token_expired' = 'unauthenticated',
) =>
  new Problem(
    code,
    detail,
    {},
    {
      'www-authenticate': `Bearer realm="signalbox", error="${error}", error_description="${detail}"`,
    },
  );

const missing = () =>
  new Problem(
    'unauthenticated',
    'Send the header Authorization: Bearer <access token>.',
    {},
    { 'www-authenticate': 'Bearer realm="signalbox"' },
  );

function actorOf(claims: JWTPayload, domain: string): Actor {
  const { sub = '', client_id, email, roles } = claims;
  const name = typeof client_id === 'string' ? client_id : sub;
  return {
    id: sub,
    email: typeof email === 'string' ? email : `${name}@clients.${domain}`,
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
  };
}

/** A token fault is the caller's; a key set that cannot be fetched is ours. */
function problemOf(error: unknown): Problem {
  if (error instanceof errors.JWTExpired) {
    return unauthenticated('The access token has expired.', 'invalid_token', 'token_expired');
  }
  if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
    return unauthenticated('The access token is not valid here.');
  }
  return new Problem(
    'identity_unavailable',
    'The keys of the identity provider cannot be fetched.',
    {},
    { 'retry-after': '5' },
  );
}

const tokenIn = (authorization: string): string | undefined => {
  const token = /^Bearer +([\w~+/.-]+=*)$/i.exec(authorization)?.[1];
  return token && token.length <= LONGEST_TOKEN ? token : undefined;
};

export function tokenVerifier({ issuer, audience, jwksUrl, domain }: Issuer): Authenticate {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 3000 });
  const remembered = new LRUCache<string, { actor: Actor; expires: number }>({
    max: MOST_REMEMBERED,
  });

  const keyOf = (token: string): string => hash('sha256', token, 'base64');
  const recall = (key: string): Actor | undefined => {
    const known = remembered.get(key);
    return known && known.expires > Date.now() ? known.actor : undefined;
  };

  const authenticate = async (authorization: string | undefined): Promise<Actor> => {
    if (authorization === undefined) throw missing();
    const token = tokenIn(authorization);
    if (!token) {
      throw unauthenticated(
        'The Authorization header is not of the form Bearer <access token>.',
        'invalid_request',
      );
    }
    const key = keyOf(token);
    const known = recall(key);
    if (known) return known;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        typ: 'at+jwt',
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      const actor = actorOf(payload, domain);
      remembered.set(key, { actor, expires: (payload.exp ?? 0) * 1000 });
      return actor;
    } catch (error) {
      remembered.delete(key);
      throw problemOf(error);
    }
  };

  return Object.assign(authenticate, {
    remembered: (authorization: string | undefined) => {
      const token = authorization && tokenIn(authorization);
      return token ? recall(keyOf(token)) : undefined;
    },
  });
}
