// Each attack names the page that must refuse it, so that none fails for another reason.
import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Json } from '../../../support/harness.ts';
import { respondWith } from '../../../support/receivers.ts';
import { KEY_ID, now, type Script } from './hostile-provider.ts';
import { OWN, SIGNED_IN, VICTIM, type World } from './world.ts';

export interface Attack {
  /** The page that refuses it contains this. */
  refused: RegExp;
  run: (world: World) => Promise<string>;
  /** It takes seconds, so it runs only in the long form. */
  isSlow?: boolean;
}

const NOT_VERIFIED = /is not verified/;
const WRONG_DOMAIN = /is not allowed here/;
const NO_ADDRESS = /has no e-mail address/;
const OTHER_IDENTITY = /belongs to another account/;
const EXPIRED = /This sign-in has expired/;
const UNREACHABLE = /does not respond/;

/** The details on the page name the cause. */
const invalid = (cause: string): RegExp => new RegExp(`could not be confirmed.*${cause}`, 's');

const withClaims = (refused: RegExp, claims: Json, fields: Json = {}): Attack => ({
  refused,
  run: (world) => world.tryWith({}, { ...VICTIM, ...claims }, fields),
});

const linking: Record<string, Attack> = {
  'an address that is not verified': withClaims(NOT_VERIFIED, { email_verified: false }),
  'an address without a word about it': withClaims(NOT_VERIFIED, { email_verified: undefined }),
  'an address that is verified by a text': withClaims(NOT_VERIFIED, { email_verified: 'true' }),
  'an address outside the domains': withClaims(WRONG_DOMAIN, {}, { domains: ['example.org'] }),
  'an address of a longer domain': withClaims(WRONG_DOMAIN, {
    email: 'victim@example.com.evil.test',
  }),
  'an address with two domains': withClaims(NO_ADDRESS, { email: 'victim@evil.test@example.com' }),
  'an address that is the same in lower case': withClaims(
    NO_ADDRESS,
    { email: '\u212Aate@example.com' },
    { trusts_addresses: true },
  ),
  'a sign-in name instead of an address': withClaims(NO_ADDRESS, {
    email: undefined,
    preferred_username: 'victim@example.com',
  }),
  'a list of addresses': withClaims(NO_ADDRESS, {
    email: ['victim@example.com', 'attacker@example.com'],
  }),
  'a former address of somebody': withClaims(/belongs to somebody else/, {
    email: 'former@example.com',
  }),
  'the address of a deactivated user': withClaims(/account is deactivated/, {
    email: 'Gone@example.com',
  }),
  'the address of a client': withClaims(
    /belongs to somebody else/,
    { email: 'grafana@clients.desk.example.com' },
    { domains: ['clients.desk.example.com'] },
  ),
  'another subject with the same address': {
    refused: OTHER_IDENTITY,
    run: async (world) => {
      const registered = await world.register();
      await world.attempt(registered, { ...VICTIM, sub: 'the victim' });
      return world.attempt(registered, VICTIM);
    },
  },
  'another subject with the same address in another case': {
    refused: OTHER_IDENTITY,
    run: async (world) => {
      const registered = await world.register();
      await world.attempt(registered, { ...VICTIM, sub: 'the victim' });
      return world.attempt(registered, { ...VICTIM, email: 'VICTIM@Example.COM' });
    },
  },
  'the same subject at another issuer': {
    refused: NOT_VERIFIED,
    run: async (world) => {
      await world.tryWith({}, { ...VICTIM, sub: 'shared' });
      return world.tryWith({}, { ...VICTIM, sub: 'shared', email_verified: false });
    },
  },
  'an unknown address without permission to create users': withClaims(
    /no account here yet/,
    { email: 'nobody@example.com' },
    { create_users: false },
  ),
};

