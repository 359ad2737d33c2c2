// A database with a realistic data set: created for the run and dropped after it, or a given one, which stays.
import { cloneDatabase, type Scratch, withClient } from './databases.ts';
import { generateIncidents } from './generate.ts';

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);

export async function filledDatabase(records: number, given?: string): Promise<Scratch> {
  if (given) return { url: given, drop: async () => {} };
  const scratch = await cloneDatabase();
  const began = performance.now();
  try {
    await withClient(scratch.url, (client) =>
      generateIncidents(client, records, (text) => console.error(`${seconds(began)} s: ${text}`)),
    );
  } catch (error) {
    await scratch.drop();
    throw error;
  }
  console.error(`${records.toLocaleString('en')} incidents made in ${seconds(began)} s`);
  return scratch;
}
