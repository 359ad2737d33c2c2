// Reading a change computes the conflicts of its planned window: other changes on a shared CI, and freezes.
import type { Settings } from '../../platform/runtime/settings.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { fieldsOf } from '../../records/index.ts';
import type { Conflict } from '../changes.schema.ts';
import type { Freeze } from '../changes.settings.ts';
import { finishedStates } from '../changes.states.ts';
import { findOverlaps, type PlannedChange } from './windows.sql.ts';

interface Window {
  planned_start_at: string | null;
  planned_end_at: string | null;
}

const isDuring = ({ from, to }: Freeze, { planned_start_at, planned_end_at }: Window): boolean =>
  planned_start_at !== null &&
  planned_end_at !== null &&
  Date.parse(from) < Date.parse(planned_end_at) &&
  Date.parse(to) > Date.parse(planned_start_at);

const iso = (time: string): string => new Date(time).toISOString();

/** Returns the freezes that overlap a period, with times in the format of responses. */
export const freezesDuring = (
  freezes: readonly Freeze[],
  period: { from: string; to: string },
): Freeze[] =>
  freezes
    .filter((one) => isDuring(one, { planned_start_at: period.from, planned_end_at: period.to }))
    .map((one) => ({ ...one, from: iso(one.from), to: iso(one.to) }));

type FreezableChange = Pick<PlannedChange, 'type' | 'ci_ids'> & Window;

/** A freeze without classes is one conflict; with classes it is one per CI of such a class. */
export const freezeConflicts = (
  change: FreezableChange,
  freezes: readonly Freeze[],
  classes: ReadonlyMap<string, unknown>,
): Conflict[] =>
  change.type === 'emergency'
    ? []
    : freezes
        .filter((one) => isDuring(one, change))
        .flatMap((freeze) => {
          const conflict: Conflict = {
            kind: 'freeze',
            freeze: freeze.name,
            planned_start_at: iso(freeze.from),
            planned_end_at: iso(freeze.to),
          };
          if (!freeze.classes) return [conflict];
          const frozen = new Set<unknown>(freeze.classes);
          return change.ci_ids
            .filter((id) => frozen.has(classes.get(id)))
            .map((ci_id) => ({ ...conflict, ci_id }));
        });

/** Reads the classes of CIs only for changes during a freeze that names classes. */
function classesOf(
  db: Db | Tx,
  some: readonly PlannedChange[],
  freezes: readonly Freeze[],
): Promise<ReadonlyMap<string, unknown>> {
  const byClass = freezes.filter(({ classes }) => classes);
  const affected = some.filter((change) => byClass.some((freeze) => isDuring(freeze, change)));
  return fieldsOf(db, 'ci', 'class', [...new Set(affected.flatMap(({ ci_ids }) => ci_ids))]);
}

/** Maps the id of each change to its conflicts. A finished change has none. */
export async function conflictsOf(
  db: Db | Tx,
  { change_freezes: freezes }: Pick<Settings, 'change_freezes'>,
  some: readonly PlannedChange[],
): Promise<ReadonlyMap<string, Conflict[]>> {
  const planned = some.filter(
    ({ state, planned_start_at, planned_end_at }) =>
      planned_start_at !== null && planned_end_at !== null && !finishedStates.includes(state),
  );
  const withCis = planned.filter(({ ci_ids }) => ci_ids.length > 0).map(({ id }) => id);
  const overlaps = withCis.length === 0 ? [] : await findOverlaps(db, withCis);
  const classes = await classesOf(db, planned, freezes);
  const byChange = Map.groupBy(overlaps, ({ id }) => id);
  return new Map(
    planned.map((change) => [
      change.id,
      [
        ...(byChange.get(change.id) ?? []).map(({ id: _, ...other }): Conflict => ({
          kind: 'overlap',
          ...other,
        })),
        ...freezeConflicts(change, freezes, classes),
      ],
    ]),
  );
}
