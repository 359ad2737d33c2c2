// A citation in a model's text is accepted only if its number is that of a passage that was given and the sentence
// shares enough words with the passage.
import { cut } from '../../platform/text.ts';

/** Only the first letters of a word are compared, so that its inflected forms are equal. */
const STEM_LENGTH = 6;
const MIN_WORD_LENGTH = 4;

/** No passage or answer exceeds these bounds. */
const MAX_COMPARED = 8000;
const MAX_ANSWER_LENGTH = 16_000;

const stemsOf = (text: string): Set<string> =>
  new Set(
    (
      cut(text, MAX_COMPARED)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .filter((word) => word.length >= MIN_WORD_LENGTH || /\d/.test(word))
      .map((word) => word.slice(0, STEM_LENGTH)),
  );

/** The passage must have this share of the words of the sentence. */
const MIN_SUPPORT = 0.3;

function supports(said: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  const shared = [...said].filter((stem) => known.has(stem)).length;
  return said.size > 0 && shared / said.size >= MIN_SUPPORT;
}

/** Citations after the end of a sentence belong to it. */
const sentencesOf = (text: string): string[] =>
  text.replaceAll(/([.!?:](?:\s*\[\d{1,3}\])*)\s+/g, '$1\n').split(/\n+/);

const citedIndexes = (sentence: string): number[] => [
  ...new Set([...sentence.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number) - 1)),
];

/** Returns the indexes of the cited texts that support their sentence, in the order of citation. */
export function supportedCitations(answer: string, texts: readonly string[]): number[] {
  const known = texts.map(stemsOf);
  const cited = sentencesOf(cut(answer, MAX_ANSWER_LENGTH)).flatMap((sentence) => {
    const said = stemsOf(sentence.replaceAll(/\[\d+\]/g, ' '));
    return citedIndexes(sentence).filter((index) => known[index] && supports(said, known[index]));
  });
  return [...new Set(cited)];
}

/** Replaces the numbers of supported citations with ids of articles, and removes the others: a number means nothing to a reader. */
export const withArticleIds = (
  answer: string,
  ids: readonly string[],
  supported: ReadonlySet<number>,
): string =>
  answer
    .replaceAll(/\[(\d{1,3})\]/g, (_, number: string) => {
      const index = Number(number) - 1;
      return supported.has(index) ? `[${ids[index]}]` : '';
    })
    .replaceAll(/(\[KB[0-9A-Z]+\])\1+/g, '$1');
