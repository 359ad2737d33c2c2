// People with a second factor: sets up an authenticator app on the hosted pages, and signs in with it.
import { Secret, TOTP } from 'otpauth';
import { Authenticator, passkeyOptionsIn } from './authenticator.ts';
import type { Instance } from './harness.ts';
import { CONSOLE, type LoginClient, Logins, type Person } from './logins.ts';
import { Browser, requestToken } from './people.ts';

export interface Page {
  status: number;
  text: string;
  /** The address that it redirects to. */
  to: string | null;
}

export interface Landed {
  url: URL;
  status: number;
  text: string;
}

export class Factors {
  readonly logins: Logins;
  readonly authUrl: string;
  readonly #now: () => Date;

  constructor(instance: Pick<Instance, 'call' | 'deps'>) {
    this.logins = new Logins(instance);
    this.authUrl = instance.deps.config.AUTH_URL;
    this.#now = instance.deps.now;
  }

  /** Returns the code that the app shows this many periods from now. */
  code(key: string, periods = 0): string {
    const timestamp = this.#now().getTime() + periods * 30_000;
    return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp });
  }

  async page(browser: Browser, path: string, form?: Record<string, string>): Promise<Page> {
    const response = await browser.visit(new URL(path, this.authUrl).href, form);
    return {
      status: response.status,
      text: await response.text(),
      to: response.headers.get('location'),
    };
  }

  /** Sends a form of `/security` with the token of the page. */
  async send(browser: Browser, path: string, form: Record<string, string> = {}): Promise<Page> {
    const { text } = await this.page(browser, path === '/security/totp' ? path : '/security');
    return this.page(browser, path, { form_token: tokenIn(text), ...form });
  }

  /** Signs in with the password and shows it again, in a browser of its own. */
  async verify(person: Person, browser = new Browser()): Promise<Browser> {
    await this.logins.logIn(CONSOLE, person, browser);
    const { to } = await this.page(browser, '/security/verify', { password: person.password });
    if (to !== '/security') throw new Error('The password does not open /security.');
    return browser;
  }

  /** Adds an authenticator app, and returns its key and the recovery codes. */
  async addApp(browser: Browser): Promise<{ key: string; codes: string[] }> {
    const { text } = await this.page(browser, '/security/totp');
    const key = keyIn(text);
    const added = await this.page(browser, '/security/totp', {
      form_token: tokenIn(text),
      code: this.code(key, -1),
    });
    return { key, codes: codesIn(added.text) };
  }

  async addPasskey(browser: Browser, name = 'Laptop'): Promise<Authenticator> {
    const { text } = await this.page(browser, '/security/passkey');
    const authenticator = new Authenticator(this.authUrl);
    const credential = authenticator.create(passkeyOptionsIn(text));
    const form = { form_token: tokenIn(text), credential, name };
    const { status, text: shown } = await this.page(browser, '/security/passkey', form);
    if (status >= 400) throw new Error(shown);
    return authenticator;
  }

  async personWithPasskey(roles?: string[]) {
    const person = await this.logins.person(roles);
    const browser = await this.verify(person);
    return { person, browser, authenticator: await this.addPasskey(browser) };
  }

  /** Opens the sign-in page of a passkey; without a person nobody has entered a password. */
  async passkeyPage(person?: Person, browser = new Browser()) {
    const { attempt, interaction } = person
      ? await this.begin(person, browser)
      : await this.beginAlone(browser);
    const path = `${interaction}/passkey`;
    const { text } = await this.page(browser, path);
    const submit = (credential: string) => this.submit(browser, path, { credential });
    return { attempt, browser, path, options: passkeyOptionsIn(text), submit };
  }

  async beginAlone(browser: Browser) {
    const attempt = await this.logins.open(CONSOLE, browser);
    return { attempt, interaction: attempt.landed.pathname };
  }

  async personWithApp(roles?: string[]) {
    const person = await this.logins.person(roles);
    const browser = await this.verify(person);
    return { person, browser, ...(await this.addApp(browser)) };
  }

  /** Opens the sign-in page, sends the password and follows to the next page. */
  async begin(person: Person, browser = new Browser(), client: LoginClient = CONSOLE) {
    const attempt = await this.logins.open(client, browser);
    const { email, password } = person;
    const sent = await browser.visit(attempt.landed.href, { email, password });
    const { response, url } = await browser.follow(sent, this.authUrl);
    const next: Landed = {
      url: new URL(url),
      status: response.status,
      text: await response.text(),
    };
    return { attempt, browser, next, interaction: attempt.landed.pathname };
  }

  /** Sends a form of the sign-in and follows it to its end: a page, or the redirect with a code. */
  async submit(browser: Browser, path: string, form: Record<string, string>): Promise<Landed> {
    const sent = await browser.visit(new URL(path, this.authUrl).href, form);
    const { response, url } = await browser.follow(sent, this.authUrl);
    return { url: new URL(url), status: response.status, text: await response.text() };
  }

  redeem(landed: Landed, { verifier, redirect }: { verifier: string; redirect: string }) {
    return requestToken(this.authUrl, {
      grant_type: 'authorization_code',
      redirect_uri: redirect,
      code: landed.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
      client_id: 'console',
    });
  }
}

export const tokenIn = (text: string): string =>
  /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
const keyIn = (text: string): string => /class="detail">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '';
export const codesIn = (text: string): string[] =>
  [...text.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code = '']) => code);
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
