// Updates the instance settings, which are audited like a record. The caller owns the transaction.
import { diffFields, emit, fieldsChangedSince } from '../events/index.ts';
import type { Context } from '../platform/context.ts';
import { invalid } from '../platform/errors.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  lockSettings,
  saveSettings,
  settingsFaults,
  type SettingsRow,
} from '../platform/runtime/settings.ts';
import type { SettingsUpdate } from './settings.schema.ts';

/** No other record can have this id: client ids are in lower case. */
const RECORD_ID = 'SETTINGS';

const fieldsOf = ({ version: _, ...fields }: SettingsRow) =>
  Object.keys(fields) as (keyof SettingsUpdate)[];

export type PresentSettings = (row: SettingsRow) => SettingsRow;

export async function updateSettings(
  tx: Tx,
  context: Context & { ifMatch?: string | undefined },
  present: PresentSettings,
  readPatch: PatchReader<SettingsUpdate>,
): Promise<SettingsRow> {
  const before = await lockSettings(tx);
  await requireVersion(context.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, RECORD_ID, version),
  );
  const next = { ...before, ...(await readPatch(() => present(before))) };
  const faults = settingsFaults(next);
  if (faults.length > 0) throw invalid(faults);
  const changes = diffFields(before, next, fieldsOf(before));
  if (Object.keys(changes).length === 0) return before;
  const row = { ...next, version: before.version + 1 };
  await saveSettings(tx, row);
  await emit(
    tx,
    { ...context, now: context.clock() },
    {
      record: { type: 'settings', id: RECORD_ID, version: row.version },
      kind: 'settings.updated',
      changes,
      events: [],
    },
  );
  return row;
}
