// Attached bytes are limited per caller and day, so that the lowest role cannot fill the disk, and per record.
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { readSettings, type Settings } from '../../platform/runtime/settings.ts';
import { addAttachedBytes, attachedBytesToday, attachedBytesOf } from './attachments.usage.sql.ts';

const perDay = ({ reach }: Context, { attachment_bytes_per_day }: Settings): number =>
  attachment_bytes_per_day[reach === 'own' ? 'requesters' : 'others'];

const usedToday = (tx: Tx, { actor, now }: Context): Promise<number> =>
  attachedBytesToday(tx, actor.id, now);

const overDay = (limit: number, used: number): ApiError => {
  const left = Math.max(0, limit - used);
  return new ApiError(
    'attachment_quota',
    `You can attach ${limit} bytes per day (UTC), and ${left} of them are left today. Attach less, or try again tomorrow.`,
    { quota: 'attachment_bytes_per_day', limit_bytes: limit, remaining_bytes: left },
  );
};

const overRecord = (limit: number, used: number): ApiError => {
  const left = Math.max(0, limit - used);
  return new ApiError(
    'attachment_quota',
    `The attachments of a record can have ${limit} bytes in total, and ${left} of them are left. Attach less.`,
    { quota: 'attachment_bytes_per_record', limit_bytes: limit, remaining_bytes: left },
  );
};

/** Returns how many bytes may be attached to the record. Only a locked record keeps the room. */
export async function roomOfRecord(tx: Tx, recordId: string): Promise<number> {
  const { attachment_bytes_per_record: most } = await readSettings(tx);
  return Math.max(0, most - (await attachedBytesOf(tx, recordId)));
}

/** Refuses bytes that do not fit before they are written. Only `chargeQuotas` is reliable: others may attach meanwhile. */
export async function requireQuotas(
  tx: Tx,
  context: Context,
  recordId: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  const settings = await readSettings(tx);
  const onRecord = await attachedBytesOf(tx, recordId);
  const mostOnRecord = settings.attachment_bytes_per_record;
  if (onRecord + bytes > mostOnRecord) throw overRecord(mostOnRecord, onRecord);
  const [used, most] = [await usedToday(tx, context), perDay(context, settings)];
  if (used + bytes > most) throw overDay(most, used);
}

/** Expects the record to be locked, so that nobody else attaches to it meanwhile. */
export async function chargeQuotas(
  tx: Tx,
  context: Context,
  recordId: string,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  await requireQuotas(tx, context, recordId, bytes);
  const most = perDay(context, await readSettings(tx));
  const { actor, now } = context;
  if (!(await addAttachedBytes(tx, actor.id, now, bytes, most)))
    throw overDay(most, await usedToday(tx, context));
}
