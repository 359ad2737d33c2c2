// Command line options of a proof: numbers with defaults, texts without, and a seed, drawn when none is given.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const drawSeed = (): number => randomInt(2 ** 31);

export function readOptions<Name extends string, Text extends string = never>(
  defaults: Record<Name, number>,
  texts: readonly Text[] = [],
): Record<Name | 'seed', number> & Partial<Record<Text, string>> {
  const options: Record<string, number | string> = { ...defaults, seed: drawSeed() };
  const { values } = parseArgs({
    options: Object.fromEntries(
      [...Object.keys(options), ...texts].map((name) => [name, { type: 'string' as const }]),
    ),
  });
  for (const [name, text = ''] of Object.entries(values)) {
    const given = Number(text);
    const isNumber = name in options;
    if (isNumber && (!Number.isSafeInteger(given) || given < 0))
      throw new Error(`--${name} must be a whole number, not ${text}`);
    options[name] = isNumber ? given : text;
  }
  return options as Record<Name | 'seed', number> & Partial<Record<Text, string>>;
}
