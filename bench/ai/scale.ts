// Measures search among many passages, which are real texts with jittered vectors: time over HTTP by filter, and recall
// against a full scan.
import { DIMENSIONS } from '../../server/src/knowledge/embeddings/model.ts';
import { embedderOf } from '../../server/src/knowledge/embeddings/process-embedder.ts';
import { findNearestPassages } from '../../server/src/knowledge/passages/passages.sql.ts';
import { inPublished } from '../../server/src/knowledge/search/search.sql.ts';
import { randomNumbers } from '../../server/src/demo/story/random.ts';
import { type Instance, sql, startInstance } from '../../server/test/support/harness.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { fillKnowledge } from './knowledge-base.ts';
import { readQuestions } from './questions.ts';

export interface ScaleOptions {
  articles: number;
  passages: number;
  requests: number;
  seed: number;
}

const GOALS = { p95: 50, recall: 0.95 };
/** Noise of this length in all dimensions is added to a vector of length 1. */
const NOISE = 0.1;
/** This many other passages are added to a vector, each with a weight up to MAX_WEIGHT. */
const ADDED = 2;
const MAX_WEIGHT = 0.5;
const BATCH = 500;
/** Each filter matches this share of the articles. */
const categories = { none: 1, common: 0.2, rare: 0.01 } as const;
type Category = keyof typeof categories;

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Moves a vector towards other passages, because texts vary in few of the dimensions. Equal noise in all of them would
 * give each passage neighbours that are equally far from it and from each other, which texts do not have.
 */
function jitter(
  vector: readonly number[],
  all: readonly (readonly number[])[],
  random: () => number,
): string {
  const scale = NOISE / Math.sqrt(DIMENSIONS);
  const others = Array.from({ length: ADDED }, () => ({
    other: all[Math.floor(random() * all.length)] ?? vector,
    weight: MAX_WEIGHT * random(),
  }));
  const moved = vector.map((value, n) =>
    others.reduce(
      (sum, { other, weight }) => sum + weight * (other[n] ?? 0),
      value + scale * gaussian(random),
    ),
  );
  return `[${moved.map((value) => value.toFixed(5)).join(',')}]`;
}

interface Original {
  article_id: string;
  vectors: number[][];
}

async function readOriginals(instance: Instance): Promise<Original[]> {
  const rows = await instance.sql(
    'select article_id, array_agg(embedding::text order by position) as vectors from passages group by article_id',
  );
  return rows.map(({ article_id, vectors }) => ({
    article_id,
    vectors: vectors.map((text: string) => JSON.parse(text)),
  }));
}

const categoryOf = (random: () => number): string => {
  const drawn = random();
  if (drawn < categories.rare) return 'rare';
  return drawn < categories.rare + categories.common ? 'common' : `other ${Math.floor(drawn * 40)}`;
};

