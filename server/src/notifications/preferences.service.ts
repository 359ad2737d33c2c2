// A person's choice of mails.
import { changesBetween, emit, fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Answer,
  type Call,
  okRecord,
  type PatchCall,
} from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { findPreferences, type Preferences, savePreferences } from './mails.sql.ts';
import { type NotificationType, notificationTypes } from './notifications.catalogue.ts';

const types = Object.keys(notificationTypes) as NotificationType[];

const withDefaults = (email: Preferences['email']): Record<NotificationType, boolean> =>
  Object.fromEntries(types.map((type) => [type, email[type] ?? true])) as never;

const present = ({ email, version }: Preferences) => ({ email: withDefaults(email), version });

export const getPreferences = async ({ deps, actor }: Call): Promise<Answer> =>
  okRecord(present(await findPreferences(deps.db, actor.email)));

export async function changePreferences(
  tx: Tx,
  call: PatchCall<unknown, unknown, { email?: Preferences['email'] }>,
): Promise<Answer> {
  const recipient = call.actor.email;
  const before = await findPreferences(tx, recipient, { lock: true });
  await requireVersion(call.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, recipient, version),
  );
  const { email = {} } = call.judge(() => present(before));
  const [old, wanted] = [withDefaults(before.email), withDefaults({ ...before.email, ...email })];
  const changes = changesBetween(old, wanted, types);
  if (Object.keys(changes).length === 0) return okRecord(present(before));
  const after = { email: wanted, version: before.version + 1 };
  await savePreferences(tx, recipient, after, call.now.toISOString());
  await emit(tx, call, {
    record: { type: 'notification_preferences', id: recipient, version: after.version },
    kind: 'notification_preferences.updated',
    changes,
    events: [],
  });
  return okRecord(present(after));
}
