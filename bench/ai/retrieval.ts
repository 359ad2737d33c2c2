// Measures how well search finds the right article by words, by vectors and by both, on the frozen evaluation set.
import { embedderOf } from '../../server/src/knowledge/embeddings/process-embedder.ts';
import { rankArticles, WEIGHTS, type Weights } from '../../server/src/knowledge/search/ranking.ts';
import { embedQuestion, findByVector } from '../../server/src/knowledge/search/vectors.ts';
import { findByWords } from '../../server/src/knowledge/search/words.ts';
import { type Instance, sql, startInstance } from '../../server/test/support/harness.ts';
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { fillKnowledge } from './knowledge-base.ts';
import { meanOf, type Quality, qualityOf } from './metrics.ts';
import { isForTuning, kinds, type Question, readQuestions } from './questions.ts';

const GOAL = 0.92;
/** The first search of a loaded machine may wait for the model. */
const PATIENCE_MS = 60_000;
const grid: Weights[] = [1, 2, 3, 5, 8, 10, 15, 20, 30, 60].flatMap((rankConstant) =>
  [1, 1.5, 2, 3, 4].map((vectors) => ({ rankConstant, vectors })),
);

interface AskedQuestion extends Question {
  words: Awaited<ReturnType<typeof findByWords>>;
  nearest: string[];
}

const everywhere = sql<boolean>`true`;

/** Searches as `searchArticles` does, with slugs instead of ids. */
async function ask(
  instance: Instance,
  slugs: Map<string, string>,
  question: Question,
): Promise<AskedQuestion> {
  const db = instance.deps.db;
  const embedder = embedderOf(instance.deps);
  const words = await findByWords(db, question.question, everywhere, embedder.modelId);
  const embedding = await embedQuestion(embedder, question.question, PATIENCE_MS);
  if (!embedding) throw new Error('The question could not be embedded');
  const nearest = await findByVector(db, embedding, everywhere, embedder.modelId);
  const slugsOf = (ids: readonly string[]) => ids.map((id) => slugs.get(id) ?? id);
  return {
    ...question,
    words: { ...words, exact: slugsOf(words.exact), others: slugsOf(words.others) },
    nearest: slugsOf(nearest),
  };
}

type Order = (asked: AskedQuestion) => string[];

const idsOf = (ranked: readonly { id: string }[]): string[] => ranked.map(({ id }) => id);
const fusionWith =
  (weights: Weights): Order =>
  ({ words, nearest }) =>
    idsOf(rankArticles(words, nearest, weights));

const orders = {
  text: ({ words }) => idsOf(rankArticles(words, undefined)),
  vectors: ({ nearest }) => nearest,
  fusion: fusionWith(WEIGHTS),
} satisfies Record<string, Order>;

const measure = (asked: readonly AskedQuestion[], order: Order): Quality =>
  meanOf(asked.map((one) => qualityOf(order(one), one.articles)));

const three = (value: number): string => value.toFixed(3);
const formatQuality = ({ recall, ndcg, mrr }: Quality): string =>
  `recall@5 ${three(recall)}, nDCG@10 ${three(ndcg)}, MRR ${three(mrr)}`;

/** Sums of the same ranks in another order differ by less than this. */
const PRECISION = 1e-9;

/** The recall decides, then the order. */
const isBetter = (a: Quality, b: Quality): boolean =>
  a.recall > b.recall + PRECISION ||
  (a.recall > b.recall - PRECISION && a.ndcg > b.ndcg + PRECISION);

/** Returns the last of equally good weights, which has the largest constant. */
function bestWeights(asked: readonly AskedQuestion[]): { weights: Weights; quality: Quality } {
  return grid
    .map((weights) => ({ weights, quality: measure(asked, fusionWith(weights)) }))
    .reduce((best, one) => (isBetter(best.quality, one.quality) ? best : one));
}

function notesOf(measured: readonly AskedQuestion[], tuning: readonly AskedQuestion[]): string[] {
  const ofKind = (kind: string) => measured.filter((one) => one.kind === kind);
  const { weights, quality } = bestWeights(tuning);
  return [
    `tuning half: the best weights are ${JSON.stringify(weights)}, ${formatQuality(quality)}`,
    ...Object.entries(orders).flatMap(([name, order]) => [
      `${name}: ${formatQuality(measure(measured, order))}`,
      ...kinds.map((kind) => `${name}, ${kind}: ${formatQuality(measure(ofKind(kind), order))}`),
    ]),
    ...[...measured, ...tuning]
      .filter((one) => qualityOf(orders.fusion(one), one.articles).recall < 1)
      .map((one) => {
        const found = orders.fusion(one);
        const ranks = one.articles.map((slug) => `${slug} at ${found.indexOf(slug) + 1}`);
        const half = isForTuning(one) ? 'tuning' : 'measured';
        return `missed (${half}) ${one.id} "${one.question}": ${ranks.join(', ')}; first is ${found[0]}`;
      }),
  ];
}

/** If `isComplete`, there are all articles, and the weights in the code must be those that the tuning half chooses. */
export async function proveRetrieval(articles: number, isComplete: boolean): Promise<Report> {
  const instance = await startInstance();
  try {
    const slugs = await fillKnowledge(instance, articles);
    const known = new Set(slugs.values());
    const asked: AskedQuestion[] = [];
    for (const question of readQuestions().filter((one) => one.articles.every((a) => known.has(a))))
      asked.push(await ask(instance, slugs, question));
    const tuning = asked.filter(isForTuning);
    const measured = asked.filter((one) => !isForTuning(one));
    const [text, vectors, fusion] = [orders.text, orders.vectors, orders.fusion].map((order) =>
      measure(measured, order),
    ) as [Quality, Quality, Quality];
    const { weights } = bestWeights(tuning);
    const isChosen =
      weights.rankConstant === WEIGHTS.rankConstant && weights.vectors === WEIGHTS.vectors;
    const better = Math.max(text.recall, vectors.recall);
    const goals = [
      atLeast('recall@5 of fusion', fusion.recall, GOAL),
      atLeast(
        'recall@5 of fusion against the better of text and vectors',
        Number(three(fusion.recall)),
        Number(three(better)),
      ),
    ];
    return {
      figures: {
        articles: slugs.size,
        questions: measured.length,
        'text recall@5': Number(three(text.recall)),
        'vectors recall@5': Number(three(vectors.recall)),
        'fusion recall@5': Number(three(fusion.recall)),
        'fusion nDCG@10': Number(three(fusion.ndcg)),
        'fusion MRR': Number(three(fusion.mrr)),
      },
      goals,
      faults: [
        ...goals.filter(({ isMet }) => !isMet).map(({ name, figure }) => `${name}: ${figure}`),
        ...(isComplete && !isChosen
          ? [`the tuning half chooses ${JSON.stringify(weights)}, not ${JSON.stringify(WEIGHTS)}`]
          : []),
      ],
      notes: notesOf(measured, tuning),
    };
  } finally {
    await instance.stop();
  }
}
