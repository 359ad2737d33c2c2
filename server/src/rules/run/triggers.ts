// Decides which rules a write may run.
import { isDeepStrictEqual } from 'node:util';
import type { RuleTrigger } from '../../platform/runtime/rule-definitions.ts';
import { type AnyAutomation, customChanges, type RuledWrite } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';

/** The request alone decides which rules it triggers. */
export const triggersOf = (
  { before, notes, due }: RuledWrite<Row>,
  isChanged: boolean,
): Set<RuleTrigger> => {
  if (due) return new Set(['updated']);
  if (!before) return new Set(['created']);
  return new Set([
    ...(isChanged ? (['updated'] as const) : []),
    ...(notes.length > 0 ? (['noted'] as const) : []),
  ]);
};

/** It changes with every note, which is no update of a field. */
const COUNTED = 'work_notes_count';

/** Columns that no representation shows, such as whether somebody chose the priority, are no fields. */
export const isFieldChanged = (
  { type: { auditedFields } }: AnyAutomation,
  before: Row,
  next: Row,
): boolean =>
  before !== next &&
  (auditedFields.some(
    (field: string) => field !== COUNTED && !isDeepStrictEqual(before[field], next[field]),
  ) ||
    Object.keys(customChanges(before, next)).length > 0);

/** Duplicates change with their leader, where the rules have run. */
export const isMergedRow = (row: Row | null): boolean => (row?.['merged_into'] ?? null) !== null;
