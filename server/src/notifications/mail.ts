// Mail, by whatever server the operator names. Who sends does so in a job, which is repeated while the server is away.
import { createTransport } from 'nodemailer';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Config } from '../platform/runtime/config.ts';
import { htmlOf, type EmailContent, plainOf } from './email-content.ts';

export interface Mail {
  /** Whom the letter names as its recipients. */
  to: readonly string[];
  /** Who of them gets it now; all, unless given. */
  envelope?: readonly string[];
  letter: EmailContent;
  /** The same on every try, so that a receiver knows one that came twice. */
  messageId?: string;
}

/** Each address of the envelope is in one of these, as it was given. */
export interface Sent {
  /** The server has taken the mail for them. */
  accepted: string[];
  /** Refused for good. */
  refused: string[];
  /** Refused for now; another attempt may succeed. */
  deferred: string[];
}

/** The server got the whole text and did not respond: it may have taken the mail. */
export class UnansweredError extends Error {}

const WITHIN_MS = 5000;

/** A line break in a name would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** An object is one recipient; a text would be parsed, and `x,y@example.com` would be two. */
const recipientOf = (address: string) => ({ name: '', address });

/** The form in which the mailer sends an address, and by which its errors name it: domain in lower case and ASCII. */
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

/** Addresses the errors do not name have the `otherwise` outcome. */
function outcomes(
  envelope: readonly string[],
  errors: readonly Refusal[],
  otherwise: keyof Sent,
): Sent {
  const errorOf = new Map(errors.map((error) => [error.recipient, error]));
  const sent: Sent = { accepted: [], refused: [], deferred: [] };
  for (const address of envelope) {
    const error = errorOf.get(envelopeForm(address));
    const outcome = error ? (isPermanent(error) ? 'refused' : 'deferred') : otherwise;
    sent[outcome].push(address);
  }
  return sent;
}

/** Throws what may pass. A server that refuses us, rather than the mail, may have wrong credentials for a while. */
function failedOutcomes(error: SmtpError, envelope: readonly string[]): Sent {
  const { rejectedErrors = [], command } = error;
  if (rejectedErrors.some(isPermanent)) return outcomes(envelope, rejectedErrors, 'deferred');
  if (command === 'DATA' && isPermanent(error)) return outcomes(envelope, [], 'refused');
  throw error;
}

const ignore = () => {};

/** The mailer logs when the last byte of the text is written; nothing else of it tells. */
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

/** Throws if the server cannot be spoken with, or puts off every address. */
export async function sendMail(
  { SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  { to, envelope = to, letter, messageId }: Mail,
): Promise<Sent> {
  const watcher = textWatcher();
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    logger: watcher.logger as never,
  });
  try {
    const { rejectedErrors = [] } = await transport.sendMail({
      from: MAIL_FROM,
      to: to.map(recipientOf),
      envelope: { from: MAIL_FROM, to: envelope.map(recipientOf) as never },
      subject: oneLine(letter.subject),
      text: plainOf(letter),
      html: htmlOf(letter),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(messageId && { messageId }),
    });
    return outcomes(envelope, rejectedErrors as Refusal[], 'accepted');
  } catch (error) {
    const { message, responseCode } = error as SmtpError;
    if (watcher.isTextSent && responseCode === undefined) {
      throw new UnansweredError(message, { cause: error });
    }
    return failedOutcomes(error as SmtpError, envelope);
  } finally {
    transport.close();
  }
}
