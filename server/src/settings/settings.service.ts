// The settings of the instance, changed like any record.
import { changesBetween, emit, fieldsChangedSince } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Answer,
  type Call,
  okRecord,
  type PatchCall,
} from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import {
  lockSettings,
  readSettings,
  saveSettings,
  type SettingsRow,
} from '../platform/runtime/settings.ts';
import type { SettingsUpdate } from './settings.schema.ts';

/** No other record has this id; client ids are in lower case. */
const RECORD_ID = 'SETTINGS';

/** All but the version. */
const fieldsOf = ({ version: _, ...fields }: SettingsRow) =>
  Object.keys(fields) as (keyof SettingsUpdate)[];

type Present = (row: SettingsRow) => SettingsRow;

export const getSettings =
  (present: Present) =>
  async ({ deps }: Call): Promise<Answer> =>
    okRecord(present(await readSettings(deps.unprepared)));

export const updateSettings =
  (present: Present) =>
  async (tx: Tx, call: PatchCall<unknown, unknown, SettingsUpdate>): Promise<Answer> => {
    const before = await lockSettings(tx);
    await requireVersion(call.ifMatch, before.version, (version) =>
      fieldsChangedSince(tx, RECORD_ID, version),
    );
    const wanted = { ...before, ...call.judge(() => present(before)) };
    const changes = changesBetween(before, wanted, fieldsOf(before));
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
  };
