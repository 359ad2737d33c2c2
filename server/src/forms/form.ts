// A form is a list of questions in their order. A question can depend on the answers to earlier ones.
import type { Condition } from '../conditions/evaluation/index.ts';

export const questionTypes = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'choice',
  'choices',
  'person',
  'ci',
  'url',
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** A form has at most so many questions. */
export const MAX_QUESTIONS = 100;

export interface QuestionChoice {
  value: string;
  label: string;
}

export interface Question {
  /** Names the answer; unique within the form. */
  key: string;
  label: string;
  help: string | null;
  type: QuestionType;
  /** The list is empty for other types than `choice` and `choices`. */
  choices: readonly QuestionChoice[];
  required: boolean;
  /** Answers a question that was not asked, because a client left it out. */
  default: unknown;
  /** Compares answers to earlier questions; null shows the question always. */
  show_if: Condition | null;
}

export type Form = readonly Question[];

export type Answers = Readonly<Record<string, unknown>>;
