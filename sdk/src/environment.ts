// A client without an address and credentials takes both from the variables of the command line. They belong together:
// the credentials of the environment are never sent to an address that was given otherwise.
import type { Credentials, EnvironmentOptions, SignalboxOptions } from './options.ts';

type Environment = Record<string, string | undefined>;

export const VARIABLES =
  'SIGNALBOX_URL with SIGNALBOX_API_KEY, or with SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET';

/** Browsers and workers may have no `process`, and a page may have an element of that name. */
const readEnvironment = (): Environment =>
  (globalThis as { process?: { env?: Environment } }).process?.env ?? {};

/** An address may be written without its scheme. */
export const withScheme = (url: string): string =>
  /^https?:\/\//.test(url) ? url : `https://${url}`;

/** Returns undefined if the environment has no credentials; `refuse` makes the error for incomplete ones. */
export function environmentCredentials(
  env: Environment,
  refuse: (message: string) => Error = (message) => new TypeError(message),
): Credentials | undefined {
  const {
    SIGNALBOX_API_KEY: apiKey,
    SIGNALBOX_CLIENT_ID: clientId,
    SIGNALBOX_CLIENT_SECRET: clientSecret,
  } = env;
  if (apiKey) return { apiKey };
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw refuse('Set both SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET, or neither.');
  return { clientId, clientSecret };
}

const isGiven = (options: SignalboxOptions | EnvironmentOptions): options is SignalboxOptions =>
  [options.baseUrl, options.apiKey, options.clientId, options.clientSecret, options.token].some(
    (one) => one !== undefined,
  );

export function completeOptions(options: SignalboxOptions | EnvironmentOptions): SignalboxOptions {
  if (isGiven(options)) {
    if (options.baseUrl) return options;
    throw new TypeError(
      `Signalbox needs baseUrl with the credentials. Without both it reads ${VARIABLES}.`,
    );
  }
  const env = readEnvironment();
  const { SIGNALBOX_URL: url } = env;
  const credentials = environmentCredentials(env);
  if (url && credentials) return { ...options, baseUrl: withScheme(url), ...credentials };
  throw new TypeError(
    `Signalbox needs an address and credentials. Give baseUrl with apiKey, clientId and clientSecret, or token; or set ${VARIABLES}.`,
  );
}
