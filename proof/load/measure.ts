// How long lists take: each question over HTTP, one request at a time, first page and deep page.
import { deriveKey } from '../../server/src/platform/crypto/keys.ts';
import { Seal } from '../../server/src/platform/lists/cursor.ts';
import { type Question, questions } from './questions.ts';

const WARM_UP_ROUNDS = 5;
const REQUESTS = 300;
/** A slow question is asked less often: its figure is no secret after this long. */
const LONGEST_MS = 6000;
const LIMIT = 50;
/** Some two thirds down the thousand days of the estate, whatever its size. */
const DEEP_DAYS = 650;

export interface Desk {
  url: string;
  token: string;
  encryptionKey: Buffer;
}

export interface Timing {
  p50: number;
  /** The percentile that the question's goal speaks of. */
  slow: number;
}

export interface Figures {
  question: Question;
  total: string;
  first: Timing;
  deep: Timing;
}

export const isWithinGoal = ({ question, first, deep }: Figures): boolean =>
  Math.max(first.slow, deep.slow) <= question.goal.ms;

const timingOf = (times: number[], percentile: number): Timing => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), slow: at(percentile / 100) };
};

/** A cursor in the midst, as the list itself would have given it. */
function deepCursor(
  desk: Desk,
  { filters, q, sort = 'created_at', order = 'desc' }: Question,
): string {
  const bound = Object.fromEntries(
    Object.entries(filters)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        [name.startsWith('created_') ? new Date(value).toISOString() : value],
      ]),
  );
  const seal = new Seal(deriveKey(desk.encryptionKey, 'cursor'), [
    'incidents',
    'all',
    bound,
    sort,
    order,
    ...(q ? [q] : []),
  ]);
  const then = new Date(Date.now() - DEEP_DAYS * 86_400_000).toISOString();
  return seal.close(sort === 'priority' ? 'P3' : then, 'INC0000001');
}

async function ask(desk: Desk, question: Question, cursor?: string) {
  const { filters, q, sort = 'created_at', order = 'desc' } = question;
  const query = new URLSearchParams({
    ...filters,
    ...(q && { q }),
    sort,
    order,
    limit: String(LIMIT),
    ...(cursor && { cursor }),
  });
  const began = performance.now();
  const response = await fetch(`${desk.url}/prod/api/v1/incidents?${query.toString()}`, {
    headers: { authorization: `Bearer ${desk.token}` },
  });
  const body = (await response.json()) as { total: number; total_is_lower_bound?: boolean };
  if (response.status !== 200) throw new Error(`${question.name}: ${JSON.stringify(body)}`);
  return { ms: performance.now() - began, body };
}

async function timeOf(desk: Desk, question: Question, cursor?: string): Promise<Timing> {
  await ask(desk, question, cursor);
  const times: number[] = [];
  const until = performance.now() + LONGEST_MS;
  while (times.length < REQUESTS && performance.now() < until) {
    times.push((await ask(desk, question, cursor)).ms);
  }
  return timingOf(times, question.goal.percentile);
}

export async function measure(desk: Desk): Promise<Figures[]> {
  // A process that has just begun compiles as it goes.
  for (let n = 0; n < WARM_UP_ROUNDS; n += 1) {
    for (const question of questions) await ask(desk, question);
  }
  const figures: Figures[] = [];
  for (const question of questions) {
    const { body } = await ask(desk, question);
    figures.push({
      question,
      total: `${body.total_is_lower_bound ? '≥ ' : ''}${body.total.toLocaleString('en')}`,
      first: await timeOf(desk, question),
      deep: await timeOf(desk, question, deepCursor(desk, question)),
    });
  }
  return figures;
}
