// Provides a database with a realistic data set: created for the run and dropped after it, or a given one, which stays.
import { cloneDatabase, emptyDatabase, type Scratch, withClient } from './databases.ts';
import { type CustomSql, generateIncidents } from './generate.ts';
import { waitForExit, OWN_KEY, run } from './processes.ts';

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);

/** Creates a database with the schema of another commit, whose main.ts is `program`. */
async function migrateWith(program: string): Promise<Scratch> {
  const scratch = await emptyDatabase();
  const env = { DATABASE_URL: scratch.url, ENCRYPTION_KEY: OWN_KEY };
  const { code } = await waitForExit(run(['migrate'], env, undefined, program));
  if (code !== 0) throw new Error(`${program} migrate failed with exit code ${code}`);
  return scratch;
}

export async function filledDatabase(
  records: number,
  given?: string,
  program?: string,
  custom?: CustomSql,
): Promise<Scratch> {
  if (given) return { url: given, drop: async () => {} };
  const scratch = await (program ? migrateWith(program) : cloneDatabase());
  const began = performance.now();
  try {
    await withClient(scratch.url, (client) =>
      generateIncidents(
        client,
        records,
        (text) => console.error(`${seconds(began)} s: ${text}`),
        custom,
      ),
    );
  } catch (error) {
    await scratch.drop();
    throw error;
  }
  console.error(`${records.toLocaleString('en')} incidents generated in ${seconds(began)} s`);
  return scratch;
}
