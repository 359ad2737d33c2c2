// Lists at scale: `npm run proof:load -- --records 5000000`. Fills a database of its own, measures, drops it.
import { killRest } from '../../server/test/processes.ts';
import { filledDatabase } from '../support/filled.ts';
import { readOptions } from '../support/options.ts';
import { addressOf, prepareService } from '../support/service.ts';
import { type Figures, measure } from './measure.ts';

const { records, database } = readOptions({ records: 50_000 }, ['database']);

const scratch = await filledDatabase(records, database);
try {
  const { env, token, start, removeLogs } = await prepareService(scratch);
  await start('start', env);
  const encryptionKey = Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64');
  const figures = await measure({ url: addressOf(env), token, encryptionKey });
  await removeLogs();
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
