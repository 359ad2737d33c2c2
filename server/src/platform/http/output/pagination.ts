// Every list has the same query parameters, envelope and Link header.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { type Fault, invalid } from '../../errors.ts';
import { addressesOf } from '../../context.ts';
import { withAllAddresses } from '../../lists/addresses.ts';
import { list, type ReadList } from '../../lists/list.ts';
import { filtersByPerson } from '../../lists/strategies.ts';
import type { Filter, ListSpec, Page, Scope } from '../../lists/list-spec.ts';
import { valuesOf } from '../../lists/rows.ts';
import { countFitting, MAX_PAGE_BYTES } from '../../lists/rows.ts';
import { JsonText, type Reply, type RequestContext, ok } from '../request/context.ts';
import { Seal } from '../../lists/cursor.ts';
import { fieldPicker, sparseItem } from './sparse-lists.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 200;
const MAX_PAGED_ROW = 10_000;

type Order = 'asc' | 'desc';

const listNames = (fields: readonly string[]): string => {
  const names = fields.map((field) => `\`${field}\``);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** A list that can be searched has the parameter `q`; `fields` are those in its text index. */
export const searchParameter = (fields: readonly string[]) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Full-text search in ${listNames(fields)}. All words must match; the last one also matches as a prefix if it has three letters or more. "…" is a phrase, \`or\` separates alternatives, and - excludes a word. \`sort\` still applies; \`total\` is exact up to 1,000.`,
    }),
  );

export const anyOf = (item: TSchema, description: string, maxItems = 50) =>
  Type.Array(item, {
    description: `${description} Comma-separated; matches any of the values.`,
    style: 'form',
    explode: false,
    maxItems,
  });

export const instant = (description: string) => Type.String({ format: 'date-time', description });

/** Adds the common parameters to the filters of a list. */
export const listQuery = (
  filters: TProperties,
  {
    sorts,
    order,
    pages,
    patterns,
  }: {
    sorts: readonly string[];
    order: Order;
    pages: boolean;
    /** Parameters whose names match a pattern have this schema. */
    patterns?: Record<string, TSchema>;
  },
): TObject =>
  Type.Object(
    {
      ...filters,
      limit: Type.Optional(
        Type.Integer({
          title: 'Limit',
          minimum: 1,
          default: DEFAULT_LIMIT,
          description: `Records per page. Values above ${MAX_LIMIT} are capped at ${MAX_LIMIT}.`,
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          title: 'Cursor',
          maxLength: 2000,
          description: 'The `next_cursor` of the previous page, with the same filters and sort.',
        }),
      ),
      ...(pages && {
        page: Type.Optional(
          Type.Integer({
            title: 'Page',
            minimum: 1,
            description: `Page number, from 1. Not stable while records change; reaches at most ${MAX_PAGED_ROW} rows. Cannot be combined with \`cursor\`.`,
          }),
        ),
      }),
      ...(sorts.length > 1 && {
        sort: Type.Optional(
          Type.Unsafe<string>({
            type: 'string',
            enum: sorts,
            default: sorts[0],
            description: 'Sort order; ties are sorted by id.',
          }),
        ),
      }),
      order: Type.Optional(
        Type.Unsafe<Order>({
          title: order === 'asc' ? 'OrderAscending' : 'OrderDescending',
          type: 'string',
          enum: ['asc', 'desc'],
          default: order,
          description: 'Sort direction.',
        }),
      ),
    },
    { additionalProperties: false, ...(patterns && { patternProperties: patterns }) },
  );

/** `more` are fields that an item has only if they are requested. */
export const listEnvelope = (
  item: TSchema,
  title: string,
  { total, more = {} }: { total: boolean; more?: TProperties },
) =>
  Type.Object(
    {
      data: Type.Array(Type.Union([item, sparseItem(item, more)])),
      ...(total && {
        total: Type.Integer({ description: 'Number of matching records on all pages.' }),
        total_is_lower_bound: Type.Optional(
          Type.Boolean({
            description: 'Present and true if more records match than were counted.',
          }),
        ),
      }),
      next_cursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
    },
    { title, additionalProperties: false },
  );

