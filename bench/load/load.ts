// Measures lists at scale: for 1 %, 10 % and 100 % of the records, fills a new database, measures, and drops it. With
// `--database URL` it measures only that one. `--equal N` first adds a flood of equal incidents, also to a given one.
import { killRest } from '../../server/test/support/processes.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import type { Goal, Report } from '../../server/test/support/report.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { floodIncidents } from './flood.ts';
import { isWithinGoal, type QueryFigures, measure } from './measure.ts';
import { tableOf } from './table.ts';
import { callerTokens } from './tokens.ts';

interface LoadSizes {
  records: number;
  equal: number;
  requests: number;
}

interface Choice {
  database?: string | undefined;
  /** Only queries whose name matches this regular expression are sent. */
  only?: string | undefined;
}

async function figuresAt(
  size: number,
  { equal, requests }: Omit<LoadSizes, 'records'>,
  { database, only }: Choice,
): Promise<QueryFigures[]> {
  const scratch = await filledDatabase(size, database);
  try {
    if (equal > 0) await floodIncidents(scratch.url, equal);
    const { env, token } = await prepareService(scratch);
    const service = await startProcess('start', env);
    const encryptionKey = Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64');
    const admin = await token();
    const tokenOf = callerTokens(service.url, env, admin);
    const instance = { url: service.url, token: admin, tokenOf, encryptionKey, requests };
    const figures = await measure(instance, only);
    await service.stop();
    return figures;
  } finally {
    await killRest();
    await scratch.drop();
  }
}

function goalOf(size: number, figures: readonly QueryFigures[]): Goal {
  const within = figures.filter(isWithinGoal).length;
  return {
    name: `lists of ${size.toLocaleString('en')} incidents within their goal`,
    goal: `${figures.length} of ${figures.length}`,
    figure: String(within),
    isMet: within === figures.length,
  };
}

export async function measureLists(
  { records, ...others }: LoadSizes,
  choice: Choice,
): Promise<Report> {
  const sizes = choice.database ? [records] : [records / 100, records / 10, records].map(Math.ceil);
  const figures: QueryFigures[][] = [];
  for (const size of sizes) figures.push(await figuresAt(size, others, choice));
  return {
    figures: { records, ...others, queries: figures[0]?.length ?? 0 },
    faults: [],
    notes: [tableOf(sizes, figures)],
    goals: sizes.map((size, n) => goalOf(size, figures[n] ?? [])),
  };
}
