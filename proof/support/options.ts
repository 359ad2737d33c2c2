// What a proof takes on the command line: numbers with defaults, and a seed that is drawn when none is given.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const drawSeed = (): number => randomInt(2 ** 31);

export function readOptions<Name extends string>(
  defaults: Record<Name, number>,
): Record<Name | 'seed', number> {
  const numbers: Record<string, number> = { ...defaults, seed: drawSeed() };
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.keys(numbers).map((name) => [name, { type: 'string' as const }]),
    ),
  });
  for (const [name, text] of Object.entries(values)) {
    const given = Number(text);
    if (!Number.isSafeInteger(given) || given < 0)
      throw new Error(`--${name} must be a whole number, not ${text}`);
    numbers[name] = given;
  }
  return numbers;
}