interface ListQuery {
  fields?: string[];
  limit?: number;
  cursor?: string;
  page?: number;
  sort?: string;
  order?: Order;
  q?: string;
  [filter: string]: unknown;
}

export interface ListDefaults {
  sort: string;
  order: Order;
}

const FINER_THAN_MILLISECONDS = /\.\d{3}\d*[1-9]/;

/**
 * Normalises to milliseconds, as times are stored. Finer values are rounded so that the comparison is right for
 * the original value: a record of that millisecond is before it, and neither after nor since.
 */
function storedTime(time: string, test: Filter['test']): string {
  const roundsUp = test !== 'after' && FINER_THAN_MILLISECONDS.test(time);
  return new Date(Date.parse(time) + (roundsUp ? 1 : 0)).toISOString();
}

/** Returns each filter as a list of values, with normalised times. */
export const filtersOf = (
  spec: Pick<ListSpec, 'filters'>,
  query: Readonly<Record<string, unknown>>,
): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(spec.filters)
      .filter((name) => query[name] !== undefined)
      .toSorted()
      .map((name) => {
        const values = [query[name]].flat() as string[];
        const filter = spec.filters[name];
        return [
          name,
          filter && 'type' in filter && filter.type === 'timestamptz'
            ? values.map((value) => storedTime(value, filter.test))
            : values,
        ];
      }),
  );

function pageFaults({ page, cursor }: ListQuery, limit: number): Fault[] {
  if (page === undefined) return [];
  if (cursor !== undefined) {
    return [
      {
        in: 'query',
        pointer: '/page',
        code: 'conflicting_parameters',
        message: 'Send cursor or page, not both.',
      },
    ];
  }
  if (page * limit <= MAX_PAGED_ROW) return [];
  return [
    {
      in: 'query',
      pointer: '/page',
      code: 'too_large',
      message: `page × limit must be at most ${MAX_PAGED_ROW} rows; to read further, send next_cursor as the parameter cursor.`,
    },
  ];
}

function nextLink(context: RequestContext, cursor: string): string {
  const url = new URL(context.url, context.deps.config.BASE_URL);
  url.searchParams.set('cursor', cursor);
  url.searchParams.delete('page');
  return `<${context.deps.config.BASE_URL}${url.pathname}${url.search}>; rel="next"`;
}

/** `data` has the rows as they are sent: as objects, or as JSON. */
interface PresentedPage<Row> extends Page<Row> {
  data: readonly (object | string)[];
}

type ReadPage<Row> = (limit: number) => Promise<PresentedPage<Row>>;
type PresentPage<Row> = (rows: readonly Row[]) => Promise<object[]> | object[];

/** Presents as many rows as fit. */
async function presentFitting<Row>(
  page: Page<Row>,
  present: PresentPage<Row>,
): Promise<PresentedPage<Row>> {
  const data = page.items ?? (await present(page.rows));
  const fitting = countFitting(data, page.mostBytes);
  if (fitting === data.length) return { ...page, data };
  const rows = page.rows.slice(0, fitting);
  return { ...page, rows, data: data.slice(0, fitting), hasMore: true, isCut: true };
}

/** After so many attempts it falls back to a limit of 1, which always fits. */
const MAX_LIMITS_TRIED = 3;

/** A smaller limit moves the start of the page, so its rows differ and must be measured too. */
async function fittingLimit<Row>(read: ReadPage<Row>, cut: PresentedPage<Row>): Promise<number> {
  let limit = cut.data.length;
  for (let n = 0; n < MAX_LIMITS_TRIED; n += 1) {
    const { isCut, data } = await read(limit);
    if (!isCut) return limit;
    limit = data.length;
  }
  return 1;
}

const pageTooLarge = (page: number, limit: number, fitting: number) =>
  invalid([
    {
      in: 'query',
      pointer: '/limit',
      code: 'page_too_large',
      message: `Page ${page} of ${limit} records has more than ${MAX_PAGE_BYTES / 1_000_000} MB; use limit=${fitting}, or send next_cursor as the parameter cursor.`,
    },
  ]);

