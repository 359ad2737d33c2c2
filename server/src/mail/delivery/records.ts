// Makes a record from a mail, with the defaults of its mailbox.
import { findAssignmentFaults } from '../../identity/index.ts';
import { createIncident, incidents } from '../../incidents/index.ts';
import { addLink } from '../../links/index.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { inSavepoint } from '../../platform/postgres/statements.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { NotedRow } from '../../records/index.ts';
import { createServiceRequest, serviceRequests } from '../../requests/index.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import type { AnyNotedType } from './facts.ts';

export interface NewRecord {
  title: string;
  description: string;
  /** The person who has the trouble, unless that is the actor. */
  requester: string | null | undefined;
  isVerified: boolean;
}

type Defaults = Partial<MailboxRow['defaults']>;

interface Creation {
  type: AnyNotedType;
  create: (tx: Tx, context: Context, record: NewRecord, defaults: Defaults) => Promise<NotedRow>;
}

const textOf = ({ title, description }: NewRecord) => ({ short_description: title, description });

const originOf = ({ isVerified }: NewRecord) => ({ sender_verified: isVerified });

const creations: Record<MailboxRow['record_type'], Creation> = {
  incident: {
    type: incidents as unknown as AnyNotedType,
    create: (tx, context, record, defaults) =>
      createIncident(
        tx,
        context,
        {
          ...textOf(record),
          ...defaults,
          ...(record.requester !== undefined && { requester: record.requester }),
        },
        originOf(record),
      ),
  },
  request: {
    type: serviceRequests as unknown as AnyNotedType,
    create: (tx, context, record, defaults) =>
      createServiceRequest(
        tx,
        context,
        {
          ...textOf(record),
          ...defaults,
          ...(record.requester && { requested_for: record.requester }),
        },
        originOf(record),
      ),
  },
};

export const typeOfMailbox = ({ record_type }: Pick<MailboxRow, 'record_type'>): AnyNotedType =>
  creations[record_type].type;

/** The sender of a mail does not choose the defaults, and needs no rights to set them. */
const withRights = (actor: Actor): Actor => ({
  ...actor,
  roles: [...new Set([...actor.roles, 'agent'])],
});

/** A group may have been deleted since it was chosen. */
async function withoutUnassignable(
  tx: Tx,
  context: Context,
  { type }: Creation,
  defaults: Defaults,
): Promise<Defaults> {
  if (!context.settings.assignable_only || defaults.assignment_group === undefined) return defaults;
  const faults = await findAssignmentFaults(tx, context, type, defaults);
  if (faults.length === 0) return defaults;
  const { assignment_group: _, ...others } = defaults;
  return others;
}

/** Values that a field no longer allows are left out: a mail makes its record in any case. */
export async function createFromMail(
  tx: Tx,
  context: Context,
  mailbox: MailboxRow,
  record: NewRecord,
): Promise<NotedRow> {
  const creation = creations[mailbox.record_type];
  const creating = { ...context, actor: withRights(context.actor), reach: 'all' as const };
  const given = await withoutUnassignable(tx, creating, creation, mailbox.defaults);
  const create = (defaults: Defaults) =>
    inSavepoint(tx, () => creation.create(tx, creating, record, defaults));
  try {
    return await create(given);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || given.custom === undefined)
      throw error;
    const { custom: _, ...others } = given;
    return create(others);
  }
}

/** A record with too many links gets none. */
export async function linkFollowUp(
  tx: Tx,
  context: Context,
  type: AnyNotedType,
  id: string,
  follows: string,
): Promise<void> {
  const link = { kind: 'follow_up_of' as const, record: { id: follows } };
  try {
    await inSavepoint(tx, () => addLink(tx, context, type, id, link));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_many_links') throw error;
  }
}
