// Markdown is reduced to plain text before it is embedded: markup has no meaning and costs tokens. Each pattern takes
// linear time on any text.

const rules: readonly [pattern: RegExp, replacement: string][] = [
  [/^ {0,3}(`{3,}|~{3,}).*$/gm, ''],
  [/^[ \t|:-]+$/gm, ''],
  [/<!--|-->/g, ' '],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/^[ \t]*>[ \t]?/gm, ''],
  [/^[ \t]*[-*+][ \t]+/gm, ''],
  [/`+/g, ''],
  [/\*\*|__/g, ''],
  [/(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, ''],
  [/\|/g, ' '],
  [/[^\S\n]+/g, ' '],
  [/ ?\n\s*/g, '\n'],
];

export const plainText = (markdown: string): string =>
  rules
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), markdown)
    .trim();

/** Positive values say how many characters of a kind make a token; white space makes none. */
const SPACE = 0;
const LATIN_OR_NUMBER = 4;
const OTHER_LETTER = 1;
const SIGN = -1;
const NOT_YET_KNOWN = -2;

function kindOf(character: string): number {
  if (/\s/.test(character)) return SPACE;
  if (/[\p{Script=Latin}\p{N}]/u.test(character)) {
    return /[\p{L}\p{N}]/u.test(character) ? LATIN_OR_NUMBER : SIGN;
  }
  return /\p{L}/u.test(character) ? OTHER_LETTER : SIGN;
}

/** Kinds are cached by code point: a text has few different ones, and testing each character again takes ten times as long. */
const knownKinds = new Int8Array(0x1_00_00).fill(NOT_YET_KNOWN);

function knownKindOf(character: string): number {
  const known = knownKinds[character.codePointAt(0) ?? 0];
  if (known !== undefined && known !== NOT_YET_KNOWN) return known;
  const kind = kindOf(character);
  // The table ignores code points beyond its end.
  knownKinds[character.codePointAt(0) ?? 0] = kind;
  return kind;
}

/**
 * Estimates tokens without a tokenizer, on the safe side: the model's tokenizer makes 1.3 tokens of an English word, and
 * one of each punctuation mark.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0;
  let length = 0;
  let perToken = 1;
  for (const character of text) {
    const kind = knownKindOf(character);
    if (kind > SPACE) {
      if (length === 0) perToken = kind;
      length += character.length;
      continue;
    }
    tokens += Math.ceil(length / perToken);
    length = 0;
    if (kind === SIGN) tokens += 1;
  }
  return tokens + Math.ceil(length / perToken);
};
