// Collects the questions that documents, help texts and the OpenAPI document show as examples, so that a test asks each of
// them: a reader tries an example first, and it must be answered.
import { globSync, readFileSync } from 'node:fs';

export interface ExampleQuestion {
  path: '/ai/ask' | '/ai/query';
  body: { question: string } | { query: string };
  /** The file that shows it first. */
  file: string;
}

/** Each row has the member of the request and the form in which a text shows its value, in quotes. */
const forms: readonly [member: 'question' | 'query', form: RegExp][] = [
  ['question', /\bquestion["']?:\s*(?:"([^"\n]*)"|'([^'\n]*)')/g],
  ['question', /\bsignalbox ask (?:"([^"\n]*)"|'([^'\n]*)')/g],
  // A query of a list has no spaces.
  ['query', /\bquery["']?:\s*(?:"([^"\n ]+ [^"\n]*)"|'([^'\n ]+ [^'\n]*)')/g],
];

const exampleOf = (member: 'question' | 'query', text: string, file: string): ExampleQuestion =>
  member === 'question'
    ? { path: '/ai/ask', body: { question: text }, file }
    : { path: '/ai/query', body: { query: text }, file };

export const questionsIn = (text: string, file: string): ExampleQuestion[] =>
  forms.flatMap(([member, form]) =>
    [...text.matchAll(form)].map(([, double, single]) =>
      exampleOf(member, double ?? single ?? '', file),
    ),
  );

/** In a document of JSON, quotes inside a text are escaped: each text of a code sample is searched by itself. */
function questionsOfJson(value: unknown, file: string): ExampleQuestion[] {
  if (typeof value === 'string') return questionsIn(value, file);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    (name === 'question' || name === 'query') && typeof part === 'string'
      ? [exampleOf(name, part, file)]
      : questionsOfJson(part, file),
  );
}

const sources: readonly [files: string, read: (text: string, file: string) => ExampleQuestion[]][] =
  [
    ['{README.md,docs/**/*.md,sdk/README.md}', questionsIn],
    ['sdk/src/cli/**/*.ts', questionsIn],
    ['console/src/**/*.tsx', questionsIn],
    ['openapi.json', (text, file) => questionsOfJson(JSON.parse(text), file)],
  ];

/** Returns each question once. */
export function exampleQuestions(cwd: string): ExampleQuestion[] {
  const all = sources.flatMap(([files, read]) =>
    globSync(files, { cwd })
      .toSorted()
      .flatMap((file) => read(readFileSync(`${cwd}/${file}`, 'utf8'), file)),
  );
  const byBody = new Map(all.toReversed().map((one) => [JSON.stringify(one.body), one]));
  return [...byBody.values()].toReversed();
}
