// While ENCRYPTION_KEY changes, a process has two keys: both open and verify, and the one that the database is sealed
// under seals and signs, so that a process which does not have the new key yet can read what others write.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from './keys.ts';
import { isSealedUnder, type SecretKey, secretKeyOf } from './sealing.ts';

/** All of these are derived from one ENCRYPTION_KEY. */
interface RingKey extends SecretKey {
  cursor: KeyObject;
  /** Hashes the bodies of requests; see http/routes/idempotency.ts. */
  idempotency: KeyObject;
  signIns: KeyObject;
  /** See http/request/rule-chain.ts. */
  ruleChain: KeyObject;
  cookies: string;
}

// Keys are stored as objects, because Node would prepare bytes again for every MAC, which takes six times as long.
const ringKeyOf = (encryptionKey: Buffer): RingKey => ({
  ...secretKeyOf(encryptionKey),
  cursor: createSecretKey(deriveKey(encryptionKey, 'cursor')),
  idempotency: createSecretKey(deriveKey(encryptionKey, 'idempotency')),
  signIns: createSecretKey(deriveKey(encryptionKey, 'sign-in-events')),
  ruleChain: createSecretKey(deriveKey(encryptionKey, 'rule-chain')),
  cookies: deriveKey(encryptionKey, 'cookies').toString('base64url'),
});

const isSame = (one: SecretKey, other: SecretKey): boolean => one.id.equals(other.id);

export class KeyRing {
  /** The first seals and signs. */
  #keys: [RingKey, ...RingKey[]];
  /** The array is changed in place, because the identity provider holds a reference to it. */
  readonly cookies: string[] = [];

  constructor(encryptionKey: Buffer, ...others: Buffer[]) {
    this.#keys = [ringKeyOf(encryptionKey), ...others.map(ringKeyOf)];
    this.#listCookies();
  }

  get current(): RingKey {
    return this.#keys[0];
  }

  get all(): readonly RingKey[] {
    return this.#keys;
  }

  /** Seals and signs from now on with the key of these bytes. Returns false if the ring does not have it. */
  follow(sealed: Buffer): boolean {
    const next = this.#keys.find((key) => isSealedUnder(key, sealed));
    if (!next) return false;
    this.#keys = [next, ...this.#keys.filter((key) => key !== next)];
    this.#listCookies();
    return true;
  }

  /** Keeps the current key in any case: without it the process could read nothing. Returns whether it was named. */
  replace(encryptionKeys: readonly Buffer[]): boolean {
    const [current] = this.#keys;
    const named = encryptionKeys.map(ringKeyOf);
    this.#keys = [current, ...named.filter((key) => !isSame(key, current))];
    this.#listCookies();
    return named.some((key) => isSame(key, current));
  }

  #listCookies(): void {
    this.cookies.splice(0, Infinity, ...this.#keys.map(({ cookies }) => cookies));
  }
}
