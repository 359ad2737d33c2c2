// Both strategies of a list are compared with a plain statement, by random filters, sorts, cursors and limits.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { emptyDatabase, type Scratch, withClient } from '../../../test/support/databases.ts';
import { type Random, randomFrom } from '../../../test/support/random.ts';
import { connect } from '../postgres/connection.ts';
import { conditionSql, criteriaOf, every } from './conditions.ts';
import type { UntypedListSpec, ListRequest } from './list-spec.ts';
import { list } from './list.ts';
import { collectedPage, scannedPage } from './page.ts';

const REQUESTS = 150;
const KINDS = ['a', 'b', 'c', 'd'];
const STATES = ['open', 'paused', 'closed'];

/** Times repeat, so that ids decide; those of `due_at` are null unless the row is open, those of `ended_at` at times. */
const FILL = `
create table listed_rows (
  id text collate "C" primary key, created_at timestamptz(3) not null, kind text not null, state text not null,
  owner text, due_at timestamptz(3), ended_at timestamptz(3), deleted_at timestamptz, deputy text,
  other_deputy text generated always as (case when lower(deputy) is distinct from lower(owner) then deputy end) virtual);
insert into listed_rows
select 'R' || lpad(n::text, 5, '0'), at, (array['a', 'b', 'c', 'd'])[1 + n * 7 % 4], state,
  case when n % 3 > 0 then (array['ada@x', 'Ada@X', 'bob@x'])[1 + n % 3] end,
  case when state = 'open' then at + n % 13 * interval '1 minute' end,
  case when state = 'closed' and n % 11 > 0 then at + n % 17 * interval '1 minute' end,
  case when n % 50 = 0 then now() end,
  case when n % 2 > 0 then (array['bob@x', 'ADA@x', 'bob@x', 'eve@x'])[1 + n % 4] end
from generate_series(1, 3000) as n,
  lateral (select '2026-01-01'::timestamptz + n / 4 * interval '1 minute' as at,
    (array['closed', 'open', 'closed', 'paused', 'closed'])[1 + n * 3 % 5] as state) as born;
create index on listed_rows (kind, state, created_at, id) where deleted_at is null;
create index on listed_rows (lower(owner), created_at, id) where deleted_at is null;
create index on listed_rows
  (lower(case when lower(deputy) is distinct from lower(owner) then deputy end), created_at, id) where deleted_at is null;
create index on listed_rows (state, created_at, id) where deleted_at is null;
create index on listed_rows (due_at, id) where deleted_at is null;
analyze listed_rows`;

const spec: UntypedListSpec = {
  name: 'listed rows',
  table: 'listed_rows',
  columns: ['id', 'created_at'],
  large: [],
  sorts: { created_at: 'timestamptz', kind: 'text', due: 'timestamptz', ended_at: 'timestamptz' },
  nullsLast: {
    due: { column: 'due_at', literal: 'state' },
    ended_at: { column: 'ended_at', literal: 'state' },
  },
  mainSort: 'created_at',
  indexes: [['owner'], ['other_deputy'], ['kind', 'state'], ['state']],
  values: { state: STATES },
  filters: {
    kind: { column: 'kind', test: 'in', type: 'text' },
    state: { column: 'state', test: 'in', type: 'text' },
    owner: { column: 'owner', test: 'in', type: 'text', isAddress: true },
    mine: {
      test: 'any',
      columns: ['owner', 'other_deputy'].map((column) => ({
        column,
        test: 'in',
        type: 'text',
        isAddress: true,
      })),
    },
    after: { column: 'created_at', test: 'after', type: 'timestamptz' },
    late: {
      test: 'named',
      conditions: {
        late: () => ({
          ended: {
            where: sql<boolean>`(state = 'closed' and ended_at > created_at)`,
            only: { column: 'state', values: ['closed'] },
          },
          paused: { where: sql<boolean>`(state = 'paused' and kind < 'c')` },
        }),
        paused: () => ({
          paused: { where: sql<boolean>`(state = 'paused' and kind < 'c')` },
          others: { where: sql<boolean>`(state = 'paused' and kind >= 'c')` },
        }),
      },
    },
  },
  where: sql<boolean>`deleted_at is null`,
  total: 'bounded',
};