const states: Record<string, Attack> = {
  'a replayed state': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const back = () => {
        const code = world.provider.grant(authorization, OWN);
        return world.back(registered, authorization, code);
      };
      // The first response is used, and the interaction of the person goes on.
      const { browser } = signIn;
      const first = await browser.visit(back().href);
      const location = first.headers.get('location') ?? '';
      await browser.visit(new URL(location, registered.redirect_uri).href);
      return world.end(signIn, back());
    },
  },
  'a state of another browser': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      const { signIn: victim } = await world.begin(registered);
      return world.end(victim, world.back(registered, authorization, code));
    },
  },
  "a state of somebody else's sign-in in one's own": {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      const victim = world.signIn();
      const back = new URL(`${await victim.open()}/identity-provider`);
      back.search = world.back(registered, authorization, code).search;
      return world.end(victim, back);
    },
  },
  'a browser without a sign-in': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      return world.end(world.signIn(), world.back(registered, authorization, code));
    },
  },
  'a made-up state': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      return world.end(
        signIn,
        world.back(registered, authorization, code, { state: 'a'.repeat(43) }),
      );
    },
  },
  'no state': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const back = world.back(registered, authorization, world.provider.grant(authorization, OWN));
      back.searchParams.delete('state');
      return world.end(signIn, back);
    },
  },
  'a sign-in that another site begins': {
    refused: EXPIRED,
    run: async (world) => {
      const { id } = await world.register();
      const page = await world.signIn().open();
      const { browser } = world.signIn();
      return (await browser.visit(`${page}/identity-provider`, { provider: id })).text();
    },
  },
  'two uses of one response at the same time': {
    refused: EXPIRED,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      const first = await signIn.browser.visit(world.back(registered, authorization, code).href);
      const url = new URL(first.headers.get('location') ?? '', registered.redirect_uri).href;
      const both = await Promise.all([signIn.browser.visit(url), signIn.browser.visit(url)]);
      const refused = both.filter(({ status }) => status === 400);
      return refused.length === 1 ? ((await refused[0]?.text()) ?? '') : SIGNED_IN;
    },
  },
  'a provider that was turned off meanwhile': {
    refused: /no longer available/,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      await world.admin('PATCH', `/identity-providers/${registered.id}`, { active: false });
      return world.end(signIn, world.back(registered, authorization, code));
    },
  },
};

/** A provider that asks for no verifier leaves the nonce to find the injected code. */
const injection = (refused: RegExp, script: Script): Attack => ({
  refused,
  run: async (world) => {
    const registered = await world.register(script);
    const { authorization: stolen } = await world.begin(registered);
    const code = world.provider.grant(stolen, VICTIM);
    const { signIn, authorization } = await world.begin(registered);
    return world.end(signIn, world.back(registered, authorization, code));
  },
});

const mixUps: Record<string, Attack> = {
  'an injected code': injection(invalid('invalid_grant|response body'), {}),
  'an injected code at a provider without PKCE': injection(invalid('nonce'), {
    ignoresVerifier: true,
  }),
  'a response of an honest provider to the redirect URI of another': {
    refused: invalid('iss'),
    run: async (world) => {
      const [honest, evil] = [await world.register(), await world.register()];
      const { signIn, authorization } = await world.begin(evil);
      const code = world.provider.grant(authorization, VICTIM);
      const before = world.provider.requested.length;
      const page = await world.end(
        signIn,
        world.back({ ...evil, issuer: honest.issuer }, authorization, code),
      );
      return world.provider.requested.length === before ? page : SIGNED_IN;
    },
  },
  'a state of one provider at the redirect URI of another': {
    refused: EXPIRED,
    run: async (world) => {
      const [honest, evil] = [await world.register(), await world.register()];
      const { signIn, authorization } = await world.begin(evil);
      const code = world.provider.grant(authorization, VICTIM);
      const before = world.provider.requested.length;
      const page = await world.end(signIn, world.back(honest, authorization, code));
      return world.provider.requested.length === before ? page : SIGNED_IN;
    },
  },
  'no iss where it was promised': {
    refused: invalid('iss'),
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const back = world.back(registered, authorization, world.provider.grant(authorization, OWN));
      back.searchParams.delete('iss');
      return world.end(signIn, back);
    },
  },
  'two codes': {
    refused: invalid('code'),
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const back = world.back(registered, authorization, world.provider.grant(authorization, OWN));
      back.searchParams.append('code', world.provider.grant(authorization, VICTIM));
      return world.end(signIn, back);
    },
  },
};

const base64 = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const withToken = (
  cause: string,
  script: Pick<Script, 'claims' | 'idToken' | 'metadata'>,
): Attack => ({ refused: invalid(cause), run: (world) => world.tryWith(script, VICTIM) });

/** The discovery document offers the algorithm, as one of an attacker would. */
const unsafe = (alg: string) => ({
  metadata: () => ({ id_token_signing_alg_values_supported: [alg, 'ES256'] }),
});

