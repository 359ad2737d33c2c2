// Filters of a list: a column, a comparison and its values; or conditions that are chosen by name.
import { type RawBuilder, sql } from 'kysely';
import { comparableAddress } from '../postgres/addresses.ts';

/** How a time follows that of the main sort; see lags.ts. */
export interface Lag {
  /** The column of the sort, which is never later than the filtered one. */
  behind: string;
  /** The class of a row's lag, by which an index begins that continues with the sort. */
  classOf: RawBuilder<unknown>;
  /** The smallest lag of each class but the first, in milliseconds. */
  bounds: readonly number[];
}

interface ColumnFilter {
  column: string;
  /**
   * `in`: equal to one of the values. `contains`: the column is an array with one of the values, or several. `after`,
   * `before`: exclusive. `since`: inclusive.
   */
  test: 'in' | 'contains' | 'after' | 'before' | 'since';
  type: 'text' | 'timestamptz';
  /** The column holds addresses of people, which are compared regardless of case. */
  isAddress?: true;
  lag?: Lag;
}

/** Some values of a column. */
export interface ColumnValues {
  column: string;
  values: readonly string[];
}

export interface Alternative {
  where: RawBuilder<boolean>;
  /** All its rows have one of these values; left out if the request asks for others. */
  only?: ColumnValues;
  /** The same in parts, each of which has an index in the order of the main sort. */
  walks?: readonly Alternative[];
}

/** A condition with a name, at a time. Its alternatives exclude each other, so that each is read by its own index. */
export type NamedCondition = (now: string) => readonly Alternative[];

/** The values of the parameter are names of conditions. */
interface NamedFilter {
  test: 'named';
  conditions: Readonly<Record<string, NamedCondition>>;
  /** Sets of names whose conditions exclude each other. */
  disjoint?: readonly (readonly string[])[];
}

export type Filter = ColumnFilter | NamedFilter;

export interface ColumnCondition extends ColumnFilter {
  values: readonly string[];
}

interface ChosenCondition {
  test: 'named';
  /** All alternatives of all chosen names. */
  alternatives: readonly Alternative[];
  /** Whether no row matches two of them. */
  areDisjoint: boolean;
}

export type Condition = ColumnCondition | ChosenCondition;

export const isNamed = (condition: Condition): condition is ChosenCondition =>
  condition.test === 'named';

export function conditionOf(filter: Filter, values: readonly string[], now: string): Condition {
  if (filter.test !== 'named') return { ...filter, values };
  const names = [...new Set(values)];
  const alternatives = names.flatMap((name) => filter.conditions[name]?.(now) ?? []);
  const areDisjoint =
    names.length === 1 ||
    filter.disjoint?.some((set) => names.every((name) => set.includes(name))) === true;
  return { test: 'named', alternatives, areDisjoint };
}

/** Whether a row may have a value of both. */
export const overlap = (one: ColumnValues | undefined, other: ColumnValues): boolean =>
  !one || one.column !== other.column || one.values.some((value) => other.values.includes(value));

/** Whether a row with one of these values may match the conditions: PostgreSQL would search all rows for none. */
export const mayMatch = (conditions: readonly Condition[], only?: ColumnValues): boolean =>
  conditions.every((one) => isNamed(one) || one.test !== 'in' || overlap(only, one));

/** The values that differ. A row that matched two of them would otherwise be on a page twice. */
export const distinctValues = (
  filter: Filter | undefined,
  values: readonly string[],
): readonly string[] =>
  filter && filter.test !== 'named' && filter.isAddress
    ? [...new Map(values.map((value) => [value.toLowerCase(), value])).values()]
    : [...new Set(values)];

type Compared = Pick<ColumnFilter, 'column' | 'isAddress'>;

export const comparedColumn = ({ column, isAddress }: Compared): RawBuilder<unknown> =>
  isAddress ? comparableAddress(column) : sql.ref(column);

export const comparedValue = (
  { isAddress }: Pick<Compared, 'isAddress'>,
  value: string | undefined,
): RawBuilder<unknown> => (isAddress ? sql`lower(${value}::text)` : sql`${value}::text`);

export const comparedValues = (
  { isAddress }: Pick<Compared, 'isAddress'>,
  values: readonly string[],
): RawBuilder<unknown> =>
  isAddress
    ? sql`array(select lower(address) from unnest(${values}::text[]) as address)`
    : sql`${values}::text[]`;

const comparators = { after: sql`>`, before: sql`<`, since: sql`>=` };

/** A single value uses `=`: for `any` the planner does not know that the index is ordered by the remaining columns. */
export const conditionSql = (condition: Condition): RawBuilder<boolean> => {
  if (isNamed(condition))
    return sql<boolean>`(${sql.join(
      condition.alternatives.map(({ where }) => where),
      sql` or `,
    )})`;
  const { column, test, type, values } = condition;
  const [name, as, [first]] = [sql.ref(column), sql.raw(type), values];
  if (test === 'contains') return sql<boolean>`${name} && ${values}::${as}[]`;
  if (test !== 'in') return sql<boolean>`${name} ${comparators[test]} ${first}::${as}`;
  const compared = comparedColumn(condition);
  return values.length === 1
    ? sql<boolean>`${compared} = ${comparedValue(condition, first)}`
    : sql<boolean>`${compared} = any(${comparedValues(condition, values)})`;
};

export const every = (conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)}`;
