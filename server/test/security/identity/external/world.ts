// An instance with people whom attackers want to become, and a scripted provider that helps the attackers.
import { randomUUID } from 'node:crypto';
import { foreignEnv, ForeignSignIn } from '../../../support/foreign-providers.ts';
import { type Instance, type Json, startInstance } from '../../../support/harness.ts';
import { HostileProvider, type Script } from './hostile-provider.ts';

export const SIGNED_IN = 'signed in';

export interface Registered {
  id: string;
  issuer: string;
  redirect_uri: string;
}

export class World {
  readonly instance: Instance;
  readonly provider: HostileProvider;

  private constructor(instance: Instance, provider: HostileProvider) {
    this.instance = instance;
    this.provider = provider;
  }

  static async open(): Promise<World> {
    const instance = await startInstance({ env: foreignEnv() });
    const world = new World(instance, await HostileProvider.start());
    await world.user('victim@example.com', { roles: ['agent'] });
    await world.user('gone@example.com', { active: false });
    const moved = await world.user('former@example.com');
    await world.admin('PATCH', `/users/${moved.id}`, { email: 'present@example.com' });
    return world;
  }

  async close(): Promise<void> {
    await this.provider.stop();
    await this.instance.stop();
  }

  async admin(method: string, path: string, body: Json): Promise<Json> {
    const reply = await this.instance.call(method, path, { as: 'super_admin', body });
    if (reply.status >= 400) throw new Error(reply.text);
    return reply.body;
  }

  user(email: string, fields: Json = {}): Promise<Json> {
    return this.admin('POST', '/users', { email, name: 'Pat', roles: ['requester'], ...fields });
  }

  /** Registers a provider that follows the script. */
  register(script: Script = {}, fields: Json = {}): Promise<Registered> {
    return this.admin('POST', '/identity-providers', {
      name: randomUUID(),
      issuer: this.provider.issuer(script),
      client_id: 'signalbox',
      client_secret: 'the secret of the client',
      domains: ['example.com'],
      create_users: true,
      ...fields,
    });
  }

  /** Begins a sign-in, and returns the authorization request that the browser is sent to. */
  async begin(
    { id }: Registered,
    signIn = this.signIn(),
  ): Promise<{ signIn: ForeignSignIn; authorization: URL }> {
    const response = await signIn.choose(id);
    const location = response.headers.get('location');
    if (!location) throw new Error(await response.text());
    return { signIn, authorization: new URL(location) };
  }

  signIn(more: Record<string, string> = {}): ForeignSignIn {
    return new ForeignSignIn(this.instance, more);
  }

  /** Returns the URL with which a provider sends the browser back. */
  back(
    { issuer, redirect_uri }: Registered,
    authorization: URL,
    code: string,
    more: Record<string, string> = {},
  ): URL {
    const url = new URL(redirect_uri);
    const state = authorization.searchParams.get('state') ?? '';
    url.search = new URLSearchParams({ code, state, iss: issuer, ...more }).toString();
    return url;
  }

  /** Visits the URL, and returns the text of the page at the end, or `SIGNED_IN`. */
  async end(signIn: ForeignSignIn, back: URL): Promise<string> {
    const { url, text } = await signIn.finish(back);
    return url.searchParams.has('code') && text === '' ? SIGNED_IN : text;
  }

  /** Signs in with these claims from the first page to the last. */
  async attempt(registered: Registered, claims: Json): Promise<string> {
    const { signIn, authorization } = await this.begin(registered);
    const code = this.provider.grant(authorization, claims);
    return this.end(signIn, this.back(registered, authorization, code));
  }

  /** Registers a provider, and signs in there. */
  async tryWith(script: Script, claims: Json = OWN, fields: Json = {}): Promise<string> {
    return this.attempt(await this.register(script, fields), claims);
  }
}

/** The attacker has this account of their own at the provider. */
export const OWN = { sub: 'attacker', email: 'attacker@example.com', email_verified: true };
export const VICTIM = { sub: 'attacker', email: 'victim@example.com', email_verified: true };
