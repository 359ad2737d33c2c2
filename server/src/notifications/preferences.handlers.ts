import { diffFields, emit, fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Reply,
  type RequestContext,
  okRecord,
  type PatchContext,
} from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { findPreferences, type Preferences, savePreferences } from './mails/mails.sql.ts';
import {
  type NotificationType,
  notificationTypes,
  replacedTypes,
} from './notifications.catalogue.ts';

const types = Object.keys(notificationTypes) as NotificationType[];

const replaces: Partial<Record<NotificationType, readonly NotificationType[]>> = replacedTypes;

/** Mail is on, unless it was turned off for the type, or for every type that it replaces. */
const isOn = (email: Preferences['email'], type: NotificationType): boolean =>
  email[type] ?? !(replaces[type]?.every((one) => email[one] === false) ?? false);

const withDefaults = (email: Preferences['email']): Record<NotificationType, boolean> =>
  Object.fromEntries(types.map((type) => [type, isOn(email, type)])) as never;

const present = ({ email, version }: Omit<Preferences, 'recipient'>) => ({
  email: withDefaults(email),
  version,
});

export const getPreferences = async ({ deps, actor }: RequestContext): Promise<Reply> =>
  okRecord(present(await findPreferences(deps.db, actor.email)));

export async function updatePreferences(
  tx: Tx,
  request: PatchContext<unknown, unknown, { email?: Preferences['email'] }>,
): Promise<Reply> {
  const before = await findPreferences(tx, request.actor.email, { lock: true });
  const { recipient } = before;
  await requireVersion(request.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, recipient, version),
  );
  const { email = {} } = await request.readPatch(() => present(before));
  const chosen = { ...before.email, ...email };
  const [old, next] = [withDefaults(before.email), withDefaults(chosen)];
  const changes = diffFields(old, next, types);
  if (Object.keys(changes).length === 0) return okRecord(present(before));
  const after = { recipient, email: chosen, version: before.version + 1 };
  await savePreferences(tx, after, request.now.toISOString());
  await emit(tx, request, {
    record: { type: 'notification_preferences', id: recipient, version: after.version },
    kind: 'notification_preferences.updated',
    changes,
    events: [],
  });
  return okRecord(present(after));
}
