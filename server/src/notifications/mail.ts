// Mail, by whatever server the operator names. Who sends does so in a job, which is repeated while the server is away.
import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config.ts';
import { htmlOf, type Letter, plainOf } from './letter.ts';

export interface Mail {
  /** Whom the letter names as its recipients. */
  to: readonly string[];
  /** Who of them gets it now; all, unless given. */
  envelope?: readonly string[];
  letter: Letter;
  /** The same on every try, so that a receiver knows one that came twice. */
  messageId?: string;
}

/** Who got it and who never will. Others may be tried again. */
export interface Sent {
  accepted: string[];
  refused: string[];
}

const WITHIN_MS = 5000;

/** A line break in a name would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

interface Refusal {
  recipient?: string;
  responseCode?: number;
}

const refusedFor = (errors: readonly Refusal[] = []): string[] =>
  errors.flatMap(({ recipient, responseCode = 0 }) =>
    recipient !== undefined && responseCode >= 500 ? [recipient] : [],
  );

/** Throws if the server cannot be spoken with. */
export async function sendMail(
  { SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  { to, envelope = to, letter, messageId }: Mail,
): Promise<Sent> {
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  });
  try {
    const { accepted, rejectedErrors } = await transport.sendMail({
      from: MAIL_FROM,
      to: to.map((address) => ({ name: '', address })),
      envelope: { from: MAIL_FROM, to: [...envelope] },
      subject: oneLine(letter.subject),
      text: plainOf(letter),
      html: htmlOf(letter),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(messageId && { messageId }),
    });
    const taken = accepted.map(String);
    return { accepted: taken, refused: refusedFor(rejectedErrors as Refusal[] | undefined) };
  } catch (error) {
    const { rejectedErrors } = error as { rejectedErrors?: Refusal[] };
    const refused = refusedFor(rejectedErrors);
    if (refused.length === 0) throw error;
    return { accepted: [], refused };
  } finally {
    transport.close();
  }
}
