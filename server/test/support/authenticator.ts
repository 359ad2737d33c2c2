// A passkey in software: makes the responses that a browser would send, correct or wrong in one point.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
}

/** A response is correct unless one of these differs. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The device has not verified the person. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** The response names this credential. */
  id?: string;
  type?: string;
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;
  #userHandle = '';

  constructor(authUrl: string) {
    this.#origin = new URL(authUrl).origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(
    flags: number,
    { rpId = new URL(this.#origin).hostname, counter = this.#counter, isUnverified }: Deviation,
    attested: Uint8Array = Buffer.alloc(0),
  ): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | (isUnverified ? 0 : VERIFIED));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, attested]);
  }

  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return isoCBOR.encode(key);
  }

  create(options: PasskeyOptions, deviation: Deviation = {}): string {
    this.#userHandle = options.user?.id ?? '';
    const { challenge = options.challenge } = deviation;
    const clientData = this.#clientData(deviation.type ?? 'webauthn.create', challenge, deviation);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Uint8Array.from(this.#authenticatorData(ATTESTED, deviation, attested));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    });
  }

  get({ challenge: given }: PasskeyOptions, deviation: Deviation = {}): string {
    this.#counter += 1;
    const { challenge = given, id = this.id, userHandle = this.#userHandle } = deviation;
    const clientData = this.#clientData(deviation.type ?? 'webauthn.get', challenge, deviation);
    const data = this.#authenticatorData(0, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#privateKey);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    });
  }
}

/** Reads the options that the page has for the browser. */
export function passkeyOptionsIn(text: string): PasskeyOptions {
  const [, escaped = '{}'] = /data-options="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(
    escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  );
}
