// Lists at scale: `npm run proof:load -- --records 5000000`. Fills a database of its own, measures, drops it.
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

const { records } = readOptions({ records: 50_000 });
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);

const scratch = await cloneDatabase();
try {
  const began = performance.now();
  await withClient(scratch.url, (client) =>
    generateIncidents(client, records, (text) => console.error(`${seconds(began)} s: ${text}`)),
  );
  console.log(`${records.toLocaleString('en')} incidents made in ${seconds(began)} s`);

  const env = { ...(await ownEnvironment(scratch)), LOG_LEVEL: 'info' };
  await hasStarted(run(['start'], env));
  const token = (await finished(run(['admin', 'token', '--role', 'agent'], env))).output.trim();
  const url = `http://127.0.0.1:${env.PORT}`;
  const encryptionKey = Buffer.from(env.ENCRYPTION_KEY ?? '', 'base64');
  const figures = await measure({ url, token, encryptionKey });
  console.log(tableOf(figures));
  const late = figures.filter(
    ({ question, first, deep }) => Math.max(first.p99, deep.p99) > question.goalMs,
  );
  console.log(`${figures.length - late.length} of ${figures.length} within their goal`);
} finally {
  killRest();
  await scratch.drop();
}

function tableOf(figures: Figures[]): string {
  const ms = (time: number) => time.toFixed(1);
  const rows = figures.map(({ question, total, first, deep }) =>
    [
      question.name,
      total,
      ms(first.p50),
      ms(first.p99),
      ms(deep.p50),
      ms(deep.p99),
      question.goalMs,
    ].join(' | '),
  );
  return [
    'question | total | first p50 | first p99 | deep p50 | deep p99 | goal',
    '--- | --: | --: | --: | --: | --: | --:',
    ...rows,
  ]
    .map((row) => `| ${row} |`)
    .join('\n');
}
