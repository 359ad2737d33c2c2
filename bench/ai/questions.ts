// The questions of the evaluation set have two halves: weights are chosen on one, figures come from the other.
import { readFileSync } from 'node:fs';

export const kinds = ['exact', 'paraphrase', 'vocabulary', 'misspelt'] as const;

export interface Question {
  id: string;
  kind: (typeof kinds)[number];
  question: string;
  /** The right articles are given by their slugs. */
  articles: string[];
}

export const readQuestions = (): Question[] =>
  JSON.parse(
    readFileSync(new URL('../../server/test/evaluation/questions.json', import.meta.url), 'utf8'),
  );

const numberOf = ({ id }: Question): number => Number(id.split('-')[1]);

/** Questions with odd numbers choose the weights; those with even numbers are measured. */
export const isForTuning = (question: Question): boolean => numberOf(question) % 2 === 1;
