// How many files a reader passes from the click on Resolve to the request, checked by the imports between them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { importsOf, targetOf } from '../../server/test/support/imports.ts';

const MAX_FILES = 8;
const PAGE = 'incidents/record/incident.page.tsx';

/** In the order of the walk: the file, what it does, and the name by which the one before reaches it. */
const walk: readonly [file: string, name: string][] = [
  ['records/record-top.tsx', 'RecordTop'], // shows the buttons, and the form of a step
  ['records/header/steps.tsx', 'StepForm'], // the click, and the text
  ['records/use-record.ts', 'useRecord'], // which step is asked about, and its draft
  ['incidents/incident.steps.ts', 'incidentSteps'], // the fields that the step sets
  ['records/saving/change-record.ts', 'takeStep'], // sends it, and says so
  ['keys/delayed.ts', 'sendDelayed'], // waits for an undo
  ['records/saving/save-record.ts', 'saveRecord'], // merges with the changes of others
  ['api/records.ts', 'updateRecord'], // the request
];

const textOf = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../src', file), 'utf8');

const ALL = '*';

/** The files that one imports, through the index.ts of their modules, with the names. */
function importedBy(file: string): Map<string, string> {
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

/** Files of the walk that no earlier one reaches by their name. */
const unreached = (rows: typeof walk): string[] =>
  rows
    .filter(([file, name], index) => {
      const earlier = [PAGE, ...rows.slice(0, index).map(([one]) => one)];
      const has = (names = ''): boolean => names.includes(ALL) || names.includes(name);
      return !earlier.some((one) => has(importedBy(one).get(file)));
    })
    .map(([file]) => file);

describe('The walk of Resolve', () => {
  test('it passes at most eight files, each reached by an import of an earlier one', () => {
    assert.ok(walk.length <= MAX_FILES);
    assert.ok(importsOf(textOf(PAGE)).length > 0);
    assert.deepEqual(unreached(walk), []);
  });

  test('a file that is not on the way is found', () => {
    assert.deepEqual(unreached([...walk, ['records/ask.tsx', 'askNothing']]), ['records/ask.tsx']);
  });
});
