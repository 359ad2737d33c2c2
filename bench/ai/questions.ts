// The questions of the evaluation set, in two halves: weights are chosen on one, figures come from the other.
import { readFileSync } from 'node:fs';

export const kinds = ['exact', 'paraphrase', 'vocabulary', 'misspelt'] as const;

export interface Question {
  id: string;
  kind: (typeof kinds)[number];
  question: string;
  /** Slugs of the right articles. */
  articles: string[];
}

export const readQuestions = (): Question[] =>
  JSON.parse(
    readFileSync(new URL('../../server/test/evaluation/questions.json', import.meta.url), 'utf8'),
  );

const numberOf = ({ id }: Question): number => Number(id.split('-')[1]);

/** Odd numbers choose the weights; even numbers are measured. */
export const isForTuning = (question: Question): boolean => numberOf(question) % 2 === 1;
