// Each TypeScript block of README.md becomes a program, after the imports and the client of the first one.
import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

/** A test replaces these literals of the README. */
export interface Placeholders {
  baseUrl: string;
  apiKey: string;
  secret: string;
}

const fillIn = (text: string, { baseUrl, apiKey, secret }: Placeholders): string =>
  text
    .replaceAll('https://desk.example.com', baseUrl)
    .replaceAll('sbk_…', apiKey)
    .replaceAll('whsec_…', secret);

/** Returns the arguments of each command in the README's example of the command line. */
export const exampleCommands = (): string[][] =>
  [...readme.matchAll(/^\$ signalbox (.*)$/gm)].map(([, line = '']) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
  );

/** Returns the source of each example by the name of its file. */
export function examplePrograms(placeholders: Placeholders): Record<string, string> {
  const [first = '', ...rest] = blocks;
  const start = first.slice(0, first.indexOf(';\n', first.indexOf('new Signalbox')) + 2);
  const programs = [
    first,
    ...rest.map((block) => (/\bclient\./.test(block) ? `${start}${block}` : block)),
  ];
  return Object.fromEntries(
    programs.map((text, index) => [`example-${index + 1}.ts`, fillIn(text, placeholders)]),
  );
}
