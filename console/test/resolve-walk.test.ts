// A reader passes few files from the click on Resolve to the request, which is checked by the imports between them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { importsOf, targetOf } from '../../server/test/support/imports.ts';

const MAX_FILES = 8;
const PAGE = 'incidents/record/incident.page.tsx';

/** Each file is listed with the name by which an earlier one imports it. */
const walk: readonly [file: string, name: string][] = [
  ['records/record-top.tsx', 'RecordTop'], // shows the buttons, and the form of a step
  ['records/header/steps.tsx', 'StepForm'], // handles the click and the text
  ['records/use-record.ts', 'useRecord'], // opens the question of a step with its draft
  ['incidents/incident.steps.ts', 'incidentSteps'], // names the fields that the step sets
  ['records/saving/change-record.ts', 'takeStep'], // sends the change and reports the result
  ['keys/delayed.ts', 'sendDelayed'], // waits for an undo
  ['records/saving/save-record.ts', 'saveRecord'], // merges with changes by others
  ['api/records.ts', 'updateRecord'], // sends the request
];

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../src', file), 'utf8');

const ALL = '*';

/** Returns the files that a file imports, also through the index.ts of modules, with the imported names. */
function namedImportsOf(file: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (from: string, text: string) => {
    for (const [, names = ALL, specifier = ''] of text.matchAll(
      /(?:import|export) (?:type )?(?:\{([^}]*)\}|\*) from '(\.[^']*)'/g,
    )) {
      const target = targetOf(from, specifier);
      if (target.endsWith('index.ts') && !from.endsWith('index.ts')) add(target, textOf(target));
      else found.set(target, `${found.get(target) ?? ''},${names}`);
    }
  };
  add(file, textOf(file));
  return found;
}

/** Returns the files that no earlier one imports by their name. */
const findUnreached = (rows: typeof walk): string[] =>
  rows
    .filter(([file, name], index) => {
      const earlier = [PAGE, ...rows.slice(0, index).map(([one]) => one)];
      const has = (names = ''): boolean => names.includes(ALL) || names.includes(name);
      return !earlier.some((one) => has(namedImportsOf(one).get(file)));
    })
    .map(([file]) => file);

describe('The walk of Resolve', () => {
  test('the path of Resolve has at most eight files, each imported by an earlier one', () => {
    assert.ok(walk.length <= MAX_FILES);
    assert.ok(importsOf(textOf(PAGE)).length > 0);
    assert.deepEqual(findUnreached(walk), []);
  });

  test('a file that is not on the path is found', () => {
    assert.deepEqual(findUnreached([...walk, ['records/ask.tsx', 'askNothing']]), [
      'records/ask.tsx',
    ]);
  });
});
