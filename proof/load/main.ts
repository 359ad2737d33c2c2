// Lists at scale: `npm run proof:load -- --records 5000000`. At a hundredth, a tenth and all of so many
// records: fills a database of its own, measures, drops it. With --database it measures that one alone.
import { killRest } from '../../server/test/processes.ts';
import { filledDatabase } from '../support/filled.ts';
import { readOptions } from '../support/options.ts';
import { addressOf, prepareService } from '../support/service.ts';
import { type Figures, measure } from './measure.ts';
import { summaryOf, tableOf } from './table.ts';

const { records, database } = readOptions({ records: 50_000 }, ['database']);

async function figuresAt(size: number): Promise<Figures[]> {
  const scratch = await filledDatabase(size, database);
  try {
    const { env, token, start, removeLogs } = await prepareService(scratch);
    await start('start', env);
    const encryptionKey = Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64');
    const figures = await measure({ url: addressOf(env), token: await token(), encryptionKey });
    await removeLogs();
    return figures;
  } finally {
    killRest();
    await scratch.drop();
  }
}

const sizes = database ? [records] : [records / 100, records / 10, records].map(Math.ceil);
const figures: Figures[][] = [];
for (const size of sizes) figures.push(await figuresAt(size));
console.log(tableOf(sizes, figures));
console.log(summaryOf(sizes, figures));
