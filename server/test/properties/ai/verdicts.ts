// PostgreSQL's verdict on random pairs of questions in the cache equals that of the definition.
import { sql } from 'kysely';
import { findSimilar, saveEntry } from '../../../src/ai/cache/cache.sql.ts';
import { connect } from '../../../src/platform/postgres/connection.ts';
import type { Db } from '../../../src/platform/postgres/tables.ts';
import { cloneDatabase } from '../../support/databases.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { concatenateVectors, cosine, MIN_COSINE, scaleToUnit } from './cache-definition.ts';

interface Question {
  signature: string;
  embedding: number[];
}

const DIMENSIONS = 384;
const LEAST_DRAWN = 0.9;
/** PostgreSQL adds up vectors in single precision, so a cosine this near the bound may be on either side of it. */
const ROUNDING = 1e-5;
const TIMES = { createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' };
/** The entry needs a source: one without is compared with the publication of articles, too. */
const source = { type: 'ci', id: 'CI1', version: 1 } as const;

const drawVector = (random: Random): number[] =>
  scaleToUnit(Array.from({ length: DIMENSIONS }, () => random.next() - 0.5));

/** Draws two questions near each other, of which every second pair differs in an identifier. */
function drawPair(random: Random): [Question, Question] {
  const [one, drawn] = [drawVector(random), drawVector(random)];
  const overlap = cosine(one, drawn);
  const across = scaleToUnit(drawn.map((value, index) => value - overlap * (one[index] ?? 0)));
  const along = LEAST_DRAWN + (1 - LEAST_DRAWN) * random.next();
  const aside = Math.sqrt(1 - along ** 2);
  const other = one.map((value, index) => along * value + aside * (across[index] ?? 0));
  const number = random.below(1e9);
  const another = random.chance(0.5) ? number : number + 1;
  return [
    { signature: `CHG${number}`, embedding: one },
    { signature: `CHG${another}`, embedding: other },
  ];
}

const vectorOf = ({ embedding, signature }: Question): number[] =>
  concatenateVectors(embedding, signature);

async function isFound(db: Db, scope: string, [one, other]: [Question, Question]) {
  await saveEntry(db, {
    scope,
    question: scope,
    signature: one.signature,
    embedding: Float32Array.from(one.embedding),
    response: {},
    sources: [source],
    ...TIMES,
  });
  const { signature, embedding } = other;
  const found = await findSimilar(db, {
    scope,
    signature,
    embedding: Float32Array.from(embedding),
    at: TIMES.createdAt,
  });
  return found !== undefined;
}

export async function proveVerdicts({
  pairs,
  seed,
}: {
  pairs: number;
  seed: number;
}): Promise<Report> {
  const { url, drop } = await cloneDatabase();
  const database = connect(url, { connections: 1, prepared: true }, () => {});
  const random = randomFrom(seed);
  const figures = { pairs: 0, hits: 0, 'near, with another signature': 0 };
  const faults: string[] = [];
  try {
    await sql`
      insert into cis (id, name, class, status, attributes, event_sequence, created_at, updated_at)
      values ('CI1', 'x', 'server', 'operational', '{}', 1, now(), now())`.execute(database.db);
    while (figures.pairs < pairs) {
      const pair = drawPair(random);
      const defined = cosine(vectorOf(pair[0]), vectorOf(pair[1]));
      if (Math.abs(defined - MIN_COSINE) < ROUNDING) continue;
      figures.pairs += 1;
      const found = await isFound(database.db, `pair ${figures.pairs}`, pair);
      if (found) figures.hits += 1;
      if (pair[0].signature !== pair[1].signature) figures['near, with another signature'] += 1;
      if (found !== defined >= MIN_COSINE)
        faults.push(`pair ${figures.pairs}: ${found ? 'found' : 'not found'} at ${defined}`);
    }
    // Without this, a cache that finds nothing or everything could pass a run of few pairs.
    if (figures.hits === 0 || figures.hits === pairs) faults.push('every verdict was the same');
    return { figures, faults };
  } finally {
    await database.close();
    await drop();
  }
}
