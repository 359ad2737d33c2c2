import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { copyDatabase, emptyDatabase, type Scratch } from '../../../../test/support/databases.ts';
import { nextSize, runBatch } from '../../background/backfills.ts';
import { connect } from '../connection.ts';
import { describePlan, describeStatus } from './describe-state.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { type Migration, parseMigration, readMigrations } from './migration-files.ts';

const table = parseMigration('0002_notes', 'create table notes (id int primary key, body text);');
const fill = parseMigration(
  '0004_fill',
  `-- migrate: in batches
   update notes set title = body
   where id in (select id from notes where title is null order by id limit $1)`.replace(
    /^ +/gm,
    '',
  ),
);
const contract = parseMigration(
  '0005_contract',
  '-- migrate: after 0004_fill\nalter table notes drop column body;',
);

describe('Migrations', () => {
  let scratch: Scratch;
  let database: ReturnType<typeof connect>;
  before(async () => {
    scratch = await emptyDatabase();
    database = connect(scratch.url, { connections: 3, prepared: true }, () => {});
  });
  after(async () => {
    await database.close();
    await scratch.drop();
  });

  const run = (migrations: Migration[], options: MigrateOptions = {}) =>
    migrate(database.maintenance, { migrations, pauseMs: () => 1, ...options });
  const query = async (text: string) => (await sql.raw(text).execute(database.db)).rows;

  test('a migration that fails leaves those before it applied', async () => {
    const broken = parseMigration(
      '0003_title',
      'alter table notes add column title text; select 1/0;',
    );
    await assert.rejects(run([table, broken]), /division by zero/);
    const state = await run([table]);
    assert.deepEqual(
      state.applied.map(({ name }) => name),
      ['0002_notes'],
    );
    assert.deepEqual(
      await query(
        `select attname from pg_attribute where attname = 'title' and attrelid = 'notes'::regclass`,
      ),
      [],
    );
  });

  test('a migration that cannot get its lock is tried again, and others are not blocked meanwhile', async () => {
    const title = parseMigration(
      '0003_title',
      '-- migrate: expands\nalter table notes add column title text;',
    );
    const retried: number[] = [];
    const hasRead = Promise.withResolvers<void>();
    const reader = Promise.withResolvers<void>();
    const reading = database.db.transaction().execute(async (tx) => {
      await sql`select from notes`.execute(tx);
      hasRead.resolve();
      await reader.promise;
    });
    await hasRead.promise;
    await run([table, title], {
      onRetry: (_, attempt) => {
        retried.push(attempt);
        reader.resolve();
      },
    });
    await reading;
    assert.deepEqual(retried, [1]);
  });

  test('batches run until no row is left, and a migration after them waits', async () => {
    const title = parseMigration(
      '0003_title',
      '-- migrate: expands\nalter table notes add column title text;',
    );
    await query(`insert into notes (id, body) select n, 'x' from generate_series(1, 5) n`);
    const migrations = [table, title, fill, contract];
    const state = await run(migrations);
    assert.deepEqual(
      [state.pending.length, state.waiting.map(({ name }) => name)],
      [0, ['0005_contract']],
    );
    assert.match(describePlan(state), /wait until workers .*\n {2}0005_contract, after 0004_fill/);
    const batches = [];
    for (
      let batch = await runBatch(database.db, migrations, 2);
      batch;
      batch = await runBatch(database.db, migrations, 2)
    )
      batches.push(batch.rows);
    assert.deepEqual(batches, [2, 2, 1, 0]);
    assert.match(describeStatus(await run([table, title, fill])), /0004_fill: 5 rows, finished/);
    assert.deepEqual((await run(migrations)).waiting, []);
    assert.deepEqual(await query('select distinct title from notes'), [{ title: 'x' }]);
  });

  test('the size of a batch follows its time, by a factor of two at most', () => {
    assert.deepEqual(
      [nextSize(100, 100), nextSize(100, 1), nextSize(100, 125), nextSize(100, 9000)],
      [100, 200, 80, 50],
    );
    assert.deepEqual([nextSize(1, 9000), nextSize(5000, 1)], [1, 5000]);
  });

  test('an index is built without a transaction, also after an attempt that was interrupted', async () => {
    const index = parseMigration(
      '0006_index',
      `-- migrate: concurrently
drop index concurrently if exists notes_by_title;
create unique index concurrently notes_by_title on notes (title);
`,
    );
    const known = [table, fill, contract, index];
    await assert.rejects(run(known), /could not create unique index/);
    await query('update notes set title = title || id');
    const state = await run(known);
    assert.ok(state.applied.some(({ name }) => name === '0006_index'));
    assert.deepEqual(
      await query(`select indisvalid from pg_index where indexrelid = 'notes_by_title'::regclass`),
      [{ indisvalid: true }],
    );
  });

  test('an older release accepts a schema that newer migrations only expanded, and refuses any other', async () => {
    const known = [table, fill, contract];
    await query(`delete from schema_migrations where name = '0006_index'`);
    const state = await run(known);
    assert.deepEqual(
      state.newer.map(({ name }) => name),
      ['0003_title'],
    );
    await assert.rejects(run([table, fill]), /cannot work with: 0005_contract/);
  });

  test('a misspelt mark is refused, and so are batches without a limit', () => {
    assert.throws(() => parseMigration('0007_x', '-- migrate: concurently\n'), /unknown mark/);
    const unbounded = '-- migrate: in batches\nupdate notes set title = body';
    assert.throws(() => parseMigration('0007_x', unbounded), /no limit of \$1 rows/);
  });
});

describe('A database from before the baseline', () => {
  let original: Scratch;
  before(async () => {
    original = await emptyDatabase();
    const database = connect(original.url, { connections: 2, prepared: true }, () => {});
    await migrate(database.maintenance, { migrations: (await readMigrations()).slice(0, 1) });
    await database.close();
  });
  after(() => original.drop());

  const prepare = async (change: string) => {
    const scratch = await copyDatabase(original);
    const database = connect(scratch.url, { connections: 2, prepared: true }, () => {});
    await sql
      .raw(
        `drop table schema_migrations, schema_backfills;
         create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null);
         create table schema_migrations_lock (id varchar(255) primary key, is_locked integer not null default 0);
         insert into schema_migrations values ('0001_foundation', '2026-11-01');
         ${change}`,
      )
      .execute(database.maintenance);
    const close = async () => {
      await database.close();
      await scratch.drop();
    };
    return { db: database.maintenance, close };
  };

  test('a schema that equals the baseline is recorded as such', async () => {
    const { db, close } = await prepare(`select make_month_partition('events', '2020-01-01')`);
    const { applied, pending } = await migrate(db);
    const names = (await readMigrations()).map(({ name }) => name);
    assert.deepEqual([applied.map(({ name }) => name), pending], [names, []]);
    await close();
  });

  const changes: [difference: string, change: string][] = [
    ['a further column', 'alter table incidents add column extra text'],
    ['another default', `alter table incidents alter column state set default 'new'`],
    ['a missing index', 'drop index incidents_search'],
    ['a missing check', 'alter table work_notes drop constraint work_notes_visibility_check'],
    [
      'another function',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    ],
    ['a missing trigger', 'drop trigger entries_append_only on entries'],
  ];
  for (const [difference, change] of changes) {
    test(`a schema with ${difference} is refused with the commit to upgrade with`, async () => {
      const { db, close } = await prepare(change);
      await assert.rejects(migrate(db), /Run `migrate` of commit [0-9a-f]{40} first/);
      await close();
    });
  }
});
