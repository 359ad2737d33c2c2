// Logs people in with a client of the instance: the console, the command line or a registered application.
import { randomBytes } from 'node:crypto';
import type { Instance, Json } from './harness.ts';
import { requestToken, beginLogin, Browser } from './people.ts';
import { until } from './processes.ts';

const PASSWORD = 'correct horse battery';
const APP_REDIRECT = 'https://app.example.com/callback';

export interface LoginClient {
  authorizationParams: Record<string, string>;
  tokenParams: Record<string, string>;
}

export interface Person {
  id: string;
  email: string;
  password: string;
}

export const CONSOLE: LoginClient = {
  authorizationParams: {},
  tokenParams: { client_id: 'console' },
};
export const CLI: LoginClient = {
  authorizationParams: { client_id: 'cli', redirect_uri: 'http://127.0.0.1:49152/callback' },
  tokenParams: { client_id: 'cli', redirect_uri: 'http://127.0.0.1:49152/callback' },
};

export class Logins {
  readonly #instance: Pick<Instance, 'call' | 'deps'>;

  constructor(instance: Pick<Instance, 'call' | 'deps'>) {
    this.#instance = instance;
  }

  async #create(path: string, body: Json): Promise<Json> {
    const reply = await this.#instance.call('POST', path, { as: 'super_admin', body });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body;
  }

  async person(roles = ['agent']): Promise<Person> {
    const email = `l${randomBytes(5).toString('hex')}@example.com`;
    const body = { email, name: 'Pat', roles, password: PASSWORD };
    const { id } = await this.#create('/users', body);
    return { id, email, password: PASSWORD };
  }

  async application(): Promise<LoginClient> {
    const body = { name: 'App', roles: ['agent'], redirect_uris: [APP_REDIRECT] };
    const { client_id, secret } = await this.#create('/clients', body);
    return {
      authorizationParams: { client_id, redirect_uri: APP_REDIRECT },
      tokenParams: { client_id, client_secret: secret, redirect_uri: APP_REDIRECT },
    };
  }

  /** Follows an authorization request to its end: the login page, or the redirect with a code. */
  async open(
    { authorizationParams }: LoginClient,
    browser: Browser,
    more: Record<string, string> = {},
  ) {
    const { AUTH_URL, BASE_URL } = this.#instance.deps.config;
    const attempt = beginLogin(AUTH_URL, BASE_URL, { ...authorizationParams, ...more });
    const { url } = await browser.follow(await browser.visit(attempt.url), AUTH_URL);
    return { ...attempt, landed: new URL(url) };
  }

  /** Logs in if the login page appears, and returns the form that exchanges the code. */
  async codeFor(
    client: LoginClient,
    { email, password }: Person,
    browser = new Browser(),
    more: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const { AUTH_URL } = this.#instance.deps.config;
    const { landed, verifier, redirect } = await this.open(client, browser, more);
    let end = landed;
    if (landed.pathname.startsWith('/interaction/')) {
      const sent = await browser.visit(landed.href, { email, password });
      end = new URL((await browser.follow(sent, AUTH_URL)).url);
    }
    const code = end.searchParams.get('code');
    if (!code) throw new Error(`The login returned no code: ${end.href}`);
    return {
      grant_type: 'authorization_code',
      redirect_uri: redirect,
      code,
      code_verifier: verifier,
      ...client.tokenParams,
    };
  }

  token(form: Record<string, string>): ReturnType<typeof requestToken> {
    return requestToken(this.#instance.deps.config.AUTH_URL, form);
  }

  /** Runs a whole login and returns its token response. */
  async logIn(
    client: LoginClient,
    person: Person,
    browser = new Browser(),
    more: Record<string, string> = {},
  ): Promise<Json> {
    const { status, body } = await this.token(await this.codeFor(client, person, browser, more));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  refresh({ tokenParams }: LoginClient, refresh_token: string): ReturnType<typeof requestToken> {
    return this.token({ grant_type: 'refresh_token', ...tokenParams, refresh_token });
  }

  /** True if the API accepts the access token of a token response. */
  async isValid({ access_token: token }: Json): Promise<boolean> {
    return (await this.#instance.call('GET', '/me', { token })).status === 200;
  }

  /** Waits until the API refuses the token, because the end of a login reaches it a moment later. */
  untilRefused(tokens: Json): Promise<boolean> {
    return until('the access token is refused', async () => !(await this.isValid(tokens)));
  }
}