const hs256 = (claims: Json, key: string): string => {
  const signed = `${base64({ alg: 'HS256', kid: KEY_ID })}.${base64(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

const foreignSigner =
  (header: (keys: Json) => Json = () => ({})): NonNullable<Script['idToken']> =>
  async (claims, keys) => {
    const { SignJWT } = await import('jose');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: KEY_ID, ...header(keys) })
      .sign(keys.foreignKey);
  };

const tokens: Record<string, Attack> = {
  'a nonce of an earlier sign-in': withToken('nonce', { claims: { nonce: 'earlier' } }),
  'no nonce': withToken('nonce', { claims: { nonce: undefined } }),
  'another audience': withToken('aud', { claims: { aud: 'another client' } }),
  'several audiences without azp': withToken('aud', { claims: { aud: ['signalbox', 'other'] } }),
  'azp of another client': withToken('another client', { claims: { azp: 'other' } }),
  'another issuer': withToken('iss', { claims: { iss: 'https://login.example.net' } }),
  'an expired id token': withToken('exp|timestamp', { claims: { exp: now() - 600 } }),
  'an id token without expiry': withToken('exp', { claims: { exp: undefined } }),
  'an id token of the future': withToken('future', { claims: { iat: now() + 3600 } }),
  'no subject': withToken('sub', { claims: { sub: undefined } }),
  'an id token without a signature': withToken('alg|none|JWS', {
    ...unsafe('none'),
    idToken: (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
  }),
  'an id token signed with the client secret': withToken('alg|HS256|JWS', {
    ...unsafe('HS256'),
    idToken: (claims) => hs256(claims, 'the secret of the client'),
  }),
  'an id token signed with the public key as a secret': withToken('alg|HS256|JWS', {
    ...unsafe('HS256'),
    idToken: (claims, { jwk }) => hs256(claims, JSON.stringify(jwk)),
  }),
  'an id token signed with the key of another provider': withToken('signature', {
    idToken: foreignSigner(),
  }),
  'an id token that brings its own key': withToken('signature', {
    idToken: foreignSigner(({ foreignJwk }) => ({ jwk: foreignJwk })),
  }),
  'an id token that says where its key is': withToken('signature', {
    idToken: foreignSigner(() => ({ jku: 'https://localhost:9/keys' })),
  }),
  'userinfo of another subject': {
    refused: invalid('sub'),
    run: (world) =>
      world.tryWith(
        { userinfo: { ...VICTIM, sub: 'the victim' } },
        { sub: 'attacker', email: undefined },
      ),
  },
};

const fresh = (refused: RegExp, claims: Json): Attack => ({
  refused,
  run: async (world) => {
    const registered = await world.register();
    const { signIn, authorization } = await world.begin(
      registered,
      world.signIn({ prompt: 'login' }),
    );
    const code = world.provider.grant(authorization, { ...OWN, ...claims });
    return world.end(signIn, world.back(registered, authorization, code));
  },
});

/** Sends the request with a Host header of the attacker, which fetch would not. */
async function beginWithHost(world: World): Promise<string> {
  const { id, redirect_uri } = await world.register();
  const signIn = world.signIn();
  const page = new URL(await signIn.open());
  const cookie = [...signIn.browser.cookies()]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request(
    {
      host: page.hostname,
      port: page.port,
      method: 'POST',
      path: `${page.pathname}/identity-provider`,
      headers: {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
      },
    },
    (response) => {
      response.resume();
      const { searchParams } = new URL(response.headers.location ?? 'https://none.test');
      const isOurs = searchParams.get('redirect_uri') === redirect_uri;
      resolve(isOurs ? 'the redirect URI is ours' : SIGNED_IN);
    },
  )
    .once('error', reject)
    .end(`provider=${id}`);
  return promise;
}

/** Rules that the API refuses are stored directly, as an earlier version might have stored them. */
const rolesAfter = async (world: World, rules: Json[], claims: Json): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  const registered = await world.register();
  await world.instance.sql('update identity_providers set role_rules = $2 where id = $1', [
    registered.id,
    JSON.stringify(rules),
  ]);
  await world.attempt(registered, { sub: email, email, email_verified: true, ...claims });
  const [row] = await world.instance.sql('select roles from users where email = $1', [email]);
  return `roles: ${row?.roles}`;
};

const giving = (claim: string, value: string, role = 'agent') => ({
  claim,
  value,
  roles: [role],
  groups: [],
});

const rights: Record<string, Attack> = {
  'an old sign-in where a new one is required': fresh(invalid('too much time'), {
    auth_time: now() - 3600,
  }),
  'no time of the sign-in where a new one is required': fresh(invalid('auth_time'), {}),
  'super_admin without permission': {
    refused: /^roles: agent,requester$/,
    run: (world) =>
      rolesAfter(world, [giving('groups', 'admins', 'super_admin'), giving('groups', 'admins')], {
        groups: ['admins'],
      }),
  },
  'rules for names of prototypes': {
    refused: /^roles: requester$/,
    run: (world) =>
      rolesAfter(
        world,
        [
          giving('constructor.name', 'Object'),
          giving('__proto__.role', 'admin'),
          giving('groups.constructor.name', 'Array'),
        ],
        { groups: ['x'] },
      ),
  },
  'claims with names of prototypes': {
    refused: /^roles: requester undefined$/,
    run: async (world) => {
      const claims = JSON.parse('{"__proto__": {"admin": "yes"}, "constructor": {"name": "x"}}');
      return `${await rolesAfter(world, [giving('admin', 'yes')], claims)} ${({} as Json).admin}`;
    },
  },
};

const withMetadata = (refused: RegExp, metadata: (issuer: string) => Json): Attack => ({
  refused,
  run: async (world) => {
    const registered = await world.register({ metadata });
    const response = await world.signIn().choose(registered.id);
    const location = response.headers.get('location');
    if (!location) return response.text();
    const { signIn, authorization } = await world.begin(registered);
    const code = world.provider.grant(authorization, OWN);
    return world.end(signIn, world.back(registered, authorization, code));
  },
});

const withResponse = (refused: RegExp, respond: Script['respond'], isSlow = false): Attack => ({
  refused,
  isSlow,
  run: async (world) => {
    const registered = await world.register({ ...(respond && { respond }) });
    const response = await world.signIn().choose(registered.id);
    if (!response.headers.get('location')) return response.text();
    return world.attempt(registered, OWN);
  },
});

const jsonHeaders = { 'content-type': 'application/json' };
const large = respondWith(200, JSON.stringify({ filler: 'x'.repeat(400_000) }), jsonHeaders);
const silent = () => {};

const network: Record<string, Attack> = {
  'a redirect in discovery to a metadata address': withResponse(UNREACHABLE, {
    discovery: respondWith(302, '', { location: 'https://169.254.169.254/latest/meta-data' }),
  }),
  'a redirect of the key set': withResponse(UNREACHABLE, {
    keys: respondWith(307, '', { location: 'https://10.0.0.1/keys' }),
  }),
  'a token endpoint at a metadata address': withMetadata(UNREACHABLE, () => ({
    token_endpoint: 'https://169.254.169.254/token',
  })),
  'a key set at an internal address': withMetadata(UNREACHABLE, () => ({
    jwks_uri: 'https://10.0.0.1/keys',
  })),
  'a token endpoint without TLS': withMetadata(invalid('HTTPS'), (issuer) => ({
    token_endpoint: issuer.replace('https:', 'http:'),
  })),
  'an authorization endpoint that is a script': withMetadata(
    invalid('authorization endpoint'),
    () => ({
      authorization_endpoint: 'javascript:alert(1)',
    }),
  ),
  'a discovery document of another issuer': withMetadata(invalid('issuer'), () => ({
    issuer: 'https://login.example.net',
  })),
  'a discovery document that is too large': withResponse(UNREACHABLE, { discovery: large }),
  'a key set that is too large': withResponse(UNREACHABLE, { keys: large }),
  'a discovery document that never comes': withResponse(UNREACHABLE, { discovery: silent }, true),
  'a key set that never comes': withResponse(UNREACHABLE, { keys: silent }, true),
  'a Host header of the attacker': { refused: /^the redirect URI is ours$/, run: beginWithHost },
  'a redirect to another site after the sign-in': {
    refused: /^https:\/\/desk\.example\.com\/console\/callback$/,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const code = world.provider.grant(authorization, OWN);
      const more = {
        redirect_uri: 'https://evil.test',
        return_to: '//evil.test',
        next: '//evil.test',
      };
      const { url } = await signIn.finish(world.back(registered, authorization, code, more));
      return `${url.origin}${url.pathname}`;
    },
  },
  'an error that is a script': {
    refused: /error: &lt;script&gt;/,
    run: async (world) => {
      const registered = await world.register();
      const { signIn, authorization } = await world.begin(registered);
      const back = world.back(registered, authorization, 'x', {
        error: '<script>alert(1)</script>',
        error_description: '<img src=x onerror=alert(1)>',
      });
      back.searchParams.delete('code');
      const page = await world.end(signIn, back);
      return /<script>|<img/.test(page) ? SIGNED_IN : page;
    },
  },
};

export const attacks: Record<string, Attack> = {
  ...linking,
  ...states,
  ...mixUps,
  ...tokens,
  ...rights,
  ...network,
};