/** Picks one value, several, or one twice. */
const someOf = (random: Random, values: readonly string[]): string[] =>
  Array.from({ length: 1 + random.below(values.length) }, () => random.pick(values));

function randomRequest(random: Random): ListRequest {
  const maybe = (share: number) => random.below(100) < share;
  return {
    now: new Date(),
    filters: {
      ...(maybe(40) && { kind: someOf(random, KINDS) }),
      ...(maybe(50) && { state: someOf(random, STATES) }),
      ...(maybe(20) && { owner: someOf(random, ['ada@x', 'ADA@x', 'bob@x', 'nobody@x']) }),
      ...(maybe(20) && { after: ['2026-01-01T04:00:00.000Z'] }),
      ...(maybe(20) && { late: someOf(random, ['late', 'paused']) }),
    },
    scope: {
      key: 'all',
      ...(maybe(30) && { filters: { [random.pick(['owner', 'mine'])]: ['ada@x'] } }),
    },
    sort: random.pick(Object.keys(spec.sorts)),
    order: random.pick(['asc', 'desc']),
    limit: random.pick([1, 7, 25, 200]),
  };
}

describe('Both strategies of a list', () => {
  let scratch: Scratch;
  let database: ReturnType<typeof connect>;
  before(async () => {
    scratch = await emptyDatabase();
    database = connect(scratch.url, { connections: 2, prepared: true }, () => {});
    await withClient(scratch.url, (client) => client.query(FILL));
  });
  after(async () => {
    await database.close();
    await scratch.drop();
  });

  const keyOf = ({ sort }: ListRequest) => spec.nullsLast?.[sort]?.column ?? sort;

  /** Reads all matches in their order, by a statement without a seek, a scan or a bound. */
  async function matchesOf(request: ListRequest) {
    const { conditions } = criteriaOf(spec, request);
    const [key, direction] = [sql.ref(keyOf(request)), sql.raw(request.order)];
    const { rows } = await sql<{ id: string; value: string | null }>`
      select id, ${key} as value from listed_rows
      where ${every([spec.where, ...conditions.map(conditionSql)])}
      order by ${key} ${direction} nulls last, id ${direction}`.execute(database.db);
    return rows;
  }

  test('both strategies have the rows of a plain statement, and so has the list that chooses', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const idsOf = async (page: RawBuilder<Record<string, unknown>>) =>
      (await page.execute(database.db)).rows.map(({ id }) => id);
    for (let n = 0; n < REQUESTS; n += 1) {
      const request = randomRequest(random);
      const expected = await matchesOf(request);
      const start = random.below(Math.max(1, expected.length + 1));
      const last = expected[start - 1];
      const asked = { ...request, ...(last && { after: [last.value ?? '', last.id] as const }) };
      const message = `seed ${seed}: ${JSON.stringify(asked)}`;
      const ids = expected.slice(start, start + request.limit).map(({ id }) => id);
      const page = await list(database, spec, asked);
      assert.deepEqual(
        page.rows.map(({ id }) => id),
        ids,
        `${message} as chosen`,
      );
      assert.equal(page.hasMore, expected.length > start + request.limit, message);
      assert.deepEqual(page.total, { total: expected.length, isLowerBound: false }, message);
      const distinct = (given: ListRequest['filters'] = {}) =>
        Object.fromEntries(
          Object.entries(given).map(([name, values]) => [
            name,
            [...new Map(values.map((value) => [value.toLowerCase(), value])).values()],
          ]),
        );
      const once = { ...asked, filters: distinct(asked.filters) };
      const criteria = criteriaOf(spec, once);
      for (const strategy of [collectedPage, scannedPage]) {
        const found = await idsOf(strategy(spec, once, criteria));
        assert.deepEqual(found.slice(0, request.limit), ids, `${message} by ${strategy.name}`);
      }
      const { offset, limit } = { offset: random.below(40), limit: request.limit };
      const skipped = await list(database, spec, { ...request, offset });
      assert.deepEqual(
        skipped.rows.map(({ id }) => id),
        expected.slice(offset, offset + limit).map(({ id }) => id),
        `${message}, skipping ${offset}`,
      );
    }
  });
});
