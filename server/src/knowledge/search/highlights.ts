// Highlights are pieces of plain text without markup, so there is nothing to escape or to forge.
import { type Headlines, MARKS } from './search.sql.ts';
import { cut, cutStart } from '../../platform/text.ts';

interface Part {
  text: string;
  match: boolean;
}

export interface Highlight {
  field: 'title' | 'summary' | 'body';
  parts: Part[];
}

/** A fragment has few words, but a word can be as long as the body. */
const MAX_PART = 120;
const MAX_PARTS = 16;

const fields = ['title', 'summary', 'body'] as const;

function partsOf(fragment: string): Part[] {
  const [first = '', ...rest] = fragment.split(MARKS.start);
  const parts = [
    { text: cutStart(first, MAX_PART), match: false },
    ...rest.flatMap((piece) => {
      const [match = '', after = ''] = piece.split(MARKS.end);
      return [
        { text: cut(match, MAX_PART), match: true },
        { text: cut(after, MAX_PART), match: false },
      ];
    }),
  ];
  return parts.filter(({ text }) => text !== '').slice(0, MAX_PARTS);
}

/** Returns only fragments with a match: without one, the headline is the beginning of the text. */
export const highlightsOf = (headlines: Headlines): Highlight[] =>
  fields.flatMap((field) =>
    (headlines[field] ?? '')
      .split(MARKS.between)
      .filter((fragment) => fragment.includes(MARKS.start))
      .map((fragment) => ({ field, parts: partsOf(fragment) })),
  );
