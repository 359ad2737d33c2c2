// Lists can be filtered by the fields that have an index. The filters of the instance are added to those of the list.
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import type { ColumnFilter, ListSpec } from '../../platform/lists/list-spec.ts';
import type { FieldDefinition } from '../../platform/runtime/custom-fields.ts';
import { nearest } from '../../platform/text.ts';
import { isTimestamp } from '../../platform/http/input/formats.ts';
import { visibleFields } from './custom.rights.ts';
import { FILTER_PREFIX } from './custom.schema.ts';

/** The text of a value as PostgreSQL writes it; undefined for a text that no value has. */
type ValueText = (given: string, field: FieldDefinition) => string | undefined;

const asGiven: ValueText = (given) => given;
const asNumber: ValueText = (given) =>
  /^-?\d{1,16}(\.\d{1,6})?$/.test(given) ? String(Number(given)) : undefined;
const asChoice: ValueText = (given, { choices }) =>
  choices.some(({ value }) => value === given) ? given : undefined;

const texts: Record<FieldDefinition['type'], ValueText> = {
  text: asGiven,
  long_text: asGiven,
  integer: asNumber,
  decimal: asNumber,
  boolean: (given) => (given === 'true' || given === 'false' ? given : undefined),
  date: asGiven,
  datetime: (given) => (isTimestamp(given) ? new Date(given).toISOString() : undefined),
  choice: asChoice,
  choices: asChoice,
  person: asGiven,
  ci: asGiven,
  url: asGiven,
};

/** A field of several values is compared as a whole list. */
const isList = ({ type }: FieldDefinition): boolean => type === 'choices';
const isPerson = ({ type }: FieldDefinition): boolean => type === 'person';

/** The index has the same expression. The key is an identifier by its pattern. */
const valueSql = (field: FieldDefinition) =>
  isList(field)
    ? sql`(custom_values -> ${sql.lit(field.key)})`
    : sql`(custom_values ->> ${sql.lit(field.key)})`;

const indexedSql = (field: FieldDefinition) =>
  isPerson(field) ? sql`lower(${valueSql(field)})` : valueSql(field);

const filterOf = (field: FieldDefinition): ColumnFilter => ({
  column: `${FILTER_PREFIX}${field.key}`,
  expression: indexedSql(field),
  test: isList(field) ? 'contains' : 'in',
  type: isList(field) ? 'jsonb' : 'text',
  ...(isPerson(field) && { isAddress: true as const }),
});

const unknown = (name: string, known: readonly string[]): Fault => ({
  in: 'query',
  pointer: `/${name}`,
  code: 'unknown_parameter',
  message: `${name} is not a known parameter: no field that filters these records has this key.`,
  allowed: known,
  nearest: nearest(name, known),
});

const notReady = (name: string): Fault => ({
  in: 'query',
  pointer: `/${name}`,
  code: 'not_allowed',
  message: `${name} cannot be used yet: its index is being built. GET /fields shows the progress.`,
});

const noSuchValue = (name: string, given: string, { type, choices }: FieldDefinition): Fault => ({
  in: 'query',
  pointer: `/${name}`,
  code: 'not_allowed',
  message: `${name} has no value ${given}: the field has the type ${type}.`,
  ...(choices.length > 0 && {
    allowed: choices.map(({ value }) => value),
    nearest: nearest(
      given,
      choices.map(({ value }) => value),
    ),
  }),
});

/**
 * PostgreSQL reads each row that it counts by such an index, because an index of an expression has no columns: 1,000 take
 * 5 ms, 10,000 take 50. Rows with one filter are soon found, by its index or among the newest rows, so their total decides
 * nothing; with more filters, which may exclude each other, matches up to the larger bound are collected.
 */
const COUNT_OF_ONE_FILTER = 1000;
const COUNT_OF_MORE_FILTERS = 10_000;

/** A field of several values has an index without an order. */
const hasOrder = ({ test }: ColumnFilter): boolean => test === 'in';

const isGiven = (query: object, name: string): boolean =>
  (query as Record<string, unknown>)[name] !== undefined;

type FilteredSpec = Pick<ListSpec, 'filters' | 'indexes' | 'countBound'>;

interface Filtered<Spec, Query> {
  spec: Spec;
  query: Query;
}

/** Returns the list with the filters that the request names, and the query with values as they are stored. */
export function withCustomFilters<Spec extends FilteredSpec, Query extends object>(
  type: string,
  spec: Spec,
  { query, ...viewer }: Pick<Context, 'actor' | 'fields'> & { query: Query },
): Filtered<Spec, Query> {
  const named = Object.entries(query).filter(([name]) => name.startsWith(FILTER_PREFIX));
  if (named.length === 0) return { spec, query };
  const filterable = visibleFields(type, viewer).filter((field) => field.filterable);
  const byName = new Map(filterable.map((field) => [`${FILTER_PREFIX}${field.key}`, field]));
  const faults: Fault[] = [];
  const filters: Record<string, ColumnFilter> = {};
  const values: Record<string, string[]> = {};
  for (const [name, given] of named) {
    const field = byName.get(name);
    if (!field) faults.push(unknown(name, [...byName.keys()]));
    else if (field.index_state !== 'ready') faults.push(notReady(name));
    else {
      filters[name] = filterOf(field);
      values[name] = (given as string[]).flatMap((one) => {
        const text = texts[field.type](one, field);
        if (text === undefined) faults.push(noSuchValue(name, one, field));
        return text ?? [];
      });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  const others = ['q', ...Object.keys(spec.filters)].filter((name) => isGiven(query, name));
  const [[name, only] = []] = Object.entries(filters);
  const isOnlyFilter = named.length === 1 && others.length === 0;
  return {
    spec: {
      ...spec,
      filters: { ...spec.filters, ...filters },
      ...(isOnlyFilter && name && only && hasOrder(only) && { indexes: [[name]] }),
      countBound: isOnlyFilter ? COUNT_OF_ONE_FILTER : COUNT_OF_MORE_FILTERS,
    },
    query: { ...query, ...values },
  };
}

export interface FieldIndexSql {
  name: string;
  create: ReturnType<typeof sql>;
  /** The planner ignores what PostgreSQL knows of the values in a partial index, so they have statistics of their own. */
  describe: ReturnType<typeof sql>;
  forget: ReturnType<typeof sql>;
}

/** The predicate is what the planner derives from a comparison, so that the index has no rows without a value. */
export const fieldIndexSql = (
  field: FieldDefinition,
  { name: table, keepsDeleted }: { name: string; keepsDeleted: boolean },
  { isConcurrent }: { isConcurrent: boolean },
): FieldIndexSql => {
  const name = `${field.id.slice(0, 4)}${field.id.slice(-24)}`;
  const columns = isList(field)
    ? sql`using gin (${indexedSql(field)})`
    : sql`(${indexedSql(field)}, created_at, id)`;
  const statistics = sql.ref(`${name}_values`);
  return {
    name,
    describe: sql`create statistics if not exists ${statistics} on (${indexedSql(field)}) from ${sql.table(table)}`,
    forget: sql`drop statistics if exists ${statistics}`,
    create: sql`create index ${isConcurrent ? sql`concurrently` : sql``} if not exists ${sql.ref(name)}
      on ${sql.table(table)} ${columns}
      where ${keepsDeleted ? sql`deleted_at is null and ` : sql``}${valueSql(field)} is not null`,
  };
};
