// Lists at scale: `npm run proof:load -- --records 5000000`. For 1 %, 10 % and 100 % of the records: fills a database
// of its own, measures, drops it. With --database it measures only that one.
import { killRest } from '../../server/test/support/processes.ts';
import { filledDatabase } from '../../server/test/support/filled.ts';
import { readOptions } from '../../server/test/support/options.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { type QueryFigures, measure } from './measure.ts';
import { summaryOf, tableOf } from './table.ts';

const { records, database } = readOptions({ records: 50_000 }, ['database']);

async function figuresAt(size: number): Promise<QueryFigures[]> {
  const scratch = await filledDatabase(size, database);
  try {
    const { env, token } = await prepareService(scratch);
    const service = await startProcess('start', env);
    const encryptionKey = Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64');
    const figures = await measure({ url: service.url, token: await token(), encryptionKey });
    await service.stop();
    return figures;
  } finally {
    killRest();
    await scratch.drop();
  }
}

const sizes = database ? [records] : [records / 100, records / 10, records].map(Math.ceil);
const figures: QueryFigures[][] = [];
for (const size of sizes) figures.push(await figuresAt(size));
console.log(tableOf(sizes, figures));
console.log(summaryOf(sizes, figures));
