// A forger can give tokens any header, claims, key or bytes.
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import { type Claims, type Json, type Instance } from '../../support/harness.ts';

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

const signers: Record<string, (input: string, key: KeyObject) => string> = {
  RS256: (input, key) => signBytes('sha256', Buffer.from(input), key).toString('base64url'),
  ES256: (input, key) =>
    signBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    ),
  EdDSA: (input, key) => signBytes(null, Buffer.from(input), key).toString('base64url'),
};

const strangers = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
};

export interface Forger {
  /** The instance accepts this token, with the role super_admin. */
  good: string;
  header: Json;
  claims: Json;
  /** Signs with a key of the forger. */
  forge: (header?: Json, claims?: Claims, alg?: keyof typeof strangers) => string;
  /** Puts the given text in place of the signature. */
  forgeUnsigned: (header: Json, signature?: string, claims?: unknown) => string;
  /** Signs with the text as a shared secret. */
  hmac: (alg: string, secret: string | Buffer) => string;
  publicKey: { pem: string; der: Buffer; jwk: Json };
  strangerJwk: Json;
}

export async function startForging({ mint, deps }: Instance): Promise<Forger> {
  const good = await mint({ sub: 'forged', roles: ['super_admin'], email: 'forged@example.com' });
  const [header, claims] = good
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const response = await fetch(`${deps.config.AUTH_URL}/jwks`);
  const [jwk] = ((await response.json()) as { keys: Json[] }).keys;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const inputOf = (head: unknown, body: unknown) => `${encode(head)}.${encode(body)}`;
  return {
    good,
    header,
    claims,
    forge: (more = {}, other = {}, alg = 'ES256') => {
      const input = inputOf({ ...header, alg, ...more }, { ...claims, ...other });
      return `${input}.${signers[alg]?.(input, strangers[alg].privateKey)}`;
    },
    forgeUnsigned: (more, signature = '', body = claims) =>
      `${inputOf({ ...header, ...more }, body)}.${signature}`,
    hmac: (alg, secret) => {
      const input = inputOf({ ...header, alg }, claims);
      const digest = `sha${alg.slice(2)}`;
      return `${input}.${createHmac(digest, secret).update(input).digest('base64url')}`;
    },
    publicKey: {
      pem: key.export({ type: 'spki', format: 'pem' }).toString(),
      der: key.export({ type: 'spki', format: 'der' }),
      jwk,
    },
    strangerJwk: strangers.ES256.publicKey.export({ format: 'jwk' }),
  };
}
