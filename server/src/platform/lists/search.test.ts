// Searches are compared with a plain statement, in a table large enough for every strategy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kysely, type KyselyPlugin, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { emptyDatabase, type Scratch } from '../../../test/support/databases.ts';
import { randomFrom } from '../../../test/support/random.ts';
import { ApiError } from '../errors.ts';
import { connect } from '../postgres/connection.ts';
import { list } from './list.ts';
import type { ListRequest, ListSpec } from './list-spec.ts';
import { lastWord, parsedQuery } from './search-query.ts';

/** The table is large, and its newest equal rows are more than the window of a page. */
const ROWS = 65_000;
const FLOOD_FROM = 40_000;

/** The number of a row decides its words. The newest rows are equal, and some words occur in the oldest rows only. */
const FILL = `
create table searched_rows (
  id text collate "C" primary key, created_at timestamptz(3) not null, kind text not null, state text not null,
  owner text not null, search tsvector not null, deleted_at timestamptz);
insert into searched_rows
select 'R' || lpad(n::text, 7, '0'), '2026-01-01'::timestamptz + n / 3 * interval '1 second',
  case when is_flood then 'a' else (array['a', 'b', 'c'])[1 + n / 10 % 3] end,
  case when is_flood or n % 7 > 0 then 'open' else 'closed' end, 'owner' || n % 40,
  array_to_tsvector(array_remove(array['row' || n,
    case when is_flood then 'flood' end,
    case when n % 5 = 0 and not is_flood then 'common' end,
    case when n % 4 = 0 and not is_flood then 'quarter' end,
    case when n % 5000 = 11 then 'commonplac' end,
    case when n % 25 = 3 and not is_flood then 'middl' end,
    case when n < 11500 then 'ancient' end,
    case when n >= ${ROWS} - 600 or n % 300 = 29 then 'burst' end,
    case when n % 40 = 0 and not is_flood then 'thousand' end,
    case when n % 40 = 0 and not is_flood or n = 1 then 'excess' end,
    case when n % 9000 = 17 then 'rare' end], null)),
  case when n % 90 = 3 then now() end
from generate_series(0, ${ROWS} - 1) as n, lateral (select n >= ${FLOOD_FROM} as is_flood) as f;
create index on searched_rows using gin (search) where deleted_at is null;
create index on searched_rows (created_at, id) where deleted_at is null;
create index on searched_rows (kind, id) where deleted_at is null;
create index on searched_rows (kind, state, created_at, id) where deleted_at is null;
create index on searched_rows (state, created_at, id) where deleted_at is null;
`;

const equals = (column: string) => ({ column, test: 'in', type: 'text' }) as const;

const spec: ListSpec = {
  name: 'searched rows',
  table: 'searched_rows',
  columns: ['id', 'created_at', 'kind'],
  large: [],
  sorts: { created_at: 'timestamptz', kind: 'text' },
  mainSort: 'created_at',
  indexes: [['kind', 'state'], ['state']],
  values: { state: ['open', 'closed'] },
  filters: {
    kind: equals('kind'),
    state: equals('state'),
    created_after: { column: 'created_at', test: 'after', type: 'timestamptz' },
  },
  search: 'search',
  where: sql<boolean>`deleted_at is null`,
  total: 'bounded',
};

type Shape = Pick<ListRequest, 'filters' | 'sort' | 'order' | 'scope'> & { where: string };