/** The key is the position of a row in the list. */
function keyOf<Row extends object>(
  row: Row,
  sort: string,
  sortValue?: (row: Row) => string,
): [value: string, id: string] {
  const values = valuesOf(row);
  return [sortValue?.(row) ?? String(values[sort]), String(values['id'])];
}

const presentEach = <Row>(spec: ListSpec<Row>): PresentPage<Row> | undefined =>
  spec.present && ((rows) => rows.map((row) => spec.present?.(row) as object));

/** Presents rows with the requested fields only. */
function pickFields<Row extends object>(
  presentPage: PresentPage<Row> = (rows) => [...rows],
  fields?: readonly string[],
): PresentPage<Row> {
  if (!fields) return presentPage;
  const pick = fieldPicker(fields);
  return async (rows) => (await presentPage(rows)).map(pick);
}

/** Rows are sent as they are read unless presenting changes one of the requested fields. */
const isSentAsRead = <Row>(
  { computes, sources, columns }: ListSpec<Row>,
  isPresented: boolean,
  fields: readonly string[] = columns,
): boolean => {
  if (!isPresented) return true;
  return sources !== undefined && computes?.some((one) => fields.includes(one)) === false;
};

/** Rows that are JSON already are not parsed and written again. */
function envelope(data: readonly (object | string)[], members: object): unknown {
  if (typeof data[0] !== 'string') return { data, ...members };
  const rest = JSON.stringify(members).slice(1);
  return new JsonText(`{"data":[${(data as string[]).join()}]${rest === '}' ? '' : ','}${rest}`);
}

/**
 * Responds with one page of a list. `presentPage` is for rows that need more than is in them, `readList` for a list that
 * is found by other means than the filters and sorts of its specification.
 */
export async function respondWithList<Row extends object>(
  context: RequestContext,
  spec: ListSpec<Row>,
  scope: Scope,
  defaults: ListDefaults,
  presentPage: PresentPage<Row> | undefined = presentEach(spec),
  readList: ReadList<Row> = list,
): Promise<Reply> {
  const query = context.query as ListQuery;
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const faults = pageFaults(query, limit);
  if (faults.length > 0) throw invalid(faults);
  const { sort = defaults.sort, order = defaults.order, cursor, page, q, fields } = query;
  const present = pickFields(presentPage, fields);
  const sparse = (spec.sources || !presentPage) && { fields };
  const asJson = readList === list && isSentAsRead(spec, presentPage !== undefined, fields);
  const filters = filtersOf(spec, query);
  const bound = [spec.name, scope.key, filters, sort, order, ...(q === undefined ? [] : [q])];
  const { actor, deps } = context;
  const ofPeople = filtersByPerson(spec, filters)
    ? await withAllAddresses(deps.db, addressesOf(actor), spec, filters)
    : filters;
  const seal = () =>
    new Seal(context.deps.keys, bound, { isEncrypted: spec.hasSecretIds === true });
  const after = cursor === undefined ? undefined : seal().open(cursor);
  const read: ReadPage<Row> = async (most) => {
    const offset = page === undefined ? undefined : (page - 1) * most;
    const { now } = context;
    const request = {
      now,
      filters: ofPeople,
      q,
      scope,
      sort,
      order,
      limit: most,
      after,
      offset,
      asJson,
    };
    return presentFitting(await readList(context.deps, spec, { ...request, ...sparse }), present);
  };
  const found = await read(limit);
  const { rows, data, hasMore, total, sortValue } = found;
  if (page !== undefined && page > 1 && found.isCut)
    throw pageTooLarge(page, limit, await fittingLimit(read, found));
  const last = rows.at(-1);
  const next = hasMore && last ? seal().close(...keyOf(last, sort, sortValue)) : undefined;
  return ok(
    envelope(data, {
      ...(total && { total: total.total }),
      ...(total?.isLowerBound && { total_is_lower_bound: true }),
      ...(next && { next_cursor: next }),
    }),
    next ? { link: nextLink(context, next) } : {},
  );
}
