// Sends mail through the configured SMTP server. Callers run it in a job, which is retried while the server is down.
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import MimeNode from 'nodemailer/lib/mime-node';
import { CHAIN_HEADER } from '../../platform/http/request/rule-chain.ts';
import { htmlOf, plainOf, type Rendered } from './email-content.ts';
import { type LoginOptions, type MailServer, withLogin } from './mail.login.ts';
import type { Thread } from './threading.ts';

export interface Mail {
  /** The header of the mail lists these recipients. */
  to: readonly string[];
  /** This attempt is for these recipients; all by default. */
  envelope?: readonly string[];
  content: Rendered;
  /** A mailbox sends the mail; the instance by default. */
  from?: { name: string; address: string };
  replyTo?: string;
  thread?: Thread | undefined;
  /** The id is the same on every attempt, so that a receiver recognises duplicates. */
  messageId?: string;
  /** See platform/http/request/rule-chain.ts. */
  chain?: string;
}

/** Each address of the envelope is in exactly one of these. */
export interface SendResult {
  /** The server has accepted the mail for these addresses. */
  accepted: string[];
  /** These addresses were refused permanently. */
  refused: string[];
  /** These addresses were refused temporarily; another attempt may succeed. */
  deferred: string[];
}

/** The server received the whole text and did not respond: it may have accepted the mail. */
export class NoResponseError extends Error {}

const TIMEOUT_MS = 5000;

/** A line break would allow header injection. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** An object is one recipient; a string would be parsed, and `x,y@example.com` would be two. */
const recipientOf = (address: string) => ({ name: '', address });

/** Returns the address as nodemailer sends it and names it in errors: with the domain in lower case and ASCII. */
const envelopeForm = (address: string): string | undefined =>
  new MimeNode().setEnvelope({ to: [recipientOf(address)] }).getEnvelope().to[0];

interface Refusal {
  recipient?: string;
  responseCode?: number;
}

interface SmtpError extends Error {
  command?: string;
  responseCode?: number;
  rejectedErrors?: Refusal[];
}

const isPermanent = ({ responseCode = 0 }: Refusal): boolean => responseCode >= 500;

/** Addresses that no error names get the `otherwise` outcome. */
function outcomes(
  envelope: readonly string[],
  errors: readonly Refusal[],
  otherwise: keyof SendResult,
): SendResult {
  const errorOf = new Map(errors.map((error) => [error.recipient, error]));
  const result: SendResult = { accepted: [], refused: [], deferred: [] };
  for (const address of envelope) {
    const error = errorOf.get(envelopeForm(address));
    const outcome = error ? (isPermanent(error) ? 'refused' : 'deferred') : otherwise;
    result[outcome].push(address);
  }
  return result;
}

/** Throws transient errors. Refused credentials count as transient: they may be fixed soon. */
function failedOutcomes(error: SmtpError, envelope: readonly string[]): SendResult {
  const { rejectedErrors = [], command } = error;
  if (rejectedErrors.some(isPermanent)) return outcomes(envelope, rejectedErrors, 'deferred');
  if (command === 'DATA' && isPermanent(error)) return outcomes(envelope, [], 'refused');
  throw error;
}

const ignore = () => {};

/** Nodemailer reports only in its log that the last byte of the text was written. */
function textWatcher() {
  const watcher = {
    isTextSent: false,
    logger: {
      level: ignore,
      trace: ignore,
      debug: ignore,
      info: (entry: { tnx?: string }) => {
        if (entry.tnx === 'message') watcher.isTextSent = true;
      },
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  };
  return watcher;
}

const socketBy = (connect: NonNullable<MailServer['connect']>) =>
  callbackify(async ({ host, port }: { host: string; port: number }) => ({
    connection: await connect(host, port),
  }));

const openTransport = (
  { config, connect }: MailServer,
  login: LoginOptions,
  logger?: ReturnType<typeof textWatcher>['logger'],
) =>
  createTransport({
    url: config.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(login as object),
    // The server of a mailbox has a login; one that offers none would get the mail without it.
    ...((connect && { getSocket: socketBy(connect), forceAuth: true }) as object | undefined),
    ...(logger && { logger: logger as never }),
  });

/** Connects and authenticates without sending; returns the reason of a refusal. */
export async function verifyMailServer(deps: MailServer): Promise<Error | undefined> {
  const verify = async (login: LoginOptions) => {
    const transport = openTransport(deps, login);
    await transport.verify().finally(() => transport.close());
  };
  try {
    await withLogin(deps, verify);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Automatic mail must not be answered by another machine (RFC 3834); Exchange obeys a header of its own. */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
};

/** A line of a mail has at most 998 octets (RFC 5322), and is folded at spaces only. */
const foldable = (value: string): string => value.replaceAll(/.{64}/g, '$& ').trimEnd();

async function attemptSend(
  server: MailServer,
  login: LoginOptions,
  { to, envelope = to, content, from, replyTo, thread, messageId, chain }: Mail,
): Promise<SendResult> {
  const { MAIL_FROM } = server.config;
  const watcher = textWatcher();
  const transport = openTransport(server, login, watcher.logger);
  try {
    const { rejectedErrors = [] } = await transport.sendMail({
      from: from ? { ...from, name: oneLine(from.name) } : MAIL_FROM,
      to: to.map(recipientOf),
      ...(replyTo && { replyTo: recipientOf(replyTo) }),
      envelope: {
        from: from ? recipientOf(from.address) : MAIL_FROM,
        to: envelope.map(recipientOf) as never,
      },
      subject: oneLine(content.subject),
      text: plainOf(content),
      html: htmlOf(content),
      headers: {
        ...(content.note ? {} : automaticHeaders),
        ...(chain !== undefined && { [CHAIN_HEADER]: foldable(chain) }),
      },
      ...thread,
      ...(messageId && { messageId }),
    });
    return outcomes(envelope, rejectedErrors as Refusal[], 'accepted');
  } catch (error) {
    const { message, responseCode } = error as SmtpError;
    if (watcher.isTextSent && responseCode === undefined) {
      throw new NoResponseError(message, { cause: error });
    }
    return failedOutcomes(error as SmtpError, envelope);
  } finally {
    transport.close();
  }
}

/** Throws if the server is unreachable, refuses the login or defers every address. */
export const sendMail = (deps: MailServer, mail: Mail): Promise<SendResult> =>
  withLogin(deps, (login) => attemptSend(deps, login, mail));
