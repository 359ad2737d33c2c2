// Creates databases for tests: empty ones, and clones of a migrated template.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { connect } from '../../src/platform/postgres/connection.ts';
import { fixedLogin } from '../../src/platform/postgres/login.ts';
import { migrateJobs } from '../../src/platform/background/jobs.ts';
import { migrate } from '../../src/platform/postgres/migrations/migrate.ts';
import { ensurePartitions } from '../../src/platform/postgres/partitions.ts';

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl)
  throw new Error('DATABASE_URL is not set: run `npm run services` first, then `npm test`.');

const urlOf = (name: string): string => {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

export type Client = pg.Client;

/** Opens a separate connection for the duration of `work`. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asAdmin = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(databaseUrl, work);

/** Databases are made and dropped over connections that stay: opening one takes longer than dropping a database. */
const admins = new pg.Pool({ connectionString: databaseUrl, max: 2, allowExitOnIdle: true });
admins.on('error', () => {});

const migrations = new URL('../../migrations/', import.meta.url);
const schemaHash = createHash('sha256')
  .update(
    readdirSync(migrations)
      .toSorted()
      .map((name) => name + readFileSync(new URL(name, migrations), 'utf8'))
      .join(''),
  )
  .digest('hex')
  .slice(0, 12);
const TEMPLATE = `signalbox_template_${schemaHash}`;

/**
 * Copying files takes a third of the time of logging every page, unless the server must first write and fsync all that
 * is in memory. The cluster of `npm test` has fsync off.
 */
const strategyOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query('show fsync');
  return rows[0].fsync === 'off' ? 'file_copy' : 'wal_log';
};

/** The template is migrated once per state of the migrations; cloning it in memory takes some 40 ms. Returns how to clone it. */
const ensureTemplate = (() => {
  let made: Promise<string> | undefined;
  return () =>
    (made ??= asAdmin(async (client) => {
      await client.query('select pg_advisory_lock(hashtext($1))', [TEMPLATE]);
      const { rows } = await client.query(
        'select datistemplate from pg_database where datname = $1',
        [TEMPLATE],
      );
      const how = `template ${TEMPLATE} strategy ${await strategyOf(client)}`;
      if (rows[0]?.datistemplate) return how;
      await client.query(`drop database if exists ${TEMPLATE}`);
      await client.query(`create database ${TEMPLATE}`);
      const database = connect(urlOf(TEMPLATE), { connections: 2, prepared: true }, () => {});
      await migrate(database.maintenance);
      await migrateJobs({ directLogin: fixedLogin(urlOf(TEMPLATE)), sharesBackend: false });
      await ensurePartitions(database.db, new Date());
      await database.close();
      await client.query(`alter database ${TEMPLATE} is_template true`);
      return how;
    }));
})();

export interface Scratch {
  url: string;
  drop: () => Promise<void>;
}

async function makeDatabase(how: string): Promise<Scratch> {
  const name = `signalbox_test_${randomBytes(6).toString('hex')}`;
  await admins.query(`create database ${name} ${how}`);
  return {
    url: urlOf(name),
    drop: async () => void (await admins.query(`drop database if exists ${name} with (force)`)),
  };
}

export const emptyDatabase = (): Promise<Scratch> => makeDatabase('');

export async function cloneDatabase(): Promise<Scratch> {
  return makeDatabase(await ensureTemplate());
}

/** Nothing may be connected to the source meanwhile. */
export async function copyDatabase(source: Scratch): Promise<Scratch> {
  const name = new URL(source.url).pathname.slice(1);
  return makeDatabase(`template ${name} strategy ${await asAdmin(strategyOf)}`);
}
