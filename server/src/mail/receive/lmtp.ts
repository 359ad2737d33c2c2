// Mail servers deliver by LMTP (RFC 2033). A recipient gets 250 only after the commit of its message, so the mail server
// keeps every mail that could be lost here; it may deliver one twice, which is recognised.
import type { Server } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { systemClock } from '../../platform/clock.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Running } from '../../platform/background/schedules.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { UsageError } from '../../platform/errors.ts';
import { storeMessages } from '../messages/messages.store.ts';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';
import { dataBudget, withData } from './incoming-data.ts';
import { LmtpError } from './lmtp-error.ts';
import { findRecipient } from './recipients.sql.ts';
import { trustedPeers } from './trusted-peers.ts';

const MAX_CLIENTS = 50;
const MAX_RECIPIENTS = 100;
const IDLE_MS = 60_000;
const STOP_WITHIN_MS = 5000;

/** The mailbox of each accepted recipient, by the address as it was given. */
type Recipients = Map<string, string>;

const unavailable = (): LmtpError =>
  new LmtpError(451, 'The message cannot be stored now. Try again later.');

/** Any failure but a refusal of ours may be over at the next attempt. */
const asLmtpError = ({ log }: Deps, error: unknown): LmtpError => {
  if (error instanceof LmtpError) return error;
  log.warn({ err: error }, 'lmtp.failed');
  return unavailable();
};

/** Groups the recipients by mailbox, because each mailbox stores the message once. */
const byMailbox = (recipients: Recipients, addresses: readonly string[]) =>
  [...Map.groupBy(addresses, (address) => recipients.get(address) ?? '')].map(
    ([mailboxId, own]) => ({ mailboxId, addresses: own }),
  );

type Done<T = undefined> = (error?: Error | null, result?: T) => void;

/** The library passes the result of a handler, or its error, to a function. */
async function respond<T>(deps: Deps, handling: Promise<T>, done: Done<T>): Promise<void> {
  let result: T;
  try {
    result = await handling;
  } catch (error) {
    done(asLmtpError(deps, error));
    return;
  }
  done(null, result);
}

function handlersOf(deps: Deps, maxBytes: number) {
  const isTrusted = trustedPeers(deps.config.LMTP_TRUSTED);
  const recipientsOf = new WeakMap<SMTPServerSession, Recipients>();
  const budget = dataBudget(systemClock);

  const admit = async ({ address }: SMTPServerAddress, session: SMTPServerSession) => {
    const mailboxId = await findRecipient(deps.db, address);
    if (mailboxId === undefined) throw new LmtpError(550, 'No mailbox has this address.');
    const known: Recipients = recipientsOf.get(session) ?? new Map();
    recipientsOf.set(session, known.set(address, mailboxId));
    return undefined;
  };

  const store = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const { mailFrom, rcptTo } = session.envelope;
    const addresses = rcptTo.map(({ address }) => address);
    const known: Recipients = recipientsOf.get(session) ?? new Map();
    const recipients = byMailbox(known, addresses);
    const read = { budget, clock: systemClock, caller: session.remoteAddress, maxBytes };
    const stored = await withData(stream, read, (raw) =>
      transact(deps, (tx) =>
        storeMessages(tx, {
          via: 'lmtp',
          raw,
          envelopeFrom: mailFrom === false ? '' : mailFrom.address,
          recipients,
          receivedAt: deps.now(),
        }),
      ),
    );
    const ids = new Map(stored.map(({ id, mailbox_id }) => [mailbox_id, id]));
    return addresses.map((address) => `Stored as ${ids.get(known.get(address) ?? '')}`);
  };

  return {
    onConnect: ({ remoteAddress }: SMTPServerSession, done: Done) =>
      isTrusted(remoteAddress)
        ? done()
        : done(new LmtpError(554, 'This address is not among LMTP_TRUSTED.')),
    onMailFrom: (_address: SMTPServerAddress, session: SMTPServerSession, done: Done) => {
      recipientsOf.delete(session);
      done();
    },
    onRcptTo: (address: SMTPServerAddress, session: SMTPServerSession, done: Done) =>
      void respond(deps, admit(address, session), done),
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done<string[]>) =>
      void respond(deps, store(stream, session), done),
  };
}

async function listen(server: SMTPServer, { host, port }: { host: string; port: number }) {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  const socket: Server = server.listen(port, host, () => listening.resolve());
  try {
    await listening.promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`LMTP_LISTEN, which is ${host}:${port}, cannot be used (${code}).`, {
      cause: error,
    });
  }
  return socket;
}

export interface LmtpListener extends Running {
  /** The system chooses a port in place of zero. */
  port: number;
}

/** Returns undefined without `LMTP_LISTEN`. */
export async function startLmtp(
  deps: Deps,
  maxBytes = MAX_MAIL_BYTES,
): Promise<LmtpListener | undefined> {
  const { LMTP_LISTEN: at, BASE_URL } = deps.config;
  if (!at) return undefined;
  const server = new SMTPServer({
    lmtp: true,
    name: new URL(BASE_URL).hostname,
    size: maxBytes,
    maxClients: MAX_CLIENTS,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: STOP_WITHIN_MS,
    authOptional: true,
    // Only the machine itself and trusted networks may connect, so there is nobody to authenticate.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    ...handlersOf(deps, maxBytes),
  });
  const socket = await listen(server, at);
  server.on('error', (error) => deps.log.info({ err: error }, 'lmtp.connection_failed'));
  const address = socket.address();
  const port = typeof address === 'object' && address ? address.port : at.port;
  deps.log.info({ host: at.host, port }, 'lmtp.listening');
  return {
    port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
