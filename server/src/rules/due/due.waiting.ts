// Decides whether a record waits for a rule.
import type { Row } from '../actions/draft.ts';
import type { CompiledRule } from '../run/compiled.ts';
import type { relatedReader } from '../run/related.ts';
import { isMergedRow } from '../run/triggers.ts';

export const canWait = (row: Row): boolean =>
  (row.deleted_at ?? null) === null && !isMergedRow(row);

export async function meets(
  compiled: CompiledRule,
  row: Row | null,
  readRelated: ReturnType<typeof relatedReader>,
): Promise<boolean> {
  if (!row || !canWait(row)) return false;
  const readsOthers = compiled.readsCi || compiled.readsRequester;
  const related = readsOthers ? await readRelated(row, compiled) : {};
  return compiled.test({ before: null, after: row, ...related });
}
