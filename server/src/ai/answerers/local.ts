// The local engine answers with whole passages and with the resolutions of similar incidents. It writes nothing of its
// own, needs no key and no network, and gives the same answer every time.
import type { AnalysisType, Findings } from '../ai.schema.ts';
import { localQuery } from '../copilot/local-query.ts';
import { type Neighbour, vote } from '../resolved/neighbours.ts';
import { sentencesOf } from '../resolved/resolution-text.ts';
import type { RetrievedPassage } from '../retrieval/passages.ts';
import { recordLine } from '../retrieval/records.ts';
import type { AnalyzeInput, Answerer, AskInput, AskOutput } from './answerer.ts';
import { arrangeAnswer } from './arrange.ts';

export const LOCAL_MODEL = 'local/extractive';

/** A less relevant passage does not answer the question. The bound was chosen on one half of the evaluation set, like the weights. */
const MIN_RELEVANCE = 0.5;

/** The limit includes the best passage. */
const MAX_PASSAGES = 2;

/** Returns the most relevant passage, followed by other relevant passages of the same article. */
export function bestPassages(
  passages: readonly RetrievedPassage[],
  minRelevance = MIN_RELEVANCE,
): RetrievedPassage[] {
  const [best] = passages;
  if (!best || best.relevance < minRelevance) return [];
  const others = passages.filter(
    (one) => one !== best && one.article_id === best.article_id && one.relevance >= minRelevance,
  );
  return [best, ...others].slice(0, MAX_PASSAGES);
}

const headingOf = ({ heading_path }: RetrievedPassage): string =>
  heading_path.length > 0 ? `**${heading_path.join(' > ')}**` : '';

function textOf(passages: readonly RetrievedPassage[]): string {
  const [first] = passages;
  if (!first) return '';
  const texts = passages.flatMap((one, index) => {
    const before = passages[index - 1];
    // A long section has several passages, and one heading.
    const isContinued = before !== undefined && headingOf(before) === headingOf(one);
    return [isContinued ? '' : headingOf(one), one.text].filter((part) => part !== '');
  });
  return [`From “${first.title}” (${first.article_id}):`, ...texts].join('\n\n');
}

/** Answers with the passages that it cites, those that help first. */
async function extractAnswer({
  passages,
  readArticle,
}: Pick<AskInput, 'passages' | 'readArticle'>): Promise<AskOutput> {
  const found = bestPassages(passages);
  const cited = found[0] ? arrangeAnswer(found, await readArticle(found[0])) : [];
  return { answer: textOf(cited), cited };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

const MAX_STEPS = 8;
const MAX_QUOTED_CASES = 3;

const mostFrequent = (values: readonly (string | null)[]): string => {
  const given = values.filter((value) => value !== null);
  const counts = [...Map.groupBy(given, (value) => value)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
};

/** The confidence is the agreement of similar cases times the similarity of the nearest one. */
const confidenceOf = (neighbours: readonly Neighbour[]): number => {
  const agreement = vote(neighbours, 'subcategory') ?? vote(neighbours, 'category');
  const nearest = neighbours[0]?.similarity ?? 0;
  return Number(((agreement?.confidence ?? 0) * Math.min(1, nearest)).toFixed(3));
};

const summaries: Record<AnalysisType, (input: AnalyzeInput) => string[]> = {
  root_cause: () => [],
  resolution: () => [],
  summary: ({ record }) => [(record.fields['description'] ?? '') as string],
  impact: ({ affected }) => [...affected],
};

/** Takes the resolutions of the nearest cases; without similar cases, only the summary has text. */
function localFindings(input: AnalyzeInput): Findings {
  const { record, analysisType, neighbours } = input;
  const solved = neighbours.filter(({ resolution }) => resolution !== '');
  const [nearest] = solved;
  const steps = solved
    .slice(0, MAX_QUOTED_CASES)
    .flatMap(({ resolution }) => sentencesOf(resolution));
  return {
    probable_root_cause: nearest
      ? `${nearest.resolution} (as in ${nearest.id}: ${nearest.short_description})`
      : '',
    confidence: confidenceOf(neighbours),
    resolution_steps: [...new Set(steps)].slice(0, MAX_STEPS),
    related_problem: mostFrequent(neighbours.map(({ parent_problem_id }) => parent_problem_id)),
    similar_past_incidents: neighbours.map(({ id }) => id),
    estimated_resolution_minutes: median(
      neighbours.map(({ resolution_minutes }) => resolution_minutes),
    ),
    summary: [recordLine(record), ...summaries[analysisType](input)]
      .filter((part) => part !== '')
      .join('\n'),
  };
}

export const localAnswerer: Answerer = {
  modelOf: () => LOCAL_MODEL,
  ask: async (input, { onText }) => {
    const output = await extractAnswer(input);
    onText?.(output.answer);
    return output;
  },
  analyze: async (input) => ({ findings: localFindings(input) }),
  query: async (input, { onText }) => {
    const output = await localQuery(input, extractAnswer);
    onText?.(output.answer);
    return output;
  },
};
