// The steps of a login are separate functions, so that each can be done incorrectly.
import { randomBytes } from 'node:crypto';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { requestToken, type Attempt, beginLogin, Browser } from '../../support/people.ts';

const PASSWORD = 'a password for the flows';
export const APP = 'https://app.example.com/callback';

export interface Flows {
  instance: Instance;
  authUrl: string;
  baseUrl: string;
  issuer: string;
  person: { email: string; password: string };
  /** Registers a client with a secret and its own users, with `APP` as redirect URI. */
  app: { id: string; secret: string };
  /** Sends an authorization request; the result is a page of the provider or a redirect. */
  authorize: (more?: Record<string, string>, browser?: Browser) => Promise<AuthorizationResult>;
  /** Completes the login page and returns an authorization code. */
  code: (more?: Record<string, string>, browser?: Browser) => Promise<Attempt & { code: string }>;
  redeem: (
    got: Attempt & { code: string },
    more?: Record<string, string>,
  ) => ReturnType<typeof requestToken>;
  /** Obtains a code and exchanges it for tokens. */
  tokens: (browser?: Browser) => Promise<Json>;
  refresh: (token: string, more?: Record<string, string>) => ReturnType<typeof requestToken>;
}

interface AuthorizationResult {
  response: Response;
  url: URL;
  attempt: Attempt;
  browser: Browser;
}

export async function openFlows(env: Record<string, string> = {}): Promise<Flows> {
  const instance = await startInstance({ env });
  const { AUTH_URL: authUrl, BASE_URL: baseUrl } = instance.deps.config;
  const person = { email: `f${randomBytes(4).toString('hex')}@example.com`, password: PASSWORD };
  const asAdmin = async (path: string, body: Json) => {
    const reply = await instance.call('POST', path, { as: 'super_admin', body });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body;
  };
  await asAdmin('/users', { ...person, name: 'Flows', roles: ['agent'] });
  const registered = await asAdmin('/clients', {
    name: 'App',
    roles: ['agent'],
    redirect_uris: [APP],
  });

  const authorize: Flows['authorize'] = async (more, browser = new Browser()) => {
    const attempt = beginLogin(authUrl, baseUrl, more);
    const { response, url } = await browser.follow(await browser.visit(attempt.url), authUrl);
    return { response, url: new URL(url), attempt, browser };
  };
  const code: Flows['code'] = async (more, browser) => {
    const landed = await authorize(more, browser);
    let end = landed.url;
    if (end.pathname.startsWith('/interaction/')) {
      const sent = await landed.browser.visit(end.href, { ...person });
      end = new URL((await landed.browser.follow(sent, authUrl)).url);
    }
    const got = end.searchParams.get('code');
    if (!got) throw new Error(`no code at ${end.href}`);
    return { ...landed.attempt, code: got };
  };
  const redeem: Flows['redeem'] = ({ code: value, verifier, redirect }, more = {}) =>
    requestToken(authUrl, {
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: redirect,
      code: value,
      code_verifier: verifier,
      ...more,
    });
  return {
    instance,
    authUrl,
    baseUrl,
    issuer: authUrl,
    person,
    app: { id: registered.client_id, secret: registered.secret },
    authorize,
    code,
    redeem,
    tokens: async (browser) => (await redeem(await code({}, browser))).body,
    refresh: (refresh_token, more = {}) =>
      requestToken(authUrl, {
        grant_type: 'refresh_token',
        client_id: 'console',
        refresh_token,
        ...more,
      }),
  };
}
