// Mail, by whatever server the operator names. Who sends does so in a job, which is repeated while the server is away.
import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const WITHIN_MS = 5000;

/** A line break in a name would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

export async function sendMail(
  { SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  { to, subject, text }: Mail,
): Promise<void> {
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  });
  try {
    await transport.sendMail({
      from: MAIL_FROM,
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
