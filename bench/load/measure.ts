// Measures the response times of lists: each query over HTTP, one request at a time, first page and deep page.
import { KeyRing } from '../../server/src/platform/crypto/key-ring.ts';
import { Seal } from '../../server/src/platform/lists/cursor.ts';
import { type Question, questions } from './questions.ts';
import type { TokenOf } from './tokens.ts';

const WARM_UP_ROUNDS = 5;
/** A slow query is repeated less often; its figure is stable after this time. */
const MAX_MEASURE_MS = 6000;
const LIMIT = 50;
/** This is about two thirds down the thousand days of the data set, whatever its size. */
const DEEP_DAYS = 650;

export interface BenchInstance {
  /** Each query is sent at most this often. */
  requests: number;
  url: string;
  token: string;
  tokenOf: TokenOf;
  encryptionKey: Buffer;
}

export interface Timing {
  p50: number;
  /** The query's goal refers to this percentile. */
  slow: number;
}

export interface QueryFigures {
  question: Question;
  total: string;
  first: Timing;
  /** A response without pages has no deep page. */
  deep?: Timing;
}

export const isWithinGoal = ({ question, first, deep }: QueryFigures): boolean =>
  Math.max(first.slow, deep?.slow ?? 0) <= question.goal.ms;

const timingOf = (times: number[], percentile: number): Timing => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), slow: at(percentile / 100) };
};

/** Builds a cursor in the middle of the list, as the list itself would have returned it. */
function deepCursor(
  instance: BenchInstance,
  { filters, q, requester, sort = 'created_at', order = 'desc' }: Question,
): string {
  const bound = Object.fromEntries(
    Object.entries(filters)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        /_(after|before)$/.test(name) ? [new Date(value).toISOString()] : value.split(','),
      ]),
  );
  const seal = new Seal(new KeyRing(instance.encryptionKey), [
    'incidents',
    requester ? `own ${requester}` : 'all',
    bound,
    sort,
    order,
    ...(q ? [q] : []),
  ]);
  const then = new Date(Date.now() - DEEP_DAYS * 86_400_000).toISOString();
  return seal.close(sort === 'priority' ? 'P3' : then, 'INC0000001');
}

interface ListBody {
  total?: number;
  total_is_lower_bound?: boolean;
}

async function sendQuery(instance: BenchInstance, question: Question, cursor?: string) {
  const { filters, q, sort = 'created_at', order = 'desc', path = '/incidents' } = question;
  const query = new URLSearchParams({
    ...filters,
    ...(q && { q }),
    ...(!question.path && { sort, order, limit: String(LIMIT) }),
    ...(cursor && { cursor }),
  });
  const { requester } = question;
  const token = requester ? await instance.tokenOf(requester) : instance.token;
  const began = performance.now();
  const response = await fetch(`${instance.url}/prod/api/v1${path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as ListBody;
  if (response.status !== 200) throw new Error(`${question.name}: ${JSON.stringify(body)}`);
  return { ms: performance.now() - began, body };
}

async function timeOf(
  instance: BenchInstance,
  question: Question,
  cursor?: string,
): Promise<Timing> {
  await sendQuery(instance, question, cursor);
  const times: number[] = [];
  const until = performance.now() + MAX_MEASURE_MS;
  while (times.length < instance.requests && performance.now() < until) {
    times.push((await sendQuery(instance, question, cursor)).ms);
  }
  return timingOf(times, question.goal.percentile);
}

const totalText = ({ total, total_is_lower_bound: isBound }: ListBody): string =>
  total === undefined ? '' : `${isBound ? '≥ ' : ''}${total.toLocaleString('en')}`;

/** Sends only the queries whose name matches the regular expression `only`. */
export async function measure(
  instance: BenchInstance,
  only = '',
  all: readonly Question[] = questions,
): Promise<QueryFigures[]> {
  const chosen = all.filter(({ name }) => new RegExp(only, 'u').test(name));
  // The warm-up lets a new process compile.
  for (let n = 0; n < Math.min(WARM_UP_ROUNDS, instance.requests); n += 1) {
    for (const question of chosen) await sendQuery(instance, question);
  }
  const figures: QueryFigures[] = [];
  for (const question of chosen) {
    const { body } = await sendQuery(instance, question);
    figures.push({
      question,
      total: totalText(body),
      first: await timeOf(instance, question),
      ...(!question.path && {
        deep: await timeOf(instance, question, deepCursor(instance, question)),
      }),
    });
  }
  return figures;
}
