// Runs identity providers of organisations in a process of their own, each below a path of one https address, with the
// claims that a product sends. People sign in there by the login hint.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';

type Claims = Record<string, unknown>;

/** The names of claims that any of the products sends. */
const CLAIM_NAMES = [
  'sub',
  'name',
  'email',
  'email_verified',
  'preferred_username',
  'oid',
  'tid',
  'hd',
  'roles',
  'groups',
  'realm_access',
  'acr',
  'amr',
];

export interface Order {
  path: string;
  client?: ClientMetadata;
  people?: Record<string, Claims>;
  /** Claims come from the userinfo endpoint only. */
  isThin?: boolean;
}

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const providers = new Map<string, Provider>();
const people = new Map<string, Record<string, Claims>>();
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const keys = [{ ...(await exportJWK(privateKey)), kid: 'theirs', alg: 'RS256', use: 'sig' }];

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile) },
  (request, response) => {
    const [, path = ''] = (request.url ?? '').split('/');
    const provider = providers.get(path);
    if (!provider) {
      response.writeHead(404).end();
      return;
    }
    // The library finds its mount path by the difference.
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.slice(path.length + 1) ?? '/';
    const handle = request.url.startsWith('/sign-in/')
      ? signIn(provider, people.get(path), request, response)
      : provider.callback()(request, response);
    handle.catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    });
  },
);

/** The library takes these claims from the sign-in, not from the account. */
const methodClaims = ({ acr, amr }: Claims = {}): { acr?: string; amr?: string[] } =>
  ({ ...(acr !== undefined && { acr }), ...(amr !== undefined && { amr }) }) as object;

async function signIn(
  provider: Provider,
  accounts: Record<string, Claims> | undefined,
  request: IncomingMessage,
  response: Parameters<Provider['interactionDetails']>[1],
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const login = String(params['login_hint']);
  const result =
    login === 'denied'
      ? { error: 'access_denied' }
      : { login: { accountId: login, ...methodClaims(accounts?.[login]) } };
  await provider.interactionFinished(request, response, result);
}

function build({ path, client, isThin = false }: Order): Provider {
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}/${path}`;
  return new Provider(issuer, {
    clients: client ? [client] : [],
    jwks: { keys },
    claims: { openid: CLAIM_NAMES },
    conformIdTokenClaims: isThin,
    pkce: { required: () => true },
    cookies: {
      keys: ['theirs'],
      names: {
        session: `${path}_session`,
        interaction: `${path}_interaction`,
        resume: `${path}_resume`,
      },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/${path}/sign-in/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(path)?.[id] }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}

process.on('message', (order: Order) => {
  if (order.people) people.set(order.path, order.people);
  if (order.client) providers.set(order.path, build(order));
  process.send?.({ done: true });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
