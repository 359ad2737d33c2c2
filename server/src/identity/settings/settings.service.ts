// The settings of the instance, changed like any record.
import { changesBetween, emit, fieldsChangedSince } from '../../events/index.ts';
import type { Tx } from '../../platform/db.ts';
import { type Answer, type Call, okRecord, type PatchCall } from '../../platform/http/call.ts';
import { requireVersion } from '../../platform/http/etag.ts';
import { picker } from '../../platform/http/schema.ts';
import { lockSettings, readSettings, saveSettings } from '../../platform/settings.ts';
import { InstanceSettings, SettingsUpdate } from './settings.schema.ts';

/** No other record has this id; client ids are in lower case. */
const RECORD_ID = 'SETTINGS';

const present = picker(InstanceSettings);
const settable = Object.keys(SettingsUpdate.properties) as (keyof SettingsUpdate)[];

export const getSettings = async ({ deps }: Call): Promise<Answer> =>
  okRecord(present(await readSettings(deps.unprepared)));

export async function updateSettings(
  tx: Tx,
  call: PatchCall<unknown, unknown, SettingsUpdate>,
): Promise<Answer> {
  const before = await lockSettings(tx);
  await requireVersion(call.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, RECORD_ID, version),
  );
  const wanted = { ...before, ...call.judge(() => present(before)) };
  const changes = changesBetween(before, wanted, settable);
  if (Object.keys(changes).length === 0) return okRecord(present(before));
  const row = { ...wanted, version: before.version + 1 };
  await saveSettings(tx, row);
  const now = call.deps.now();
  await emit(
    tx,
    { ...call, now },
    {
      record: { type: 'settings', id: RECORD_ID, version: row.version },
      kind: 'settings.updated',
      changes,
      events: [],
    },
  );
  return okRecord(present(row));
}
