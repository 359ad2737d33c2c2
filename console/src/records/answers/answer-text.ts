// Answers are worded by the types of their questions, as custom fields are by theirs.
import type { AskedQuestion } from '../../api/index.ts';
import { customText } from '../../words/index.ts';

/** Returns undefined for a question without an answer. */
export function answerText(question: AskedQuestion, answer: unknown): string | undefined {
  const isMissing = answer === undefined || answer === null || answer === '';
  if (isMissing || (Array.isArray(answer) && answer.length === 0)) return undefined;
  return customText(question, answer);
}

/** The scheme is checked again, because a link of another one would run a script. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);
