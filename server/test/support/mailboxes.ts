// Receives mail for tests over real SMTP; the server can stop and start again on the same port.
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerOptions } from 'smtp-server';
import type { Instance } from './harness.ts';
import type { Authority } from './receivers.ts';

interface DeliveredMail {
  envelope: string[];
  mail: Email;
  raw: string;
}

export interface Mailbox {
  url: string;
  delivered: DeliveredMail[];
  /** Maps an address to the SMTP error code with which RCPT TO is refused. */
  refusals: Map<string, number>;
  /** If true, the server closes the connection after the text of a mail instead of responding. */
  isCutAfterData: boolean;
  /** If set, the server refuses the text of a mail with this SMTP error code. */
  dataRefusal: number | undefined;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Allows mail to addresses of these domains, even if no user is registered with them. */
export async function allowMailTo(instance: Instance, ...mail_domains: string[]): Promise<void> {
  const body = { mail_domains };
  const { status, text } = await instance.call('PATCH', '/settings', { as: 'super_admin', body });
  if (status !== 200) throw new Error(text);
}

/** Makes the next attempt of waiting mails due now; returns the delay each had, in seconds. */
export async function retryMailsNow(instance: Instance): Promise<number[]> {
  const rows = await instance.sql(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null
       and task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')
     returning extract(epoch from old.run_at - created_at)::float8 as seconds`,
  );
  return rows.map(({ seconds }) => seconds);
}

/** The type of SMTPServer does not declare its connections. */
const cutConnections = (server: SMTPServer | undefined): void => {
  const { connections = [] } = (server ?? {}) as {
    connections?: Iterable<{ _socket: { destroy: () => void } }>;
  };
  for (const { _socket } of connections) _socket.destroy();
};

/** The server accepts a login with an access token (XOAUTH2), and no mail without a login. */
export interface TokenLogin {
  isAccepted: (user: string, token: string) => Promise<boolean>;
  /** Every token that was sent is here, accepted or not. */
  seen: string[];
  /** Google's servers and Dovecot refuse a token with a challenge (334); Microsoft's respond 535 at once. */
  challenges: boolean;
}

/** The server accepts a login with this password only. */
export interface PasswordLogin {
  password: string;
}

const passwordOptions = ({ password }: PasswordLogin): SMTPServerOptions => ({
  authOptional: false,
  onAuth: (given, _session, done) =>
    given.password === password
      ? done(null, { user: given.username ?? '' })
      : done(new Error('5.7.8 Authentication failed')),
});

const loginOptions = (login: TokenLogin | PasswordLogin): SMTPServerOptions =>
  'password' in login ? passwordOptions(login) : tokenOptions(login);

const tokenOptions = (login: TokenLogin): SMTPServerOptions => {
  const respond = async ({ username = '', accessToken = '' }: SMTPServerAuthentication) => {
    login.seen.push(accessToken);
    if (await login.isAccepted(username, accessToken)) return { user: username };
    if (login.challenges) return { data: { status: '401', schemes: 'bearer' } };
    throw new Error(`5.7.3 Authentication unsuccessful for AUTH XOAUTH2 ${accessToken}`);
  };
  const onAuth = callbackify(respond);
  return {
    authOptional: false,
    authMethods: ['XOAUTH2'],
    onAuth: (given, _session, done) => onAuth(given, done),
  };
};

interface MailboxTls extends Pick<Authority, 'key' | 'cert'> {
  /** If true, TLS begins with STARTTLS, not with the first byte. */
  isLater?: boolean;
}

/** Without `tls`, the server offers no TLS; without `login`, it offers none and needs none. */
export async function startMailbox(
  tls?: MailboxTls,
  login?: TokenLogin | PasswordLogin,
): Promise<Mailbox> {
  let server: SMTPServer | undefined;
  let port = 0;
  const mailbox: Mailbox = {
    url: '',
    delivered: [],
    refusals: new Map(),
    isCutAfterData: false,
    dataRefusal: undefined,
    stop: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = undefined;
    },
    start: async () => {
      server = new SMTPServer({
        authOptional: true,
        ...(tls && { secure: !tls.isLater, key: tls.key, cert: tls.cert }),
        disabledCommands: [...(tls?.isLater ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
        ...(login && loginOptions(login)),
        onRcptTo: ({ address }, _session, done) => {
          const code = mailbox.refusals.get(address);
          if (code === undefined) return done();
          return done(Object.assign(new Error('no such mailbox'), { responseCode: code }));
        },
        onData: (stream, session, done) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', async () => {
            const raw = Buffer.concat(chunks);
            const mail = await PostalMime.parse(raw);
            const envelope = session.envelope.rcptTo.map(({ address }) => address);
            mailbox.delivered.push({ envelope, mail, raw: raw.toString() });
            const { isCutAfterData, dataRefusal: responseCode } = mailbox;
            if (isCutAfterData) return cutConnections(server);
            const refused = new Error('not this text');
            return done(responseCode ? Object.assign(refused, { responseCode }) : null);
          });
        },
      });
      server.on('error', () => {});
      const { server: socket } = server.listen(port, '127.0.0.1') as never as SMTPServer;
      const net = (socket ?? server.server) as { address: () => AddressInfo | null };
      while (!net.address()) await new Promise((resolve) => setTimeout(resolve, 5));
      ({ port } = net.address() as AddressInfo);
      mailbox.url = `smtp://127.0.0.1:${port}`;
    },
  };
  await mailbox.start();
  return mailbox;
}
