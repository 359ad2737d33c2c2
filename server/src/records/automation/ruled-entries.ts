// Divides a write in which rules ran into the entry of its caller and one of each run, which say who changed what.
import type { Cause, Emission, FieldDiff } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import { changesOf, emissionOf } from '../events/emissions.ts';
import type { AddedNote } from '../notes/added-note.ts';
import { type RowWithCounts, withNotes } from '../notes/notes.counts.ts';
import { entryKind, type RecordType, type VersionedRow } from '../record-type.ts';
import type { RuleOutcome, RuleRun } from './rule-engine.ts';

type Values = Record<string, unknown>;

/**
 * Returns the row after the caller's part and after each run. What the engine computed at the end belongs to the last run
 * that changed the column, else to the caller.
 */
function divide<Row extends object>(caller: Row, runs: readonly { row: Row }[], final: Row): Row[] {
  const steps = [caller, ...runs.map(({ row }) => row)].map((row) => ({ ...row }) as Values);
  const last = steps.at(-1) ?? {};
  for (const [column, value] of Object.entries(final)) {
    if (last[column] === value) continue;
    const by = steps.findLastIndex((row, at) => at > 0 && row[column] !== steps[at - 1]?.[column]);
    for (const step of steps.slice(Math.max(0, by))) step[column] = value;
  }
  return steps as Row[];
}

/** An entry refers to its note as entries of updates do. */
export const noteChange = (id: string | undefined): FieldDiff =>
  id === undefined ? {} : { work_note: { from: null, to: id } };

const briefCause = ({ kind, rule }: Cause): Cause => ({ kind, ...(rule && { rule }) });

/** Returns the entry of each run; those of an update precede the one that has its last note and events. */
export function emissionsOfRuns<Row extends VersionedRow, C extends AuditContext>(
  type: RecordType<Row, C>,
  saved: Row,
  steps: readonly Row[],
  { runs, context }: RuleOutcome<Row>,
): Emission[] {
  const kind = entryKind(type, 'updated');
  return runs.flatMap(({ cause, also, notesFor }, at) => {
    const [from, to] = [steps[at] ?? saved, steps[at + 1] ?? saved];
    const notes = notesFor(saved.id);
    const changes = { ...changesOf(type, from, to), ...also, ...noteChange(notes.at(-1)?.id) };
    const plans = [
      // Only the last entry of a run tells what it did besides.
      ...notes
        .slice(0, -1)
        .map(({ id }) => ({ kind, changes: noteChange(id), cause: briefCause(cause) })),
      { kind, changes, cause },
    ];
    return plans.map((plan) => emissionOf(context as C, type, saved, plan));
  });
}

export const notesOfRuns = <Row>(runs: readonly RuleRun<Row>[], id: string): AddedNote[] =>
  runs.flatMap(({ notesFor }) => [...notesFor(id)]);

/** Returns the runs with rows that count the notes of each run and of those before it. */
const countedRuns = <Row extends object>(
  caller: Row,
  runs: readonly RuleRun<Row>[],
  id: string,
): { row: Row }[] => {
  const { work_notes_count, note_counts } = caller as Partial<RowWithCounts>;
  return runs.map(({ row }, at) => ({
    row: withNotes(
      { ...row, work_notes_count, note_counts },
      notesOfRuns(runs.slice(0, at + 1), id),
    ),
  }));
};

/** The row that was inserted counts the notes of rules already. */
export const withoutRuleNotes = <Row extends object>(
  row: Row,
  inserted: object,
  count: number,
): Row =>
  count === 0
    ? row
    : {
        ...row,
        work_notes_count: (inserted as RowWithCounts).work_notes_count - count,
        note_counts: null,
      };

/** The row counts its notes, of which rules add some. */
export const withRuleNotes = <Row extends object>(
  row: Row,
  outcome: RuleOutcome<Row> | undefined,
): Row => (outcome ? withNotes(row, notesOfRuns(outcome.runs, '')) : row);

/** Returns the row after the caller's part and after each run; `id` is that of the record. */
export const stepsOf = <Row extends object>(
  caller: Row,
  runs: readonly RuleRun<Row>[],
  final: Row,
  id: string,
): Row[] => divide(caller, countedRuns(caller, runs, id), final);
