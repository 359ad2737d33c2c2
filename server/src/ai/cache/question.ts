// Two questions are the same if their normalised texts or the signatures of their distinctive words agree. Cosine alone
// does not distinguish CHG0012345 from CHG0012346, nor "enable" from "disable".
import { createHash } from 'node:crypto';
import { cut } from '../../platform/text.ts';
import { commonWords, directedVerbs, directions, negations } from './common-words.ts';

/** Each rewrite maps the variants of a phrase to one form. */
const rewrites: readonly [pattern: RegExp, replacement: string][] = [
  [/[’‘`´]/g, "'"],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/(\w)n't\b/g, '$1 not'],
  [/\b(i)'m\b/g, '$1 am'],
  [/\b(\w+)'re\b/g, '$1 are'],
  [/\b(\w+)'ve\b/g, '$1 have'],
  [/\b(\w+)'ll\b/g, '$1 will'],
  [/\b(i|we|you|he|she|they)'d\b/g, '$1 would'],
  [/\b(what|how|where|when|who|why|it|that|there|here)'s\b/g, '$1 is'],
  [
    /\b(?:good (?:morning|afternoon|evening|day)|thanks? (?:you )?(?:so much|very much|a lot|in advance)|many thanks)\b/g,
    ' ',
  ],
  [
    /\b(?:(?:can|could|would|will) you (?:please |kindly )?(?:tell|show|explain to|help|advise|let) (?:me|us)(?: know)?)\b/g,
    ' ',
  ],
  [/\b(?:(?:i|we) (?:would like|want|need|am trying|are trying|am looking) (?:to know\b)?)/g, ' '],
  [
    /\b(?:do you know|does anyone know|any idea|is there a way|is it possible|quick question)\b/g,
    ' ',
  ],
  [
    /\bwhat (?:is|are) the (?:way|steps?|procedure|process|best way|right way|correct way)s? (?:to|for)\b/g,
    ' howto ',
  ],
  [
    /\bhow (?:do|does|can|could|should|would|may|must|shall) (?:i|we|you|one|someone|somebody|a user|people)(?: be able to)?\b/g,
    ' howto ',
  ],
  [/\bhow to\b|\bways? to\b|\bsteps? to\b/g, ' howto '],
];

/** An identifier is one word, with its punctuation: 0x80070005, 5.7.1, 10.0.0.1/24, mail-01, KRB_AP_ERR. */
const WORD = /[\p{L}\p{N}]+(?:[._:/@\\+-]+[\p{L}\p{N}]+)*[%+#]*/gu;

export function wordsOf(question: string): string[] {
  const text = rewrites.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    question.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' '),
  );
  // "Ada's" is compared as "Ada".
  return text.replace(/(\w)'s\b/g, '$1').match(WORD) ?? [];
}

/** Maps "printers" to "printer", and leaves identifiers unchanged. */
const singular = (word: string): string =>
  /^\p{L}{4,}$/u.test(word) && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word;

const ALWAYS_DIRECTED = new Set(['off', 'out', 'down', 'up']);

/** Returns the words that two equal questions share in the same order, identifiers and numbers among them. */
export function distinctiveWords(words: readonly string[]): string[] {
  const hasFrom = words.includes('from');
  const isDirection = (word: string, index: number): boolean =>
    directions.has(word) &&
    (hasFrom ||
      ALWAYS_DIRECTED.has(word) ||
      words.slice(Math.max(0, index - 3), index).some((other) => directedVerbs.has(other)));
  return words
    .filter(
      (word, index) => negations.has(word) || isDirection(word, index) || !commonWords.has(word),
    )
    .map(singular);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface QuestionKeys {
  /** Questions that differ only in case, punctuation, politeness or contractions have equal texts. */
  text: string;
  /** The key is a hash of the text. */
  question: string;
  signature: string;
}

const POLITE = new Set(['please', 'kindly', 'thanks', 'thank', 'hello', 'hi', 'hey']);

/** A question has at most this length. The rest of a longer text must be equal character by character. */
const MAX_COMPARED = 4000;

export function questionKeys(question: string): QuestionKeys {
  const beginning = cut(question, MAX_COMPARED);
  const normalized = beginning.normalize('NFKC');
  // NFKC can lengthen a text: one Arabic ligature becomes 18 characters.
  const isLonger = normalized.length > 2 * MAX_COMPARED;
  const rest = isLonger ? question : question.slice(beginning.length);
  const words = wordsOf(isLonger ? cut(normalized, MAX_COMPARED) : normalized);
  const text = words.filter((word) => !POLITE.has(word)).join(' ');
  return {
    text,
    question: hashOf(`${text}${rest}`),
    signature: hashOf(`${distinctiveWords(words).join(' ')}${rest}`),
  };
}
