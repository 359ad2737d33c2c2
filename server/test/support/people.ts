// Plays a person at a browser without scripts: follows redirects, stores cookies, fills in forms.
import { hash, randomBytes } from 'node:crypto';
import type { Json } from './harness.ts';

export class Browser {
  readonly #cookies = new Map<string, string>();
  /** A test may replace `fetch` to route public host names to this machine. */
  readonly send: typeof fetch;

  constructor(send = fetch) {
    this.send = send;
  }

  cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async visit(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await this.send(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    // An unread response keeps its connection busy, for which the instance waits when it stops.
    await response.clone().arrayBuffer();
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows up to ten redirects, as long as they stay below `base`. */
  async follow(first: Response, base: string): Promise<{ response: Response; url: string }> {
    let response = first;
    let url = response.url;
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location');
      if (!location) break;
      url = new URL(location, response.url).href;
      if (!url.startsWith(base)) break;
      response = await this.visit(url);
    }
    return { response, url };
  }
}

export interface Attempt {
  url: string;
  verifier: string;
  redirect: string;
}

export function beginLogin(
  authUrl: string,
  baseUrl: string,
  more: Record<string, string> = {},
): Attempt {
  const verifier = randomBytes(32).toString('base64url');
  const redirect = `${baseUrl}/console/callback`;
  const query = new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'openid email api',
    state: 'here',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url: `${authUrl}/oauth2/authorize?${query.toString()}`, verifier, redirect };
}

export async function requestToken(authUrl: string, form: Record<string, string>, send = fetch) {
  const response = await send(`${authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** Opens the login page, logs in, and exchanges the code for tokens. */
export async function logIn(
  authUrl: string,
  baseUrl: string,
  { email, password }: { email: string; password: string },
  browser = new Browser(),
): Promise<Json> {
  const { url, verifier, redirect } = beginLogin(authUrl, baseUrl);
  const page = await browser.follow(await browser.visit(url), authUrl);
  const sent = await browser.visit(page.url, { email, password });
  const back = await browser.follow(sent, authUrl);
  const code = new URL(back.url).searchParams.get('code');
  if (!code)
    throw new Error(`The login returned no code: ${back.url} ${await back.response.text()}`);
  const form = {
    grant_type: 'authorization_code',
    client_id: 'console',
    redirect_uri: redirect,
    code,
    code_verifier: verifier,
  };
  const { body } = await requestToken(authUrl, form, browser.send);
  return body;
}
