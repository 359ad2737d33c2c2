// Lists at scale: `npm run proof:load -- --records 5000000`. At a hundredth, a tenth and all of so many
// records: fills a database of its own, measures, drops it.
import { cloneDatabase, withClient } from '../../server/test/databases.ts';
import {
  finished,
  hasStarted,
  killRest,
  ownEnvironment,
  run,
} from '../../server/test/processes.ts';
import { readOptions } from '../support/options.ts';
import { generateIncidents } from './generate.ts';
import { type Figures, measure } from './measure.ts';
import { summaryOf, tableOf } from './table.ts';

const { records } = readOptions({ records: 50_000 });
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);

async function figuresAt(size: number): Promise<Figures[]> {
  const scratch = await cloneDatabase();
  try {
    const began = performance.now();
    await withClient(scratch.url, (client) =>
      generateIncidents(client, size, (text) => console.error(`${seconds(began)} s: ${text}`)),
    );
    console.log(`${size.toLocaleString('en')} incidents made in ${seconds(began)} s`);

    const env = { ...(await ownEnvironment(scratch)), LOG_LEVEL: 'info' };
    await hasStarted(run(['start'], env));
    const token = (await finished(run(['admin', 'token', '--role', 'agent'], env))).output.trim();
    const url = `http://127.0.0.1:${env.PORT}`;
    const encryptionKey = Buffer.from(env.ENCRYPTION_KEY ?? '', 'base64');
    return await measure({ url, token, encryptionKey });
  } finally {
    killRest();
    await scratch.drop();
  }
}

const sizes = [records / 100, records / 10, records].map(Math.ceil);
const figures: Figures[][] = [];
for (const size of sizes) figures.push(await figuresAt(size));
console.log(tableOf(sizes, figures));
console.log(summaryOf(sizes, figures));
