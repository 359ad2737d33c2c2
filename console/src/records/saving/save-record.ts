// Changes of a record are saved one after another. Fields show at once, changes of other fields are merged, and a
// conflict in the same fields is returned with both values.
import {
  conflictOf,
  faultOf,
  partsKeyOf,
  queryClient,
  type RecordPatch,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
  timelineOf,
  updateRecord,
  warningTexts,
} from '../../api/index.ts';
import { acceptRow, patchRows } from '../../lists/index.ts';
import { patchedFields } from '../../words/index.ts';
import type { Fault } from '../../ui/layout/fault.ts';
import { contestedFields, overlap, type RecordConflict } from './conflict.ts';
import { OwnSaves } from './own-saves.ts';

export type SaveOutcome =
  | {
      kind: 'saved';
      version: number;
      merged: readonly string[];
      /** Values were saved that may be mistakes. */
      warnings: readonly string[];
    }
  | { kind: 'conflict'; conflict: RecordConflict }
  | { kind: 'failed'; fault: Fault };

/** Shows the record that the service returned, on its page and in lists. */
export function acceptRecord<T extends RecordType>(
  ref: RecordRef<T>,
  record: RecordTypes[T],
): void {
  queryClient.setQueryData(recordQuery(ref).queryKey, record);
  acceptRow(ref.type, record);
}

/** Reads the record and its parts again. */
export async function refreshRecord(ref: RecordRef): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordQuery(ref).queryKey }),
    queryClient.invalidateQueries({ queryKey: partsKeyOf(ref) }),
  ]);
}

/** A save gives up after others were faster this many times. */
const MAX_TRIES = 5;

async function send(ref: RecordRef, patch: RecordPatch, version: number) {
  let base = version;
  const merged = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { record: await updateRecord(ref, patch, base), merged: [...merged] };
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict || attempt >= MAX_TRIES || overlap(patch, conflict).length > 0) throw error;
      base = conflict.currentVersion;
      for (const field of conflict.changedFields) merged.add(field);
    }
  }
}

/** Fields that both set to the same value are saved already. */
async function conflictIn(
  ref: RecordRef,
  patch: RecordPatch,
  changedFields: readonly string[],
): Promise<SaveOutcome> {
  const record = await queryClient.fetchQuery({ ...recordQuery(ref), staleTime: 0 });
  acceptRecord(ref, record);
  const timeline = await queryClient.fetchInfiniteQuery({ ...timelineOf(ref), staleTime: 0 });
  const entries = timeline.pages.flatMap((page) => page.entries);
  const contested = contestedFields(patch, changedFields, { ...record }, entries);
  const { version } = record;
  return contested.length === 0
    ? { kind: 'saved', version, merged: [], warnings: [] }
    : { kind: 'conflict', conflict: { ...ref, patch, version, contested } };
}

const own = new OwnSaves();

/** Shows fields before they are saved; a move to another state waits for the response. */
function showAtOnce(ref: RecordRef, patch: RecordPatch): () => void {
  if ('state' in patch) return () => undefined;
  const key = recordQuery(ref).queryKey;
  const before = queryClient.getQueryData(key);
  const fields = patchedFields(before, patch);
  queryClient.setQueryData(key, (now) => now && { ...now, ...fields });
  const takeBackRows = patchRows(ref.type, ref.id, fields);
  return () => {
    queryClient.setQueryData(key, before);
    takeBackRows();
  };
}

async function save(ref: RecordRef, patch: RecordPatch, version: number): Promise<SaveOutcome> {
  const key = recordQuery(ref).queryKey;
  const base = own.since(ref.id, version);
  if (overlap(patch, { currentVersion: base.version, changedFields: base.foreign }).length > 0)
    return conflictIn(ref, patch, base.foreign);
  const takeBack = showAtOnce(ref, patch);
  try {
    const { record, merged } = await send(ref, patch, base.version);
    own.add({ id: ref.id, base: base.version, to: record.version, merged });
    acceptRecord(ref, record);
    const warnings = warningTexts(ref.type, record, record);
    return { kind: 'saved', version: record.version, merged, warnings };
  } catch (error) {
    const conflict = conflictOf(error);
    takeBack();
    try {
      if (conflict) return await conflictIn(ref, patch, conflict.changedFields);
      await queryClient.refetchQueries({ queryKey: key });
    } catch {
      // The first error says more than the failure to read the record again.
    }
    return { kind: 'failed', fault: faultOf(error) };
  }
}

/** Each record has at most one save that runs; the next one waits for it. */
const running = new Map<string, Promise<unknown>>();

export function saveRecord(
  ref: RecordRef,
  patch: RecordPatch,
  version: number,
): Promise<SaveOutcome> {
  const next = (running.get(ref.id) ?? Promise.resolve()).then(() => save(ref, patch, version));
  // A save that failed does not stop the next.
  const settled = next.catch(() => undefined);
  running.set(ref.id, settled);
  void settled.then(() => running.get(ref.id) === settled && running.delete(ref.id));
  return next;
}
