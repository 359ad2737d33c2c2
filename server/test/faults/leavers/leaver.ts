// A person with every credential that the service gives out, each of which can be tried at any process.
import { CURRENT_VERSION } from '../../../src/platform/http/request/request-url.ts';
import type { Instance, Json } from '../../support/harness.ts';
import { CONSOLE, type LoginClient, Logins, type Person } from '../../support/logins.ts';
import { beginLogin, Browser, requestToken } from '../../support/people.ts';
import { StreamClient } from '../../support/stream-client.ts';

export interface Site {
  instance: Instance;
  /** The processes at these URLs serve the API. */
  apis: readonly string[];
  /** The processes at these URLs serve the identity provider. */
  auths: readonly string[];
}

export interface Credential {
  name: string;
  /** It is tried at each of these processes. */
  at: readonly string[];
  isAccepted: (url: string) => Promise<boolean>;
}

export interface Leaver {
  person: Person;
  credentials: readonly Credential[];
  streams: readonly StreamClient[];
  /** The job that no worker has begun. */
  job: string;
}

function outcome(status: number, refused: number, what: string): boolean {
  if (status === 200) return true;
  if (status === refused) return false;
  throw new Error(`${what} got the status ${status}`);
}

const accessToken = (name: string, token: string, at: readonly string[]): Credential => ({
  name,
  at,
  isAccepted: async (url) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${CURRENT_VERSION}/me`, { headers });
    await response.arrayBuffer();
    return outcome(response.status, 401, name);
  },
});

const exchangeKey = (url: string, key: string) =>
  requestToken(url, {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: 'api-key',
    subject_token: key,
  });

/** A refresh token is for one use, so it is tried at one process after the other, each time the newest one. */
function refreshToken(
  name: string,
  { tokenParams }: LoginClient,
  first: string,
  auths: readonly string[],
): Credential {
  let newest = first;
  let tries = 0;
  return {
    name,
    at: ['any'],
    isAccepted: async () => {
      const url = auths[tries++ % auths.length] ?? '';
      const { status, body } = await requestToken(url, {
        grant_type: 'refresh_token',
        ...tokenParams,
        refresh_token: newest,
      });
      if (status === 200) newest = body.refresh_token;
      return outcome(status, 400, name);
    },
  };
}

/** With a session, the authorization request is answered with a code instead of the login page. */
const browserSession = (browser: Browser, { instance, auths }: Site): Credential => ({
  name: 'session',
  at: auths,
  isAccepted: async (url) => {
    const own = new Browser();
    for (const [name, value] of browser.cookies()) own.setCookie(name, value);
    const response = await own.visit(beginLogin(url, instance.deps.config.BASE_URL).url);
    await response.arrayBuffer();
    return (response.headers.get('location') ?? '').includes('code=');
  },
});

const bodyOf = ({ status, body, text }: Json, expected: number): Json => {
  if (status !== expected) throw new Error(`${status}: ${text}`);
  return body;
};

/** The person gets everything and uses it once at every process, so that each has it in its caches. */
export async function arrive(site: Site, app: LoginClient): Promise<Leaver> {
  const { instance, apis, auths } = site;
  const logins = new Logins(instance);
  const person = await logins.person();
  const browser = new Browser();
  const console = await logins.logIn(CONSOLE, person, browser);
  const { access_token: token } = console;
  const ofApp = await logins.logIn(app, person);
  const post = (path: string, body: Json) => instance.call('POST', path, { token, body });
  const key = bodyOf(await post('/profile/api-keys', { name: 'Leaver' }), 201).secret;
  const [auth = ''] = auths;
  const ofKey = (await exchangeKey(auth, key)).body;
  const records = [{ short_description: 'Left behind' }];
  const job = bodyOf(await post('/incidents/bulk', { operation: 'create', records }), 202).job_id;
  const credentials = [
    accessToken('access token', token, apis),
    accessToken("application's token", ofApp.access_token, apis),
    accessToken("API key's token", ofKey.access_token, apis),
    refreshToken('refresh token', CONSOLE, console.refresh_token, auths),
    refreshToken("application's refresh token", app, ofApp.refresh_token, auths),
    {
      name: 'API key',
      at: auths,
      isAccepted: async (url) => outcome((await exchangeKey(url, key)).status, 400, 'API key'),
    } satisfies Credential,
    browserSession(browser, site),
  ];
  for (const { name, at, isAccepted } of credentials)
    for (const url of at)
      if (!(await isAccepted(url))) throw new Error(`The ${name} does not work at ${url}`);
  const streams = await Promise.all(apis.map((url) => StreamClient.open(url, { token })));
  return { person, credentials, streams, job };
}
