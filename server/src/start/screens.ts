// `start` prints a screen once it serves requests: the addresses, the people who can sign in, and commands to paste.
import { apiUrl } from '../platform/http/request/request-url.ts';
import type { Config } from '../platform/runtime/config.ts';

const LABEL_WIDTH = 11;

const describeRow = (label: string, text: string): string => label.padEnd(LABEL_WIDTH) + text;

/** The row of the people comes below the console, where they sign in. */
const describeAddresses = ({ BASE_URL }: Config, signIn: string): string =>
  [
    describeRow('Console', `${BASE_URL}/console/`),
    describeRow('Sign in', signIn),
    describeRow('API', apiUrl(BASE_URL, '')),
    describeRow('Reference', `${BASE_URL}/docs`),
  ].join('\n');

/** The built-in provider accepts these credentials. */
function describeCredentials(config: Config): string {
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  const credentials = `-d grant_type=client_credentials -d client_id=${id} -d client_secret=${secret}`;
  return `In another terminal, use the command line or the SDK (client ${id}, super_admin):
export SIGNALBOX_URL=${config.BASE_URL}
export SIGNALBOX_CLIENT_ID=${id}
export SIGNALBOX_CLIENT_SECRET=${secret}
npx ${config.BASE_URL}/sdk.tgz whoami

Or obtain a token for curl, which is valid for one hour:
TOKEN=$(curl -s ${config.AUTH_URL}/oauth2/token ${credentials} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`;
}

/** The built-in provider does not run beside another one. */
const describeForeignTokens = ({ OIDC_ISSUER, AUTH_AUDIENCE }: Config): string =>
  `In another terminal, set a token for the audience ${AUTH_AUDIENCE}, which ${OIDC_ISSUER} issues:
TOKEN=...`;

/** Has secrets, because the data of a demonstration is fictional. */
export function describeDemonstration(config: Config): string {
  const api = apiUrl(config.BASE_URL, '');
  const storage = config.DEMO_DATA_DIR
    ? `kept in ${config.DEMO_DATA_DIR}`
    : 'deleted when it stops (set DEMO_DATA_DIR to keep it)';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const isForeign = config.OIDC_ISSUER !== '';
  const people = isForeign
    ? `with ${config.OIDC_ISSUER}`
    : `${config.BOOTSTRAP_ADMIN_EMAIL} with the password ${config.BOOTSTRAP_ADMIN_PASSWORD}`;
  return `
Signalbox is running: a demonstration, not for production. Its data is fictional and ${storage}.
Stop with Ctrl-C.

${describeAddresses(config, people)}

${isForeign ? describeForeignTokens(config) : describeCredentials(config)}
Get a change, the incidents it caused, the work notes of one of them, and the impact of its CI; create an incident:
curl -sw '\\n' ${api}/changes/CHG0000012 ${bearer}
curl -sw '\\n' "${api}/incidents?change_id=CHG0000012&limit=5" ${bearer}
curl -sw '\\n' ${api}/incidents/INC0000669/notes ${bearer}
curl -sw '\\n' ${api}/cmdb/cis/CI97/impact ${bearer}
curl -sw '\\n' ${api}/incidents ${bearer} -H 'Content-Type: application/json' -d '{"short_description": "My first incident"}'
`;
}

const describePeople = ({ OIDC_ISSUER }: Config, users: number | undefined): string => {
  if (OIDC_ISSUER) return `with ${OIDC_ISSUER}`;
  if (users === undefined) return 'the users could not be counted';
  if (users === 0) return 'no user can sign in yet';
  return users === 1 ? '1 user can sign in' : `${users} users can sign in`;
};

/** Has no secrets. `users` can sign in with the built-in provider; it is undefined if they could not be counted. */
export function describeInstance(
  config: Config,
  users: number | undefined,
  createFirst: string,
): string {
  const isWithoutUsers = users === 0 && !config.OIDC_ISSUER;
  const advice = `\nIn another terminal, create the first user; this prints an initial password:\n${createFirst}\n`;
  return `
Signalbox is running. Stop with Ctrl-C.

${describeAddresses(config, describePeople(config, users))}
${isWithoutUsers ? advice : ''}`;
}

/** A demonstration says at its end whether the data is gone. */
export const describeStop = ({ DEMO_DATA_DIR }: Config): string =>
  DEMO_DATA_DIR
    ? `Stopped; the data is kept in ${DEMO_DATA_DIR}.`
    : 'Stopped; the data is deleted.';
