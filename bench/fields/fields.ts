// Measures lists that are filtered by custom fields. A job builds the indexes beside the service, as it does for an
// instance that has been in use for years. `--database URL` names a database that an earlier run has filled.
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { measure, type QueryFigures } from '../load/measure.ts';
import { tableOf } from '../load/table.ts';
import { callerTokens } from '../load/tokens.ts';
import { customSql, fieldQuestions, newFields } from './questions.ts';

interface Choice {
  database?: string | undefined;
  /** Only queries whose name matches this regular expression are sent. */
  only?: string | undefined;
}

interface Service {
  url: string;
  token: string;
}

interface FieldList {
  data: { key: string; index: { state: string } | null }[];
}

async function send({ url, token }: Service, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/prod/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text) as unknown;
}

const POLL_MS = 1000;

/** Returns the seconds that the job needed for all indexes. */
async function buildIndexes(service: Service): Promise<number> {
  const list = async () => ((await send(service, 'GET', '/fields?limit=100')) as FieldList).data;
  const known = new Set((await list()).map(({ key }) => key));
  const began = performance.now();
  for (const field of newFields.filter(({ key }) => !known.has(key)))
    await send(service, 'POST', '/fields', {
      ...field,
      record_type: 'incident',
      label: field.key,
      filterable: true,
    });
  for (;;) {
    const fields = await list();
    if (fields.every(({ index }) => index?.state === 'ready')) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return (performance.now() - began) / 1000;
}

const slowest = (figures: readonly QueryFigures[]): number =>
  Math.max(...figures.flatMap(({ first, deep }) => [first.slow, deep?.slow ?? 0]));

/** Queries of one filter and those of more have goals of their own. */
const goalsOf = (figures: readonly QueryFigures[]) =>
  [...Map.groupBy(figures, ({ question }) => question.goal.ms)].map(([ms, some]) => {
    const filters = some.some(({ question }) => Object.keys(question.filters).length > 1)
      ? 'a custom field and another filter'
      : 'an indexed custom field';
    return atMost(`a list by ${filters}, p99, first and deep page`, slowest(some), ms, ' ms');
  });

export async function measureFieldLists(
  { records, requests }: Record<'records' | 'requests', number>,
  { database, only, isTimed }: Choice & { isTimed: boolean },
): Promise<Report> {
  const scratch = await filledDatabase(records, database, undefined, customSql);
  try {
    const { env, token } = await prepareService(scratch);
    const service = await startProcess('start', env);
    const admin = await token();
    const instance = { url: service.url, token: admin };
    const seconds = await buildIndexes(instance);
    const figures = await measure(
      {
        ...instance,
        tokenOf: callerTokens(service.url, env, admin),
        encryptionKey: Buffer.from(env['ENCRYPTION_KEY'] ?? '', 'base64'),
        requests,
      },
      only,
      fieldQuestions,
    );
    await service.stop();
    const wrong = figures.filter(({ total }) => total === '');
    const p99 = slowest(figures);
    return {
      figures: {
        records,
        queries: figures.length,
        fields: newFields.length,
        index_seconds: Math.round(seconds),
        ...(isTimed && { slowest_p99_ms: Number(p99.toFixed(1)) }),
      },
      faults: wrong.map(({ question }) => `${question.name}: no total`),
      notes: [tableOf([records], [figures])],
      ...(isTimed && { goals: goalsOf(figures) }),
    };
  } finally {
    await killRest();
    await scratch.drop();
  }
}
