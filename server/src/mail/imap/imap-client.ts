// Opens connections to IMAP servers: to an address that egress allows, over verified TLS, with a password or an access token.
import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { Deps } from '../../platform/runtime/deps.ts';
import { grantOf } from '../mailboxes/mail-server.ts';
import { secretOfLogin } from '../mailboxes/mailboxes.service.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';

/** The time is for the connection and the handshake together; the greeting has its own. */
const CONNECT_WITHIN_MS = 10_000;
const GREET_WITHIN_MS = 5000;
/** A server that is silent for so long in the middle of a response is given up. */
const RESPOND_WITHIN_MS = 60_000;
/** IDLE is renewed so often: some networks drop silent connections, and nobody tells the client. */
const IDLE_MS = 60_000;
/** The list of all ids of a folder is one line; a folder of a million mails needs 8 MB. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

const FOLDER = 'INBOX';

interface Credential {
  user: string;
  pass?: string;
  accessToken?: string;
}

interface ImapError extends Error {
  authenticationFailed?: boolean;
}

const hasFailedToSignIn = (error: unknown): boolean =>
  (error as ImapError).authenticationFailed === true;

async function connect(
  { egress }: Deps,
  { incoming }: MailboxRow,
  auth: Credential,
  signal: AbortSignal | undefined,
): Promise<ImapFlow> {
  const { host = '', port = 993, security = 'tls' } = incoming;
  // Most processes read no mailbox, so the library is imported on demand.
  const library = await import('imapflow');
  const client = new library.ImapFlow({
    host: await egress.addressOf(host),
    ...(isIP(host) === 0 && { servername: host }),
    port,
    secure: security === 'tls',
    ...(security === 'starttls' && { doSTARTTLS: true }),
    auth,
    clientInfo: { name: 'Signalbox' },
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: GREET_WITHIN_MS,
    socketTimeout: RESPOND_WITHIN_MS,
    maxIdleTime: IDLE_MS,
    // The reader says when it has nothing to do, so nothing is gained by a pause.
    autoIdleDelay: 50,
    // Fifty connections with compression would need some 15 MB more.
    disableCompression: true,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_MAIL_BYTES,
    maxResponseSize: MAX_MAIL_BYTES + MAX_LINE_BYTES,
    logger: false,
  });
  // The pending command is rejected, too; without a listener the error would end the process.
  client.on('error', () => {});
  // A server that does not respond must not keep a process from stopping.
  const close = () => client.close();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', close, { once: true });
  client.on('close', () => signal?.removeEventListener('abort', close));
  try {
    await client.connect();
    return client;
  } catch (error) {
    close();
    throw error;
  }
}

/** A token that the server refuses is replaced once: it may have been revoked before its end. */
async function connectWithToken(
  deps: Deps,
  row: MailboxRow,
  user: string,
  secret: string,
  signal: AbortSignal | undefined,
): Promise<ImapFlow> {
  const grant = grantOf(row.incoming, secret);
  const accessToken = await deps.clientTokens.get(grant);
  try {
    return await connect(deps, row, { user, accessToken }, signal);
  } catch (error) {
    if (!hasFailedToSignIn(error)) throw error;
    const fresh = await deps.clientTokens.renew(grant, accessToken);
    if (fresh === undefined) throw error;
    return connect(deps, row, { user, accessToken: fresh }, signal);
  }
}

export interface OpenFolder {
  client: ImapFlow;
  /** The server gives a new number when the ids of mails begin again. */
  uidValidity: number;
  /** The next mail gets this id, or a larger one. */
  uidNext: number;
}

/** The folder is opened for reading only, so that no flag of a mail changes. The signal closes the connection. */
export async function openFolder(
  deps: Deps,
  row: MailboxRow,
  signal?: AbortSignal,
): Promise<OpenFolder> {
  const { user = '', auth } = row.incoming;
  const secret = secretOfLogin(deps.keys, 'incoming', row);
  const client = await (auth === 'oauth'
    ? connectWithToken(deps, row, user, secret, signal)
    : connect(deps, row, { user, pass: secret }, signal));
  try {
    const { uidValidity, uidNext } = await client.mailboxOpen(FOLDER, { readOnly: true });
    return { client, uidValidity: Number(uidValidity), uidNext };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Returns why the mailbox cannot be read. */
export async function verifyImap(deps: Deps, row: MailboxRow): Promise<Error | undefined> {
  try {
    const { client } = await openFolder(deps, row);
    client.close();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
