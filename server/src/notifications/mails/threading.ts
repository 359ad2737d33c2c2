// Mails about one record form one thread in the recipient's mail program, whatever their subjects are.
import type { WaitingMail } from './mails.sql.ts';

type About = Pick<WaitingMail, 'type' | 'record_type' | 'record_id'>;

export interface Thread {
  inReplyTo: string;
  references: string;
}

/**
 * All mails about a record refer to one id, which no message has: the first mail of a record is another one for each
 * recipient. Everybody can guess it, so a received mail that names it says nothing about its record.
 */
export function threadOf(
  { type, record_type, record_id }: About,
  host: string,
): Thread | undefined {
  if (type.startsWith('account.')) return undefined;
  const root = `<${record_type}.${record_id.toLowerCase()}@${host}>`;
  return { inReplyTo: root, references: root };
}
