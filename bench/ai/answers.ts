// Measures how well the local engine answers questions: it cites the right article, or none if no article has the answer.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEFAULT_RESULTS } from '../../server/src/ai/ai.schema.ts';
import { bestPassages } from '../../server/src/ai/answerers/local.ts';
import { retrievePassages } from '../../server/src/ai/retrieval/passages.ts';
import { embedderOf } from '../../server/src/knowledge/embeddings/process-embedder.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { fillKnowledge } from './knowledge-base.ts';

interface EvaluationQuestion {
  id: string;
  question: string;
  /** No article has the answer if this is absent. */
  articles?: string[];
}

const read = (name: string): { text: string; questions: EvaluationQuestion[] } => {
  const path = new URL(`../../server/test/evaluation/${name}.json`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  return { text, questions: JSON.parse(text) as EvaluationQuestion[] };
};

/** The hash of both files must not change, because figures are comparable only on the same set. */
const SET_HASH = 'b5b3a60d46d2eda4';

/** Questions with odd numbers chose the weights; those with even numbers are measured. */
const isMeasured = ({ id }: EvaluationQuestion): boolean => Number(id.split('-')[1]) % 2 === 0;

async function citedArticle(
  { deps }: Instance,
  slugs: ReadonlyMap<string, string>,
  { question }: EvaluationQuestion,
): Promise<string | undefined> {
  const embedding = await embedderOf(deps).embed(question, 60_000);
  const passages = await retrievePassages(deps, question, embedding);
  const [best] = bestPassages(passages.slice(0, DEFAULT_RESULTS));
  return best && (slugs.get(best.article_id) ?? best.article_id);
}

interface Counts {
  right: number;
  wrong: number;
  silent: number;
}

const countsOf = (
  results: readonly { asked: EvaluationQuestion; slug: string | undefined }[],
): Counts => {
  const isRight = ({ asked, slug }: (typeof results)[number]) =>
    slug !== undefined && (asked.articles ?? []).includes(slug);
  return {
    right: results.filter(isRight).length,
    wrong: results.filter((one) => one.slug !== undefined && !isRight(one)).length,
    silent: results.filter(({ slug }) => slug === undefined).length,
  };
};

export interface AnswerOptions {
  articles: number;
  /** An earlier run had these counts: fewer right or silent responses are a fault. */
  leastRight: number;
  leastSilent: number;
}

/** The short form has fewer articles, and skips the questions about the others and the half that chose the weights. */
export async function proveAnswers(
  { articles, leastRight, leastSilent }: AnswerOptions,
  isShort = false,
): Promise<Report> {
  const [answerable, unanswerable] = [read('questions'), read('unanswerable')];
  const set = createHash('sha256')
    .update(answerable.text + unanswerable.text)
    .digest('hex')
    .slice(0, SET_HASH.length);
  const instance = await startInstance();
  try {
    const slugs = await fillKnowledge(instance, articles);
    const known = new Set(slugs.values());
    const isAsked = ({ articles: right = [] }: EvaluationQuestion) =>
      right.every((slug) => known.has(slug));
    const measure = async (questions: readonly EvaluationQuestion[]): Promise<Counts> => {
      const results = [];
      for (const asked of questions.filter(isAsked))
        results.push({ asked, slug: await citedArticle(instance, slugs, asked) });
      return countsOf(results);
    };
    const halves = (questions: readonly EvaluationQuestion[]) => ({
      measured: questions.filter(isMeasured),
      tuned: questions.filter((one) => !isMeasured(one)),
    });
    const [yes, no] = [halves(answerable.questions), halves(unanswerable.questions)];
    const [a, u] = [await measure(yes.measured), await measure(no.measured)];
    const [tunedA, tunedU] = [
      await measure(isShort ? [] : yes.tuned),
      await measure(isShort ? [] : no.tuned),
    ];
    const precision = (one: Counts) => one.right / Math.max(1, one.right + one.wrong);
    return {
      faults: [
        ...(set === SET_HASH
          ? []
          : [`the evaluation set has changed: its hash is ${set}, not ${SET_HASH}`]),
        ...(a.right < leastRight ? [`${a.right} right answers, ${leastRight} before`] : []),
        ...(u.silent < leastSilent
          ? [`${u.silent} unanswerable questions without an answer, ${leastSilent} before`]
          : []),
      ],
      figures: {
        answerable: yes.measured.filter(isAsked).length,
        right: a.right,
        wrong: a.wrong,
        unanswerable: no.measured.length,
        silent: u.silent,
      },
      goals: [
        atLeast('answered with a right article, of 60', a.right, 50),
        atLeast('citation precision of answerable questions', precision(a), 0.95),
        atLeast('silent where no article answers, of 25', u.silent, 22.5),
      ],
      notes: [
        `The half that chose the weights: ${tunedA.right} right, precision ${precision(tunedA).toFixed(2)}, ${tunedU.silent} silent of ${no.tuned.length}.`,
      ],
    };
  } finally {
    await instance.stop();
  }
}
