// Programs that answer mail must not answer each other.
import type { ParsedMail } from '../text/parse/parsed-mail.ts';

/**
 * A `bounce` reports that a mail was not delivered, another `report` what became of one, and a `response` answers one. A mail
 * through a `list` may be written by a person; any `other` is sent by a program of its own accord.
 */
export type Automatic = 'bounce' | 'report' | 'response' | 'list' | 'other';

type Sign = NonNullable<ParsedMail['classification']['automatic']>;

const kindOfSign: Partial<Record<Sign, Automatic>> = {
  report: 'report',
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
  mail: Pick<ParsedMail, 'classification' | 'from' | 'headers' | 'inReplyTo'>,
): Automatic | undefined {
  const { automatic: sign, bounce } = mail.classification;
  if (bounce) return 'bounce';
  if (sign === undefined) return undefined;
  // A postmaster may be a person.
  if (mail.from.some(({ address }) => /^mailer-daemon@/i.test(address))) return 'bounce';
  if (responds(mail, sign)) return 'response';
  if (sign === 'precedence' && headerOf(mail, 'precedence') === 'list') return 'list';
  return kindOfSign[sign] ?? 'other';
}
