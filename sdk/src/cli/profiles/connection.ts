// Options are preferred to the environment, and the environment to the profile.
import { environmentCredentials, withScheme } from '../../environment.ts';
import { type Credentials, Signalbox, type SignalboxOptions, type TokenHint } from '../../index.ts';
import { Transport } from '../../transport.ts';
import type { ConnectOptions, Invocation } from '../command.ts';
import { CliError, usageError } from '../exit-codes.ts';
import { parseUrl } from './loopback.ts';
import { renew } from './oauth.ts';
import {
  DEFAULT_PROFILE,
  type LoginProfile,
  type Profile,
  type ProfileStore,
} from './profiles.store.ts';

type Sources = Pick<Invocation, 'values' | 'store' | 'env'>;

/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;
/** A person waits: a fault that lasts is reported within a second or two. */
const DEFAULT_RETRIES = 2;

function instanceUrl(given: string): string {
  const url = parseUrl(withScheme(given));
  if (!url || url.username || url.password)
    throw usageError(
      `${given} is not the address of an instance.`,
      'For example: https://desk.example.com',
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Only the owner of the lock renews: a refresh token that is used twice ends the login. */
async function currentToken(
  store: ProfileStore,
  name: string,
  { rejected, requestId }: TokenHint,
): Promise<string> {
  const isUsable = (one: LoginProfile) =>
    one.accessToken !== rejected && one.expiresAt - Date.now() > RENEW_BEFORE_MS;
  const loginEndedError = (renewalId?: string) =>
    new CliError(
      { exit: 'unauthenticated', code: 'no_token', requestId: renewalId ?? requestId },
      `The login of profile ${name} has ended.`,
      loginHint(name),
    );
  const stored = (await store.read()).profiles[name];
  if (stored?.kind === 'login' && isUsable(stored)) return stored.accessToken;
  return store.update(async ({ profiles }) => {
    const profile = profiles[name];
    if (profile?.kind !== 'login') throw loginEndedError();
    if (isUsable(profile)) return profile.accessToken;
    if (!profile.refreshToken) throw loginEndedError();
    const { tokenEndpoint, url: resource, refreshToken } = profile;
    const tokens = await renew({ tokenEndpoint, resource }, refreshToken).catch(
      (error: unknown) => {
        throw error instanceof CliError && error.exit === 'unauthenticated'
          ? loginEndedError(error.requestId)
          : error;
      },
    );
    Object.assign(profile, tokens);
    return tokens.accessToken;
  });
}

const loginHint = (name: string): string =>
  `Run \`signalbox login${name === DEFAULT_PROFILE ? '' : ` --profile ${name}`}\`.`;

const credentialsOf = (store: ProfileStore, name: string, profile: Profile): Credentials =>
  profile.kind === 'key'
    ? { apiKey: profile.apiKey }
    : { token: (hint) => currentToken(store, name, hint) };

/** An explicit --profile is preferred to credentials of the environment. */
const givenCredentials = ({ env, values }: Sources): Credentials | undefined =>
  values.text('profile') ? undefined : environmentCredentials(env, usageError);

export const givenUrl = ({ values, env }: Pick<Sources, 'values' | 'env'>): string | undefined => {
  const url = values.text('url') ?? (env['SIGNALBOX_URL'] || undefined);
  return url === undefined ? undefined : instanceUrl(url);
};

/** Returns the profile of the option, else of the environment, else of the given address, else the current one. */
export async function profileName(sources: Sources): Promise<string> {
  const { values, env, store } = sources;
  const named = values.text('profile') ?? (env['SIGNALBOX_PROFILE'] || undefined);
  if (named) return named;
  const { current, profiles } = await store.read();
  const url = givenUrl(sources);
  if (url === undefined || profiles[current]?.url === url) return current;
  return Object.keys(profiles).find((name) => profiles[name]?.url === url) ?? current;
}

export interface Target {
  url: string;
  credentials: Credentials;
  /** Credentials of the environment have no profile. */
  profile?: string;
}

export async function targetOf(sources: Sources): Promise<Target> {
  const { store } = sources;
  const { profiles } = await store.read();
  const name = await profileName(sources);
  const profile = profiles[name];
  const url = givenUrl(sources);
  const credentials = givenCredentials(sources);
  if (credentials) {
    // The current profile may be of another instance, which must not see these credentials.
    if (url !== undefined) return { url, credentials };
    throw usageError(
      'The credentials of the environment need the address of their instance.',
      'Set SIGNALBOX_URL, or add --url https://desk.example.com.',
    );
  }
  if (!profile) {
    const known = Object.keys(profiles);
    throw new CliError(
      'unauthenticated',
      known.length > 0 ? `There is no profile ${name}.` : 'You are not signed in.',
      `Run \`signalbox login --url ${url ?? 'https://desk.example.com'}\`, or set SIGNALBOX_URL and SIGNALBOX_API_KEY.`,
      ...(known.length > 0 ? [`Your profiles: ${known.join(', ')}.`] : []),
    );
  }
  // The credentials of one instance must not be sent to another.
  if (url !== undefined && url !== profile.url)
    throw new CliError(
      'unauthenticated',
      `Profile ${name} is for ${profile.url}, not for ${url}.`,
      `Run \`signalbox login --url ${url} --profile <name>\`.`,
    );
  return { url: profile.url, credentials: credentialsOf(store, name, profile), profile: name };
}

async function clientOptionsOf(
  sources: Sources,
  options: ConnectOptions = {},
): Promise<SignalboxOptions> {
  const { url, credentials } = await targetOf(sources);
  return {
    baseUrl: url,
    ...credentials,
    maxRetries: DEFAULT_RETRIES,
    headers: { 'user-agent': 'signalbox-cli' },
    ...options,
  };
}

export const connect = async (sources: Sources, options?: ConnectOptions): Promise<Signalbox> =>
  new Signalbox(await clientOptionsOf(sources, options));

export const openTransport = async (
  sources: Sources,
  options?: ConnectOptions,
): Promise<Transport> => new Transport(await clientOptionsOf(sources, options));
