// Outbound webhooks of a deactivated account, which carry records out, are suspended at once. Inbound webhooks of an
// account that is deactivated or loses their permission continue for 30 days, because an alert must not be lost. Super
// admins are notified.
import { isDeepStrictEqual } from 'node:util';
import { addressesWithRole } from '../../identity/index.ts';
import type { RecordName } from '../../events/index.ts';
import { sendNotification } from '../../notifications/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { saveUpdate } from '../../records/index.ts';
import { actionSpecs } from '../inbound/inbound.actions.ts';
import { inbound } from '../inbound/inbound.handlers.ts';
import type { InboundRow } from '../inbound/inbound.sql.ts';
import { outbound } from '../outbound/outbound.handlers.ts';
import { activeOutboundOf, inboundOf, relayWatermark } from './owners.sql.ts';

/** An account is a user or a client. */
interface Account {
  id: string;
  roles: readonly string[];
  active: boolean;
}

interface Affected {
  record: { type: RecordName; id: string; version: number };
  name: string;
  owner: string;
  /** Only inbound webhooks have an end. */
  endsAt?: string;
}

const INBOUND_GRACE_MS = 30 * 86_400_000;

async function suspendOutbound(tx: Tx, context: AuditContext, owner: Account): Promise<Affected[]> {
  const affected: Affected[] = [];
  const since = (await relayWatermark(tx, context.now)).toISOString();
  for (const id of await activeOutboundOf(tx, owner.id)) {
    const before = await outbound.table.lock(tx, id);
    if (!before?.active) continue;
    // Events from before the webhook was created were never meant for it.
    const missed_since = since > before.created_at ? since : before.created_at;
    const next = { ...before, active: false, missed_since };
    const { version, name } = await saveUpdate(tx, context, outbound, before, next);
    affected.push({ record: { type: outbound.type, id, version }, name, owner: before.owner });
  }
  return affected;
}

const mayAct = ({ active, roles }: Account, { action }: InboundRow): boolean =>
  active && reachOf(actionSpecs[action].policy, { roles }) !== undefined;

/** Returns the end of the webhook and the roles until then; undefined if the update of its owner alters neither. */
function endOf(before: Account, after: Account, webhook: InboundRow, now: Date) {
  if (mayAct(after, webhook))
    return webhook.ends_at === null ? undefined : { ends_at: null, owner_roles: [...after.roles] };
  if (!mayAct(before, webhook)) return undefined;
  const ends_at = new Date(now.getTime() + INBOUND_GRACE_MS).toISOString();
  return { ends_at, owner_roles: [...before.roles] };
}

async function limitInbound(
  tx: Tx,
  context: AuditContext,
  before: Account,
  after: Account,
): Promise<Affected[]> {
  const affected: Affected[] = [];
  for (const id of await inboundOf(tx, after.id)) {
    const webhook = await inbound.table.lock(tx, id);
    const end = webhook && endOf(before, after, webhook, context.now);
    if (!end) continue;
    const also = { ends_at: { from: webhook.ends_at, to: end.ends_at } };
    const next = { ...webhook, ...end };
    const { handle, version, name, owner } = await saveUpdate(tx, context, inbound, webhook, next, {
      also,
    });
    const record = { type: inbound.type, id: handle, version };
    if (end.ends_at !== null) affected.push({ record, name, owner, endsAt: end.ends_at });
  }
  return affected;
}

const consequence = ({ endsAt }: Affected): string =>
  endsAt === undefined
    ? 'The webhook is suspended. It sends nothing until a super admin names another owner; then it also sends the events it missed.'
    : `Until ${endsAt}, the webhook continues with the permissions that its owner had. After that, it rejects events.`;

async function alertAdmins(tx: Tx, context: AuditContext, affected: readonly Affected[]) {
  if (affected.length === 0) return;
  const admins = await addressesWithRole(tx, ['super_admin']);
  for (const one of affected) {
    const { record, name, owner, endsAt } = one;
    const direction = endsAt === undefined ? 'outbound' : 'inbound';
    await sendNotification(tx, context, {
      type: 'webhook.owner_inactive',
      record,
      people: admins,
      data: {
        webhook_id: record.id,
        webhook_name: name,
        owner,
        ...(endsAt !== undefined && { ends_at: endsAt }),
      },
      mailTo: admins,
      content: {
        subject: `Webhook ${name} needs another owner`,
        lines: [
          `${owner}, the owner of the ${direction} webhook "${name}" (${record.id}), was deactivated or no longer has the permission that the webhook needs.`,
          '',
          consequence(one),
          `To name another owner, send PATCH /webhooks/${direction}/${record.id} with {"owner": "<address>"}.`,
        ],
      },
    });
  }
}

/** Runs in the transaction that saves a user or a client. */
export async function onAccountSaved(
  tx: Tx,
  before: Account | null,
  after: Account,
  context: AuditContext,
): Promise<void> {
  if (!before) return;
  if (before.active === after.active && isDeepStrictEqual(before.roles, after.roles)) return;
  const suspended = before.active && !after.active ? await suspendOutbound(tx, context, after) : [];
  const ending = await limitInbound(tx, context, before, after);
  await alertAdmins(tx, context, [...suspended, ...ending]);
}
