// HTTP handlers of the instance settings, which are updated and audited like a record.
import { diffFields, emit, fieldsChangedSince } from '../events/index.ts';
import { invalid } from '../platform/errors.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Reply,
  type RequestContext,
  okRecord,
  type PatchContext,
} from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import {
  lockSettings,
  readSettings,
  saveSettings,
  settingsFaults,
  type SettingsRow,
} from '../platform/runtime/settings.ts';
import type { SettingsUpdate } from './settings.schema.ts';

/** No other record can have this id: client ids are in lower case. */
const RECORD_ID = 'SETTINGS';

/** All but the version. */
const fieldsOf = ({ version: _, ...fields }: SettingsRow) =>
  Object.keys(fields) as (keyof SettingsUpdate)[];

type Present = (row: SettingsRow) => SettingsRow;

export const getSettings =
  (present: Present) =>
  async ({ deps }: RequestContext): Promise<Reply> =>
    okRecord(present(await readSettings(deps.unprepared)));

export const updateSettings =
  (present: Present) =>
  async (tx: Tx, request: PatchContext<unknown, unknown, SettingsUpdate>): Promise<Reply> => {
    const before = await lockSettings(tx);
    await requireVersion(request.ifMatch, before.version, (version) =>
      fieldsChangedSince(tx, RECORD_ID, version),
    );
    const next = { ...before, ...(await request.readPatch(() => present(before))) };
    const faults = settingsFaults(next);
    if (faults.length > 0) throw invalid(faults);
    const changes = diffFields(before, next, fieldsOf(before));
    if (Object.keys(changes).length === 0) return okRecord(present(before));
    const row = { ...next, version: before.version + 1 };
    await saveSettings(tx, row);
    const now = request.deps.now();
    await emit(
      tx,
      { ...request, now },
      {
        record: { type: 'settings', id: RECORD_ID, version: row.version },
        kind: 'settings.updated',
        changes,
        events: [],
      },
    );
    return okRecord(present(row));
  };
