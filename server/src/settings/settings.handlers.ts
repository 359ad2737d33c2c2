import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Reply,
  type RequestContext,
  okRecord,
  type PatchContext,
} from '../platform/http/request/context.ts';
import { readSettings } from '../platform/runtime/settings.ts';
import type { SettingsUpdate } from './settings.schema.ts';
import { type PresentSettings, updateSettings } from './settings.service.ts';

export const getSettings =
  (present: PresentSettings) =>
  async ({ deps }: RequestContext): Promise<Reply> =>
    okRecord(present(await readSettings(deps.db)));

export const patchSettings =
  (present: PresentSettings) =>
  async (tx: Tx, request: PatchContext<unknown, unknown, SettingsUpdate>): Promise<Reply> =>
    okRecord(present(await updateSettings(tx, request, present, request.readPatch)));
