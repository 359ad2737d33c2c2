// Until the identity provider stands: an issuer whose one key is derived from ENCRYPTION_KEY.
// It publishes real keys and signs real tokens, so the API verifies them as it will verify any other's.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import type { Config } from '../platform/config.ts';
import { deriveKey } from '../platform/keys.ts';
import type { Role } from './roles.ts';

const KEY_ID = 'development';
/** Ed25519 private keys in PKCS #8 are this header and the 32 bytes. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface TokenRequest {
  email: string;
  roles: readonly Role[];
  lifetimeSeconds: number;
}

interface DevelopmentIssuer {
  token: (request: TokenRequest) => Promise<string>;
  listen: () => Promise<Server>;
}

export function developmentIssuer(config: Config): DevelopmentIssuer {
  const seed = deriveKey(config.ENCRYPTION_KEY, 'development-token');
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const issuer = config.AUTH_URL;

  const token = ({ email, roles, lifetimeSeconds }: TokenRequest) =>
    new SignJWT({ client_id: 'development', email, roles: [...roles] })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: KEY_ID })
      .setIssuer(issuer)
      .setAudience(config.AUTH_AUDIENCE)
      .setSubject(email)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
      .sign(key);

  const documents = async (): Promise<Record<string, object>> => ({
    '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/jwks` },
    '/jwks': {
      keys: [{ ...(await exportJWK(createPublicKey(key))), kid: KEY_ID, alg: 'EdDSA', use: 'sig' }],
    },
  });

  const listen = async () => {
    const served = await documents();
    const server = createServer((request, response) => {
      const document = served[request.url ?? ''];
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document ?? { error: 'not_found' }));
    });
    return new Promise<Server>((resolve, reject) => {
      server.once('error', reject).listen(config.AUTH_PORT, config.BIND, () => resolve(server));
    });
  };

  return { token, listen };
}
