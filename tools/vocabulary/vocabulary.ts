// The words of the repository are checked by rules, file by file.
import { rules } from './rules.ts';
import { readSource } from './source.ts';

export interface Violation {
  path: string;
  line: number;
  rule: string;
  text: string;
}

/** Files that are not checked, with the reason. */
const EXEMPT: readonly [file: RegExp, reason: string][] = [
  [/^tools\/vocabulary\//, 'the rules list the refused words'],
  [/^server\/test\/repository\/vocabulary\.test\.ts$/, 'it plants violations'],
  [
    /^sdk\/src\/generated\//,
    'its comments are the descriptions of OpenAPI, which are checked as texts',
  ],
  [/^(?:server\/src\/demo\/knowledge|server\/test\/evaluation)\//, 'articles of a sample company'],
  [/^\.github\//, 'settings of another program'],
];

const CHECKED =
  /^(?:(?:server|sdk|console|bench|tools)\/.+\.(?:tsx?|css|sh)|(?:.+\/)?[^/]+\.md|openapi\.json)$/;

/** The files whose words are checked. */
export const checkedFiles = (files: readonly string[]): string[] =>
  files.filter((path) => CHECKED.test(path) && !EXEMPT.some(([file]) => file.test(path)));

export function violationsOf(path: string, text: string): Violation[] {
  const source = readSource(path, text);
  if (!source) return [];
  return rules.flatMap(({ name, find }) =>
    find(source).map((excerpt) => ({ path, rule: name, line: excerpt.line, text: excerpt.text })),
  );
}
