// People sign in to an instance with accounts of real OpenID Connect providers, which run in another process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Agent, fetch as fetchOverTls } from 'undici';
import type { Order } from './foreign-providers.process.ts';
import type { Instance, Json } from './harness.ts';
import { beginLogin, Browser, requestToken } from './people.ts';
import { authority, receiverEnv } from './receivers.ts';

const CLIENT_SECRET = 'a secret that only the provider and this instance know';

/** The instance may reach the providers and trusts their certificates. */
export const foreignEnv = receiverEnv;

/** A browser trusts the certificates of the tests. */
function tlsBrowser(): Browser {
  const dispatcher = new Agent({ connect: { ca: readFileSync(authority().caFile) } });
  const send = ((url: string, init: object) =>
    fetchOverTls(url, { ...init, dispatcher })) as unknown as typeof fetch;
  return new Browser(send);
}

export interface ForeignProviders {
  issuer: (path: string) => string;
  /** Registers the instance at a provider, and the provider at the instance. */
  register: (path: string, fields?: Json, options?: Pick<Order, 'isThin'>) => Promise<Json>;
  /** Sets the people of a provider with their claims, by their login. */
  people: (path: string, people: Order['people']) => Promise<void>;
  stop: () => Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('foreign-providers.process.ts', import.meta.url));

export async function startForeignProviders(
  instance: Pick<Instance, 'call'>,
): Promise<ForeignProviders> {
  const { keyFile, certFile } = authority();
  const child = fork(PROGRAM, [keyFile, certFile], { silent: true });
  const next = async (): Promise<Json> => (await once(child, 'message'))[0];
  const { port } = await next();
  const order = async (given: Order): Promise<void> => {
    const done = next();
    child.send(given);
    await done;
  };
  const issuer = (path: string) => `https://localhost:${port}/${path}`;
  return {
    issuer,
    register: async (path, fields = {}, options = {}) => {
      const { status, body, text } = await instance.call('POST', '/identity-providers', {
        as: 'super_admin',
        body: {
          name: path,
          issuer: issuer(path),
          client_id: 'signalbox',
          client_secret: CLIENT_SECRET,
          domains: ['example.com'],
          ...fields,
        },
      });
      if (status !== 201) throw new Error(text);
      await order({
        path,
        ...options,
        client: {
          client_id: 'signalbox',
          client_secret: CLIENT_SECRET,
          redirect_uris: [body.redirect_uri],
        },
      });
      return body;
    },
    people: (path, people) => order({ path, ...(people && { people }) }),
    stop: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Follows a sign-in to its end, step by step, so that a test can change any of them. */
export class ForeignSignIn {
  readonly browser = tlsBrowser();
  readonly #instance: Pick<Instance, 'deps'>;
  readonly #attempt;

  constructor(instance: Pick<Instance, 'deps'>, more: Record<string, string> = {}) {
    this.#instance = instance;
    const { AUTH_URL, BASE_URL } = instance.deps.config;
    this.#attempt = beginLogin(AUTH_URL, BASE_URL, more);
  }

  get #authUrl(): string {
    return this.#instance.deps.config.AUTH_URL;
  }

  /** Opens the sign-in page, and returns its URL. */
  async open(): Promise<string> {
    const first = await this.browser.visit(this.#attempt.url);
    return (await this.browser.follow(first, this.#authUrl)).url;
  }

  /** Presses the button of the provider, and returns the response of this instance. */
  async choose(provider: string): Promise<Response> {
    const page = await this.open();
    return this.browser.visit(`${page}/identity-provider`, { provider });
  }

  /** Signs in at the provider, and returns the URL that it redirects back to. */
  async authorize(response: Response, login: string): Promise<URL> {
    const location = response.headers.get('location');
    if (!location) throw new Error(`no redirect: ${response.status} ${await response.text()}`);
    const url = new URL(location);
    url.searchParams.set('login_hint', login);
    // Without cookies of an earlier sign-in, the provider signs in the person of the hint.
    const there = tlsBrowser();
    const { url: back } = await there.follow(await there.visit(url.href), url.origin);
    return new URL(back);
  }

  /** Follows the redirect back: to the client with a code, or to a page that explains the failure. */
  async finish(back: URL): Promise<{ response: Response; url: URL; text: string }> {
    const first = await this.browser.visit(back.href);
    const { response, url } = await this.browser.follow(first, this.#authUrl);
    const isHere = url.startsWith(this.#authUrl);
    return { response, url: new URL(url), text: isHere ? await response.text() : '' };
  }

  /** Exchanges the code of the client for tokens. */
  async tokens(end: URL): Promise<Json> {
    const code = end.searchParams.get('code');
    if (!code) throw new Error(`The sign-in returned no code: ${end.href}`);
    const { verifier, redirect } = this.#attempt;
    const { status, body } = await requestToken(this.#authUrl, {
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: redirect,
      code,
      code_verifier: verifier,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }
}

/** Signs in from the first page to the last. */
export async function signInAt(
  instance: Pick<Instance, 'deps'>,
  provider: string,
  login: string,
): Promise<{ signIn: ForeignSignIn; response: Response; url: URL; text: string }> {
  const signIn = new ForeignSignIn(instance);
  const back = await signIn.authorize(await signIn.choose(provider), login);
  return { signIn, ...(await signIn.finish(back)) };
}
