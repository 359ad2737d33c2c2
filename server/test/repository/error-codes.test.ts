// Error codes are contract: every code is documented, and every documented code exists. The table is generated; this
// test reads it as a client's developer does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { errorCatalog, faultCatalog } from '../../src/platform/error-catalog.ts';

const document = readFileSync(
  new URL('../../../docs/reference/errors.md', import.meta.url),
  'utf8',
);

/** Maps the first column of the tables below a heading to the second. */
function tableBelow(text: string, heading: string): Map<string, string> {
  const [, ...sections] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const tables = sections.map((section) => section.split(/^#/m)[0]).join('\n');
  return new Map(
    [...tables.matchAll(/^\| *`([a-z_]+)` *\| *([^|]*?) *\|/gm)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  );
}

const differences = (text: string): string[] => {
  const documentedErrors = tableBelow(text, 'Error codes');
  const documentedFaults = tableBelow(text, 'Validation codes');
  return [
    ...Object.entries(errorCatalog)
      .filter(([code, { status }]) => documentedErrors.get(code) !== String(status))
      .map(([code, { status }]) => `${code} is not documented with ${status}`),
    ...Object.keys(faultCatalog)
      .filter((code) => !documentedFaults.has(code))
      .map((code) => `${code} is not documented`),
    ...[...documentedErrors.keys()]
      .filter((code) => !(code in errorCatalog))
      .map((code) => `${code} does not exist`),
    ...[...documentedFaults.keys()]
      .filter((code) => !(code in faultCatalog))
      .map((code) => `${code} does not exist`),
  ];
};

describe('Error codes', () => {
  test('docs/reference/errors.md has every code with its status, and no other', () => {
    assert.deepEqual(differences(document), []);
  });

  for (const [name, planted] of Object.entries({
    'a code is missing': document.replace(/^\| `invalid_cursor`.*\n/m, ''),
    'a fault code is missing': document.replace(/^\| `too_long`.*\n/m, ''),
    'a status is wrong': document.replace(/^(\| `not_found` *\| *)404/m, '$1410'),
    'a code that does not exist': document.replace(
      /^(\| `not_found`.*\n)/m,
      '$1| `gone_fishing` | 404 | x |\n',
    ),
  })) {
    test(`a planted difference is found: ${name}`, () => {
      assert.notEqual(planted, document, 'the difference was not planted');
      assert.equal(differences(planted).length, 1);
    });
  }
});
