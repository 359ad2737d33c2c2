// Programs that answer mail must not answer each other.
import type { ParsedMail } from '../text/parse/parsed-mail.ts';

/**
 * A `report` is about another mail, and a `response` answers one. A mail through a `list` may be written by a person; any
 * `other` is sent by a program of its own accord.
 */
export type Automatic = 'report' | 'response' | 'list' | 'other';

type Sign = NonNullable<ParsedMail['classification']['automatic']>;

const kindOfSign: Partial<Record<Sign, Automatic>> = {
  report: 'report',
  mailer_daemon: 'report',
  auto_reply: 'response',
  out_of_office: 'response',
  list: 'list',
};

const headerOf = ({ headers }: Pick<ParsedMail, 'headers'>, name: string): string =>
  (headers.find(([own]) => own === name)?.[1] ?? '').trim().toLowerCase();

/** Vacation programs send with an empty return path, and name the mail that they respond to. */
const responds = (mail: Pick<ParsedMail, 'headers' | 'inReplyTo'>, sign: Sign): boolean =>
  headerOf(mail, 'auto-submitted').startsWith('auto-replied') ||
  ((sign === 'auto_submitted' || sign === 'empty_return_path') && mail.inReplyTo.length > 0);

export function automaticOf(
  mail: Pick<ParsedMail, 'classification' | 'headers' | 'inReplyTo'>,
): Automatic | undefined {
  const { automatic: sign, bounce } = mail.classification;
  if (bounce) return 'report';
  if (sign === undefined) return undefined;
  if (responds(mail, sign)) return 'response';
  if (sign === 'precedence' && headerOf(mail, 'precedence') === 'list') return 'list';
  return kindOfSign[sign] ?? 'other';
}
