// Mails about one record form one thread in the recipient's mail program, whatever their subjects are.
import type { WaitingMail } from './mails.sql.ts';

type About = Pick<WaitingMail, 'type' | 'record_type' | 'record_id'>;

/** Nobody can guess the id of a mail, so a received mail that names it has seen it. */
export const messageIdOf = (mailId: string, host: string): string => `<${mailId}@${host}>`;

export const isAboutAccount = ({ type }: Pick<About, 'type'>): boolean =>
  type.startsWith('account.');

export interface Thread {
  inReplyTo: string;
  references: string;
}

/**
 * All mails about a record refer to one id, which no message has: the first mail of a record is another one for each
 * recipient. Everybody can guess it, so a received mail that names it says nothing about its record.
 */
export function threadOf(about: About, host: string): Thread | undefined {
  if (isAboutAccount(about)) return undefined;
  const { record_type, record_id } = about;
  const root = `<${record_type}.${record_id.toLowerCase()}@${host}>`;
  return { inReplyTo: root, references: root };
}
