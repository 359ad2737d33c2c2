// Highlights are pieces of plain text without markup, so there is nothing to escape or to forge.
import { type RawBuilder, sql } from 'kysely';
import { cut, cutStart } from '../text.ts';

interface Part {
  text: string;
  match: boolean;
}

export interface Highlight<Field extends string = string> {
  field: Field;
  parts: Part[];
}

/** A fragment has few words, but a word can be as long as the body. */
const MAX_PART = 120;
const MAX_PARTS = 16;

/** Matches are marked by private-use characters, which are removed from the text beforehand. */
const DELIMITERS = { start: '\u{E000}', end: '\u{E001}', between: '\u{E002}' };

/** Only the beginning is read: a headline takes some milliseconds for the longest body, and a page may have 200 of them. */
const HIGHLIGHTED_CHARACTERS = 20_000;

/** Selects up to `most` fragments around matches. */
export const fragments = (most: number): string =>
  `FragmentDelimiter=${DELIMITERS.between}, MaxFragments=${most}, MinWords=8, MaxWords=24`;

/** Selects the whole text. */
export const WHOLE_TEXT = 'HighlightAll=true';

/** Selects the column with its matches marked, of `query`, which the statement has as a column. */
export const headlineSql = (column: string, extent: string): RawBuilder<unknown> => {
  const delimiters = Object.values(DELIMITERS).join('');
  const text = sql`translate(left(${sql.ref(column)}, ${sql.lit(HIGHLIGHTED_CHARACTERS)}), ${delimiters}, '')`;
  const options = `StartSel=${DELIMITERS.start}, StopSel=${DELIMITERS.end}, ${extent}`;
  return sql`ts_headline('english', ${text}, query, ${options})`;
};

function partsOf(fragment: string): Part[] {
  const [first = '', ...rest] = fragment.split(DELIMITERS.start);
  const parts = [
    { text: cutStart(first, MAX_PART), match: false },
    ...rest.flatMap((piece) => {
      const [match = '', after = ''] = piece.split(DELIMITERS.end);
      return [
        { text: cut(match, MAX_PART), match: true },
        { text: cut(after, MAX_PART), match: false },
      ];
    }),
  ];
  return parts.filter(({ text }) => text !== '').slice(0, MAX_PARTS);
}

/** Returns only fragments with a match: without one, the headline is the beginning of the text. */
export const highlightsOf = <Field extends string>(
  headlines: { readonly [name in Field]?: string | null },
  fields: readonly Field[],
): Highlight<Field>[] =>
  fields.flatMap((field) =>
    (headlines[field] ?? '')
      .split(DELIMITERS.between)
      .filter((fragment) => fragment.includes(DELIMITERS.start))
      .map((fragment) => ({ field, parts: partsOf(fragment) })),
  );
