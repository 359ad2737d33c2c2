// SMTP_URL may ask for OAuth with `auth=oauth`; further settings are then required, and TLS cannot be switched off.

/** Each of these parameters of nodemailer could send the token in clear, or to a server that was not verified. */
const TLS_PARAMETERS = [
  'ignoreTLS',
  'opportunisticTLS',
  'requireTLS',
  'secure',
  'tls.rejectUnauthorized',
];

export const usesOauth = (smtpUrl: string): boolean =>
  smtpUrl !== '' && new URL(smtpUrl).searchParams.has('auth');

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const oauthFaults: readonly [isFault: (url: URL) => boolean, message: string][] = [
  [
    ({ searchParams }) => searchParams.getAll('auth').join(',') !== 'oauth',
    'must have auth=oauth or no auth in its query',
  ],
  [
    ({ username }) => username === '' || !isDecodable(username),
    'must name the user, percent-encoded, with auth=oauth, as in smtp://desk%40example.com@mail.example.com:587?auth=oauth',
  ],
  [
    ({ password }) => password !== '',
    'must not have a password with auth=oauth; the secret is SMTP_OAUTH_CLIENT_SECRET',
  ],
  [
    ({ searchParams }) => TLS_PARAMETERS.some((name) => searchParams.has(name)),
    `must not have ${TLS_PARAMETERS.join(', ')} with auth=oauth: the token is sent over verified TLS only, with smtps:// from the first byte and with smtp:// after STARTTLS; for a private authority set CA_FILE`,
  ],
];

/** Throws an error whose message states what the URL of a mail server must be like. */
export function checkOauth(smtpUrl: string): string {
  if (!usesOauth(smtpUrl)) return smtpUrl;
  const url = new URL(smtpUrl);
  const fault = oauthFaults.find(([isFault]) => isFault(url));
  if (fault) throw new Error(fault[1]);
  return smtpUrl;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The request has the client secret in it, so it is encrypted unless it stays on this machine. */
export function readTokenUrl(value: string): string {
  if (value === '') return '';
  const url = URL.parse(value);
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!url || !isSecure || url.username || url.password || url.hash)
    throw new Error('must be a URL that begins with https:// and has no credentials');
  return value;
}

const required = [
  'SMTP_OAUTH_TOKEN_URL',
  'SMTP_OAUTH_CLIENT_ID',
  'SMTP_OAUTH_CLIENT_SECRET',
] as const;

/** Names each setting that OAuth needs and that is not set. */
export const missingForOauth = (
  config: Partial<Record<'SMTP_URL' | (typeof required)[number], unknown>>,
): string[] =>
  typeof config.SMTP_URL === 'string' && usesOauth(config.SMTP_URL)
    ? required
        .filter((name) => config[name] === '')
        .map((name) => `${name} is required with auth=oauth in SMTP_URL.`)
    : [];
