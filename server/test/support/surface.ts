// Generates the committed surfaces from the code: openapi.json and server/schema.sql.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/platform/runtime/config.ts';
import { connect } from '../../src/platform/postgres/connection.ts';
import { buildDeps } from '../../src/platform/runtime/deps.ts';
import { migrate } from '../../src/platform/postgres/migrations/migrate.ts';
import { emptyDatabase } from './databases.ts';
import { fingerprintSchema } from '../../src/platform/postgres/migrations/fingerprint.ts';
import { readMigrations } from '../../src/platform/postgres/migrations/migration-files.ts';

const LINE_WIDTH = 100;

/** Puts every value that fits on one line there: a reference or an enum takes one line, not three or ten. */
function layOut(value: unknown, indent = ''): string {
  // A string has no raw line breaks.
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= LINE_WIDTH)
    return flat;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(
    ([key, member]) => inner + (isList ? '' : `${JSON.stringify(key)}: `) + layOut(member, inner),
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

export async function openapiText(): Promise<string> {
  const config = loadConfig({
    BASE_URL: 'http://localhost:8080',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  // Nothing connects until the first statement, and there is none.
  const app = await buildApp(buildDeps(config).deps);
  return `${layOut(JSON.parse(JSON.stringify(app.swagger())))}\n`;
}

/** Returns the pg_dump of the server's own version, which tools/services.sh names. */
const pgDumpCommand = (): [string, ...string[]] => {
  const words = process.env['PG_DUMP']?.split(' ');
  if (!words?.[0])
    throw new Error(
      "PG_DUMP is not set: run `npm run services`, or name a pg_dump of the server's version.",
    );
  return words as [string, ...string[]];
};

/** Leaves out the monthly partitions, which depend on the date, and lines that differ between dumps. */
export async function schemaText(): Promise<string> {
  const scratch = await emptyDatabase();
  try {
    const { maintenance, close } = connect(
      scratch.url,
      { connections: 2, prepared: true },
      () => {},
    );
    await migrate(maintenance);
    await close();
    const [command, ...words] = pgDumpCommand();
    const { stdout } = await promisify(execFile)(command, [
      ...words,
      '--schema-only',
      '--no-owner',
      '--no-privileges',
      scratch.url,
    ]);
    const lines = stdout
      .split('\n')
      .filter((line) => !/^(--|\\(un)?restrict|SET |SELECT pg_catalog)/.test(line));
    return `-- Written by \`npm run generate\`; the migrations are the source.\n${lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()}\n`;
  } finally {
    await scratch.drop();
  }
}

const baselineFile = new URL('../../migrations/baseline.json', import.meta.url);

/** Returns server/migrations/baseline.json with the fingerprint of the first migration; the commit stays as it is. */
export async function baselineText(): Promise<string> {
  const scratch = await emptyDatabase();
  try {
    const { maintenance, close } = connect(
      scratch.url,
      { connections: 2, prepared: true },
      () => {},
    );
    await migrate(maintenance, { migrations: (await readMigrations()).slice(0, 1) });
    const fingerprint = await fingerprintSchema(maintenance);
    await close();
    const { commit } = JSON.parse(await readFile(baselineFile, 'utf8')) as { commit: string };
    return `${JSON.stringify({ commit, fingerprint }, null, 2)}\n`;
  } finally {
    await scratch.drop();
  }
}