/** Copies the articles; the index is rebuilt at the end, which takes less time than maintaining it. */
async function multiply(instance: Instance, passages: number, random: () => number): Promise<void> {
  const originals = await readOriginals(instance);
  const all = originals.flatMap(({ vectors }) => vectors);
  const [{ definition }] = await instance.sql(
    `select indexdef as definition from pg_indexes where indexname = 'passages_embedding'`,
  );
  await instance.sql('drop index passages_embedding');
  const copies: { of: string; category: string; vectors: string[] }[] = [];
  const flush = async () => {
    await instance.sql(
      `with copies as (select gen_random_uuid() as key, * from jsonb_to_recordset($1::jsonb)
         as copy (of text, category text, vectors text[])),
       made as (
         insert into articles (title, summary, body, category, tags, language, state, author, created_at, updated_at)
         select title, summary, body, copies.category, tags || copies.key::text, language, state, author, now(), now()
         from copies join articles on articles.id = copies.of returning id, tags)
       insert into passages (article_id, model, position, article_version, heading_path, text, embedding, search)
       select made.id, model, position, 1, heading_path, text, vectors[position + 1]::vector, search
       from copies join made on made.tags[array_length(made.tags, 1)] = copies.key::text
       join passages on passages.article_id = copies.of`,
      [JSON.stringify(copies.splice(0))],
    );
  };
  let made = originals.reduce((sum, { vectors }) => sum + vectors.length, 0);
  for (let n = 0; made < passages; n += 1) {
    const { article_id: of, vectors } = originals[n % originals.length] as Original;
    copies.push({
      of,
      category: categoryOf(random),
      vectors: vectors.map((vector) => jitter(vector, all, random)),
    });
    made += vectors.length;
    if (copies.length === BATCH) await flush();
  }
  await flush();
  await instance.sql(`set maintenance_work_mem = '512MB'`);
  await instance.sql(definition);
  await instance.sql('vacuum analyze articles, passages');
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

async function timesOf(
  instance: Instance,
  requests: number,
  category: Category,
): Promise<number[]> {
  const questions = readQuestions();
  const filter = category === 'none' ? '' : `&category=${category}`;
  const token = await instance.tokenFor('agent');
  const times: number[] = [];
  for (let n = -10; n < requests; n += 1) {
    const { question = '' } = questions[(n + questions.length) % questions.length] ?? {};
    const began = performance.now();
    const response = await fetch(
      `${instance.url}/prod/api/v1/knowledge/articles?limit=10&q=${encodeURIComponent(question)}${filter}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    const { degraded } = (await response.json()) as { degraded?: true };
    if (response.status !== 200 || degraded) throw new Error(`${response.status} ${degraded}`);
    if (n >= 0) times.push(performance.now() - began);
  }
  return times;
}

const NEAREST = 10;

/** Returns the share of the ten nearest passages of a full scan that the index finds too. */
async function recallOf(instance: Instance, requests: number, category: Category): Promise<number> {
  const db = instance.deps.db;
  const embedder = embedderOf(instance.deps);
  const where = inPublished(
    category === 'none' ? sql<boolean>`true` : sql<boolean>`category = ${category}`,
  );
  let [found, wanted] = [0, 0];
  for (const { question } of readQuestions().slice(0, requests)) {
    const embedding = await embedder.embed(question);
    const model = embedder.modelId;
    const near = await findNearestPassages(db, { embedding, model, limit: 50, where });
    const { rows } = await sql<{ key: string }>`
      select article_id || ' ' || position as key from passages where ${where}
      order by (embedding <=> ${`[${embedding.join(',')}]`}::vector) + 0 limit ${NEAREST}`.execute(
      db,
    );
    const keys = new Set(near.map(({ article_id, position }) => `${article_id} ${position}`));
    found += rows.filter(({ key }) => keys.has(key)).length;
    wanted += rows.length;
  }
  return found / wanted;
}

/** A missed time is a fault only if `isTimed`, because the short form runs on a shared machine. */
export async function proveSearchAtScale(
  { articles, passages, requests, seed }: ScaleOptions,
  isTimed: boolean,
): Promise<Report> {
  const instance = await startInstance();
  try {
    await fillKnowledge(instance, articles);
    await multiply(instance, passages, randomNumbers(seed));
    const [row] = await instance.sql('select count(*)::int as n from passages');
    const figures: Report['figures'] = { passages: row.n };
    const goals: NonNullable<Report['goals']> = [];
    for (const category of Object.keys(categories) as Category[]) {
      const times = await timesOf(instance, requests, category);
      const recall = await recallOf(instance, requests, category);
      const filter = `filter ${category}`;
      figures[`${filter} p50 ms`] = Number(percentile(times, 0.5).toFixed(1));
      figures[`${filter} p95 ms`] = Number(percentile(times, 0.95).toFixed(1));
      figures[`${filter} recall`] = Number(recall.toFixed(3));
      if (isTimed) goals.push(atMost(`${filter} p95`, percentile(times, 0.95), GOALS.p95, ' ms'));
      goals.push(atLeast(`${filter} recall against a scan of all`, recall, GOALS.recall));
    }
    const missed = goals.filter(({ isMet }) => !isMet);
    return { figures, goals, faults: missed.map(({ name, figure }) => `${name}: ${figure}`) };
  } finally {
    await instance.stop();
  }
}
