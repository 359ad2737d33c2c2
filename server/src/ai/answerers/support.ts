// Which citations of a model's text stand: the number must be of a passage that was given, and the sentence must be
// about the same as the passage.
import { cut } from '../../platform/text.ts';

/** Letters of a word that are compared, so that forms of a word are equal. */
const STEM_LENGTH = 6;
const MIN_WORD_LENGTH = 4;

/** More than a passage or an answer has. */
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

/** Share of the words of the sentence that the passage must have. */
const MIN_SUPPORT = 0.3;

function supports(said: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  const shared = [...said].filter((stem) => known.has(stem)).length;
  return said.size > 0 && shared / said.size >= MIN_SUPPORT;
}

/** The end of a sentence and the citations after it belong to it. */
const sentencesOf = (text: string): string[] =>
  text.replaceAll(/([.!?:](?:\s*\[\d{1,3}\])*)\s+/g, '$1\n').split(/\n+/);

/** Indexes of the texts that a sentence cites, each once. */
const citedIn = (sentence: string): number[] => [
  ...new Set([...sentence.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number) - 1)),
];

/** Indexes of the texts that are cited and support what is said with the citation, in the order of citation. */
export function supportedCitations(answer: string, texts: readonly string[]): number[] {
  const known = texts.map(stemsOf);
  const cited = sentencesOf(cut(answer, MAX_ANSWER_LENGTH)).flatMap((sentence) => {
    const said = stemsOf(sentence.replaceAll(/\[\d+\]/g, ' '));
    return citedIn(sentence).filter((index) => known[index] && supports(said, known[index]));
  });
  return [...new Set(cited)];
}

/** Numbers of passages mean nothing to a reader: those that stand become ids of articles, the others go. */
export const withArticleIds = (
  answer: string,
  ids: readonly string[],
  kept: ReadonlySet<number>,
): string =>
  answer
    .replaceAll(/\[(\d{1,3})\]/g, (_, number: string) => {
      const index = Number(number) - 1;
      return kept.has(index) ? `[${ids[index]}]` : '';
    })
    .replaceAll(/(\[KB[0-9A-Z]+\])\1+/g, '$1');