const all = { filters: {}, scope: { key: 'all' }, where: 'true' };
const shapes: Shape[] = [
  { ...all, sort: 'created_at', order: 'desc' },
  { ...all, sort: 'created_at', order: 'asc' },
  { ...all, sort: 'kind', order: 'asc' },
  { ...all, filters: { kind: ['a'] }, where: `kind = 'a'`, sort: 'created_at', order: 'desc' },
  {
    ...all,
    filters: { kind: ['b', 'c', 'b'], state: ['open'] },
    where: `kind <> 'a' and state = 'open'`,
    sort: 'created_at',
    order: 'asc',
  },
  {
    ...all,
    filters: { created_after: ['2026-01-01T03:00:00.000Z'], state: ['closed'] },
    where: `created_at > '2026-01-01T03:00:00Z' and state = 'closed'`,
    sort: 'created_at',
    order: 'desc',
  },
  {
    filters: {},
    scope: { key: 'owner7', where: sql<boolean>`searched_rows.owner = ${'owner7'}` },
    where: `owner = 'owner7'`,
    sort: 'created_at',
    order: 'desc',
  },
];

const queries: [q: string, query: string][] = [
  ['common', `'common':*`],
  ['"common"', `'common'`],
  ['commonp', `'commonp':*`],
  ['quarter common', `'quarter' & 'common':*`],
  ['rare common', `'rare' & 'common':*`],
  ['quarter or rare', `'quarter' | 'rare':*`],
  ['common -quarter', `'common' & !'quarter'`],
  ['middle', `'middl':*`],
  ['ancient', `'ancient':*`],
  ['burst', `'burst':*`],
  ['thousand', `'thousand':*`],
  ['excess', `'excess':*`],
  ['rare', `'rare':*`],
  ['flood', `'flood':*`],
  ['absent', `'absent':*`],
];

