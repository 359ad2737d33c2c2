// Markdown to the plain text that is embedded: marks say nothing about the meaning and cost tokens. Each
// pattern takes time in proportion to the text, whatever the text is.

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

/**
 * An estimate for when there is no tokenizer, on the safe side: the model's tokenizer makes 1.3 tokens of an English
 * word, and one of each sign.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu))
    tokens += Math.ceil(run.length / (/^[\p{Script=Latin}\p{N}]/u.test(run) ? 4 : 1));
  return tokens;
};
