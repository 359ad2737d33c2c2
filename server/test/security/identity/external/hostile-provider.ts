// A scripted OpenID Connect provider behaves correctly, except for what a case changes. Each case has an issuer of its
// own at one https server, so that nothing is cached from another.
import { hash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Json } from '../../../support/harness.ts';
import { type Receiver, respondWith, startReceiver } from '../../../support/receivers.ts';

export interface Script {
  /** Replaces members of the discovery document. */
  metadata?: (issuer: string) => Json;
  /** Replaces the whole response of an endpoint. */
  respond?: Partial<Record<'discovery' | 'keys' | 'token' | 'userinfo', Receiver['respond']>>;
  /** Replaces claims of the id token; undefined removes one. */
  claims?: Json;
  /** Returns the id token for these claims, instead of one that is signed correctly. */
  idToken?: (claims: Json, keys: Keys) => string | Promise<string>;
  userinfo?: Json;
  /** The provider accepts a code without its verifier. */
  ignoresVerifier?: boolean;
}

interface Keys {
  privateKey: CryptoKey;
  /** Another key, which the key set does not have. */
  foreignKey: CryptoKey;
  jwk: Json;
  foreignJwk: Json;
}

interface Grant {
  nonce: string | null;
  challenge: string | null;
  claims: Json;
}

const ALG = 'ES256';
export const KEY_ID = 'theirs';

export const now = (): number => Math.floor(Date.now() / 1000);

export class HostileProvider {
  readonly #receiver: Receiver;
  readonly keys: Keys;
  readonly #scripts = new Map<string, Script>();
  readonly #grants = new Map<string, Grant>();
  /** Paths of all requests by the instance. */
  readonly requested: string[] = [];

  private constructor(receiver: Receiver, keys: Keys) {
    this.#receiver = receiver;
    this.keys = keys;
    receiver.respond = (received, response) => void this.#respond(received, response);
  }

  static async start(): Promise<HostileProvider> {
    const pair = () => generateKeyPair(ALG, { extractable: true });
    const [own, foreign] = [await pair(), await pair()];
    const jwkOf = async (key: CryptoKey) => ({
      ...(await exportJWK(key)),
      kid: KEY_ID,
      alg: ALG,
      use: 'sig',
    });
    return new HostileProvider(await startReceiver(), {
      privateKey: own.privateKey,
      foreignKey: foreign.privateKey,
      jwk: await jwkOf(own.publicKey),
      foreignJwk: await jwkOf(foreign.publicKey),
    });
  }

  stop(): Promise<void> {
    return this.#receiver.close();
  }

  get origin(): string {
    return new URL(this.#receiver.url).origin;
  }

  /** Returns a new issuer that follows the script. */
  issuer(script: Script = {}): string {
    const path = randomUUID();
    this.#scripts.set(path, script);
    return `${this.origin}/${path}`;
  }

  change(issuer: string, script: Script): void {
    this.#scripts.set(new URL(issuer).pathname.slice(1), script);
  }

  /** Issues a code for an authorization request, as if the person had signed in. */
  grant(authorization: URL, claims: Json): string {
    const code = randomUUID();
    const { searchParams } = authorization;
    this.#grants.set(code, {
      nonce: searchParams.get('nonce'),
      challenge: searchParams.get('code_challenge'),
      claims,
    });
    return code;
  }

  sign(claims: Json, header: Json = {}, key = this.keys.privateKey): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: ALG, kid: KEY_ID, ...header }).sign(key);
  }

  async #respond(...[received, response]: Parameters<Receiver['respond']>): Promise<void> {
    this.requested.push(received.path);
    const [, path = '', ...rest] = received.path.split('?', 1)[0]?.split('/') ?? [];
    const script = this.#scripts.get(path);
    const issuer = `${this.origin}/${path}`;
    const endpoint = rest.join('/') === '.well-known/openid-configuration' ? 'discovery' : rest[0];
    const scripted = script?.respond?.[endpoint as 'keys'];
    if (!script || scripted) {
      (scripted ?? respondWith(404))(received, response);
      return;
    }
    const json = (status: number, body: Json) =>
      respondWith(status, JSON.stringify(body), { 'content-type': 'application/json' })(
        received,
        response,
      );
    if (endpoint === 'discovery') json(200, this.#metadata(issuer, script));
    else if (endpoint === 'keys') json(200, { keys: [this.keys.jwk] });
    else if (endpoint === 'userinfo') json(200, script.userinfo);
    else
      json(...(await this.#token(issuer, script, new URLSearchParams(received.body.toString()))));
  }

  #metadata(issuer: string, { metadata, userinfo }: Script): Json {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALG],
      authorization_response_iss_parameter_supported: true,
      ...metadata?.(issuer),
    };
  }

  async #token(issuer: string, script: Script, form: URLSearchParams): Promise<[number, Json]> {
    const grant = this.#grants.get(form.get('code') ?? '');
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url');
    if (!grant || (grant.challenge !== challenge && !script.ignoresVerifier))
      return [400, { error: 'invalid_grant' }];
    const claims = {
      iss: issuer,
      aud: 'signalbox',
      sub: 'attacker',
      nonce: grant.nonce,
      iat: now(),
      exp: now() + 300,
      ...grant.claims,
      ...script.claims,
    };
    const id_token = await (script.idToken ?? ((given: Json) => this.sign(given)))(
      JSON.parse(JSON.stringify(claims)),
      this.keys,
    );
    return [200, { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token }];
  }
}