describe('A search', () => {
  let scratch: Scratch;
  let database: ReturnType<typeof connect>;
  /** This connection lacks the service's time limits, which the plain statements exceed on a slow machine. */
  let plain: Kysely<unknown>;
  const rowsOf = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(plain)).rows;

  before(async () => {
    scratch = await emptyDatabase();
    database = connect(scratch.url, { connections: 2, prepared: true }, () => {});
    const pool = new pg.Pool({ connectionString: scratch.url, max: 1 });
    plain = new Kysely({ dialect: new PostgresDialect({ pool }) });
    await sql.raw(FILL).execute(plain);
    await sql`vacuum analyze searched_rows`.execute(plain);
  });
  after(async () => {
    await database.close();
    await plain.destroy();
    await scratch.drop();
  });

  const request = (q: string, { filters, sort, order, scope }: Shape): ListRequest => ({
    now: new Date(),
    filters,
    q,
    scope,
    sort,
    order,
    limit: 25,
  });

  let statements = 0;
  const countStatements: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // A compiled statement does not pass through transformQuery.
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };

  for (const [shapeIndex, shape] of shapes.entries()) {
    const name = `${JSON.stringify(shape.filters)} ${shape.scope.key}, ${shape.sort} ${shape.order}`;
    test(`one statement finds the rows and the total of a plain search: ${name}`, async () => {
      const { sort, order, where } = shape;
      const counted = {
        db: database.db.withPlugin(countStatements),
      };
      for (const [queryIndex, [q, query]] of queries.entries()) {
        const expected = await rowsOf(
          sql<{ id: string; value: string }>`
            select id, ${sql.ref(sort)}::text as value from searched_rows
            where deleted_at is null and ${sql.raw(where)} and search @@ ${query}::tsquery
            order by ${sql.ref(sort)} ${sql.raw(order)}, id ${sql.raw(order)}`,
        );
        const ids = expected.map(({ id }) => id);
        const asked = request(q, shape);
        // The first pages are read, and either one in the middle and the last one, or those around the end: each pair of
        // shape and query has one of both, each shape and each query has both.
        const isEven = (shapeIndex + queryIndex) % 2 === 0;
        const starts = [
          0,
          25,
          ...(isEven
            ? [Math.floor(ids.length / 2), ids.length - 5]
            : [ids.length - 40, ids.length]),
        ];
        for (const start of new Set(starts.filter((one) => one >= 0 && one <= ids.length))) {
          const last = expected[start - 1];
          statements = 0;
          const { rows, hasMore, total } = await list(counted, spec, {
            ...asked,
            ...(last && { after: [last.value, last.id] }),
          });
          assert.equal(statements, 1, `${q} from ${start}`);
          assert.deepEqual(
            rows.map(({ id }) => id),
            ids.slice(start, start + 25),
            `${q} from ${start}`,
          );
          assert.equal(hasMore, ids.length > start + 25, `${q} from ${start}`);
          assert.deepEqual(
            total,
            { total: Math.min(1000, ids.length), isLowerBound: ids.length > 1000 },
            q,
          );
          assert.deepEqual(
            Object.keys(JSON.parse(JSON.stringify(rows[0] ?? { id: 0, created_at: 0, kind: 0 }))),
            ['id', 'created_at', 'kind'],
          );
        }
        if (isEven) continue;
        const { rows } = await list(database, spec, { ...asked, offset: 30 });
        assert.deepEqual(
          rows.map(({ id }) => id),
          ids.slice(30, 55),
          `${q}, skipping 30`,
        );
      }
    });
  }

  test('a search without words is refused', async () => {
    for (const q of ['the', '?!', 'of the', '-', '""', '"the"'])
      await assert.rejects(
        list(database, spec, request(q, shapes[0]!)),
        (error) => error instanceof ApiError && error.status === 400,
        q,
      );
  });

  const parse = async (q: string): Promise<string> => {
    const [row] = await rowsOf(
      sql<{
        query: string;
      }>`select query::text from (${parsedQuery({ q, last: lastWord(q) })}) as parsed`,
    );
    return row?.query ?? '';
  };

  test('the last word of a search matches as a prefix, unless it is quoted, negated, short or a stop word', async () => {
    for (const [q, query] of [
      ['pri', `'pri':*`],
      ['printers', `'printer':*`],
      ['printers ', `'printer':*`],
      ['pr', `'pr'`],
      ['office pr', `'offic' & 'pr'`],
      ['the office printers', `'offic' & 'printer':*`],
      ['printers the', `'printer'`],
      ['"printers"', `'printer'`],
      ['"office printers', `'offic' <-> 'printer'`],
      ['" printers', `'printer'`],
      ['"office" printers', `'offic' & 'printer':*`],
      ['office -printers', `'offic' & !'printer'`],
      ['office - printers', `'offic' & !'printer'`],
      ['office or printers', `'offic' | 'printer':*`],
      ['a or office printers', `'offic' & 'printer':*`],
      ['srv-1a2b', `'srv-1a2b' <-> 'srv' <-> '1a2b'`],
      ['INC0012345', `'inc0012345':*`],
      ['über', `'über':*`],
      ['printers printers', `'printer' & 'printer':*`],
    ])
      assert.equal(await parse(q!), query, q);
  });

  test('a search accepts any text, and finds at least what its plain words find', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const pieces =
      "common|quarter|rare|or|OR|and|the|-|\"|'|:*|&|!|(|)|<->|\\|%|ü|日本|½|\u{1f600}|a1|1e5|a.b@c.de|http://x/y?z|--|;|$1|%s|  |\t|row12|x'y|é\u0301".split(
        '|',
      );
    for (let n = 0; n < 100; n += 1) {
      const q = Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces)).join(
        random.pick([' ', '', '  ']),
      );
      const message = `seed ${seed}: ${JSON.stringify(q)}`;
      const found = await list(database, spec, request(q, shapes[0]!)).catch((error: unknown) => {
        assert.ok(
          error instanceof ApiError && error.status === 400,
          `${message}: ${String(error)}`,
        );
      });
      const [missing] = await rowsOf(
        sql<{ n: number }>`
          select count(*)::int as n from (select search from searched_rows where deleted_at is null limit 500) as first_rows
          where search @@ websearch_to_tsquery('english', ${q}) and not search @@ ${await parse(q)}::tsquery`,
      );
      assert.equal(missing?.n, 0, message);
      if (found) assert.ok(found.rows.length <= 25, message);
    }
  });
});
