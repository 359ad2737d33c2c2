// Features that own a record notify people about it.
import {
  type AuditContext,
  type Context,
  distinctPeople,
  isOwnAddress,
} from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { type NewNotification, sendNotification } from './notify.ts';

/** The recipients of a notice follow from the update. */
export type RecordNotice = Omit<NewNotification, 'people' | 'mailTo'>;

/** Notifies everybody but the actor of the update, in the service and by mail. */
export async function notifyPeople(
  tx: Tx,
  context: AuditContext & Pick<Context, 'withoutMail'>,
  notice: RecordNotice,
  people: readonly (string | null)[],
): Promise<void> {
  const named = people.filter((one) => one !== null);
  const recipients = distinctPeople(named).filter((one) => !isOwnAddress(context.actor, one));
  if (recipients.length === 0) return;
  await sendNotification(tx, context, { ...notice, people: recipients, mailTo: recipients });
}

export const notifyAssignee = (
  tx: Tx,
  context: AuditContext & Pick<Context, 'withoutMail'>,
  notice: RecordNotice,
  assignee: string | null,
): Promise<void> => notifyPeople(tx, context, notice, [assignee]);
