// The words of sources and documents follow the rules of tools/vocabulary/rules.ts, and each rule can fail.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { thisRepository } from '../../../tools/docs.ts';
import { rules } from '../../../tools/vocabulary/rules.ts';
import { hasVerb } from '../../../tools/vocabulary/verbs.ts';
import { checkedFiles, violationsOf } from '../../../tools/vocabulary/vocabulary.ts';

const found = (path: string, text: string): string[] =>
  violationsOf(path, text).map((violation) => `${violation.rule}: ${violation.text}`);

describe('Vocabulary', () => {
  const repository = thisRepository();

  test('sources and documents use the words of the field', () => {
    const checked = checkedFiles(repository.files);
    assert.ok(checked.length > 1800, `${checked.length} files were read`);
    const advice = new Map(rules.map((rule) => [rule.name, rule.advice]));
    assert.deepEqual(
      checked
        .flatMap((path) => violationsOf(path, repository.read(path)))
        .map(({ path, line, rule, text }) => `${path}:${line}: ${text} (${advice.get(rule)})`),
      [],
    );
  });

  test('every folder of sources and every document is checked', () => {
    const checked = checkedFiles([
      'server/src/x.ts',
      'server/test/x.ts',
      'sdk/src/x.ts',
      'console/src/x.tsx',
      'console/src/x.module.css',
      'bench/x.ts',
      'tools/x.sh',
      'README.md',
      'docs/adr/x.md',
      'openapi.json',
    ]);
    assert.equal(checked.length, 10);
  });

  const planted: [rule: string, path: string, text: string, found: string][] = [
    ['comment-opener', 'server/src/x.ts', '// What it has is read.', 'What it has is read.'],
    ['comment-opener', 'sdk/src/x.ts', '/** Who asks is known. */', 'Who asks is known.'],
    ['comment-opener', 'console/src/x.tsx', '/** Of two, one wins. */', 'Of two, one wins.'],
    ['comment-opener', 'bench/x.ts', '/* Those are read. */', 'Those are read.'],
    ['comment-opener', 'tools/x.sh', '# Such a run fails.', 'Such a run fails.'],
    ['comment-opener', 'console/x.css', '/* Of rows that are cut. */', 'Of rows that are cut.'],
    ['comment-opener', 'server/src/x.ts', '/** Whoever is first. */', 'Whoever is first.'],
    ['comment-verb', 'server/src/x.ts', '/** The values of a row. */', 'The values of a row.'],
    ['comment-verb', 'server/src/x.ts', '// For the\n// next row.', 'For the next row.'],
    ['comment-verb', 'console/src/x.tsx', '/** Sorted by id. It is. */', 'Sorted by id. It is.'],
    ['comment-verb', 'server/src/x.ts', '// Time to wait for it.', 'Time to wait for it.'],
    ['text-opener', 'server/src/x.ts', `f('What the person does.')`, 'What the person does.'],
    ['text-opener', 'console/src/x.tsx', '<p>Of the last hours</p>', 'Of the last hours'],
    ['document-opener', 'docs/x.md', '# A\n\nWhat it is.', 'What it is.'],
    ['document-opener', 'README.md', '## Who reads this', 'Who reads this'],
    ['document-opener', 'docs/adr/x.md', '- **Those** are old.', 'Those** are old.'],
    ['function-name', 'server/src/x.ts', 'function shown() {}', 'shown'],
    ['function-name', 'sdk/src/x.ts', 'const settled = () => 1;', 'settled'],
    ['function-name', 'console/src/x.ts', 'class A { seenBy() {} }', 'seenBy'],
    ['function-name', 'bench/x.ts', 'interface A { picked: () => void }', 'picked'],
    ['function-name', 'tools/x.ts', 'interface A { moved(): void }', 'moved'],
    ['function-name', 'console/src/x.tsx', 'export function Folded() {}', 'Folded'],
    ['refused-name', 'server/src/x.ts', 'const told = 1;', 'told'],
    ['refused-name', 'server/src/x.ts', 'tellToldFields(row);', 'tellToldFields'],
    ['refused-name', 'tools/x.ts', 'const MAX_ARRIVALS = 1;', 'MAX_ARRIVALS'],
    ['refused-name', 'bench/x.ts', 'row.untold.length', 'untold'],
    ['refused-name', 'server/src/x.ts', 'export function judgePatch() {}', 'judgePatch'],
    ['refused-name', 'server/test/x.ts', 'let isMended = true;', 'isMended'],
    ['refused-name', 'server/src/x.ts', 'interface Wanted {}', 'Wanted'],
    ['refused-name', 'server/src/x.ts', 'type WantedFields = string;', 'WantedFields'],
    ['refused-name', 'server/src/x.ts', 'if (breaksUnique(error)) f();', 'breaksUnique'],
    ['refused-name', 'server/src/x.ts', 'monotonicSinceLocked()', 'monotonicSinceLocked'],
    ['refused-name', 'server/src/x.ts', 'log(`at ${told.at}`);', 'told'],
    ['refused-name', 'server/src/x.ts', `f(/'/, told, '')`, 'told'],
    ['refused-name', 'server/src/platform/arrival.ts', '', 'arrival.ts'],
    ['refused-name', 'console/src/x.ts', 'const lookEveryMs = 1;', 'lookEveryMs'],
    ['refused-name', 'server/src/x.ts', 'const KEPT_DAYS = 1;', 'KEPT_DAYS'],
    ['refused-name', 'server/src/platform/lists/x.ts', 'const walk = 1;', 'walk'],
    ['refused-name', 'server/src/platform/limits/x.ts', 'const figure = 1;', 'figure'],
    ['refused-name', 'server/src/notifications/x.ts', 'const letter = 1;', 'letter'],
    ['refused-phrase', 'server/src/x.ts', '/**\n * It is parted\n * by it\n */', 'parted by'],
    ['refused-phrase', 'server/src/x.ts', `f('The token was had for a key.')`, 'was had'],
    ['refused-phrase', 'docs/x.md', 'How it is done is told in\nthe README.', 'is told in'],
    ['refused-phrase', 'README.md', 'padded with noughts', 'noughts'],
    ['refused-phrase', 'docs/adr/x.md', 'is held against the clock', 'held against'],
    ['refused-phrase', 'server/test/x.ts', `f('how long to mend it')`, 'to mend'],
    ['title-verb', 'server/test/x.ts', `test('of nothing is nothing', f)`, 'of nothing is nothing'],
    ['title-verb', 'server/src/x.test.ts', `test('the empty list', f)`, 'the empty list'],
    ['title-verb', 'sdk/test/x.ts', 't.test(`the ${n} rows of it`, f)', 'the ${x} rows of it'],
    ['summary', 'openapi.json', '{"get": {"summary": "Incidents"}}', 'Incidents'],
    ['summary', 'openapi.json', '{"get": {"summary": "The list"}}', 'The list'],
    [
      'summary',
      'openapi.json',
      '{"get": {"summary": "List all of the open incidents"}}',
      'List all of the open incidents',
    ],
    ['description', 'openapi.json', '{"x": {"description": "Who has it."}}', 'Who has it.'],
    ['description', 'openapi.json', '{"x": {"description": "The ci_id."}}', 'The ci_id.'],
    [
      'api-word',
      'console/src/x.tsx',
      '<p>It is on_hold since Monday</p>',
      'It is on_hold since Monday',
    ],
    [
      'api-word',
      'server/src/notifications/x.ts',
      "f('Your request is pending_approval now')",
      'Your request is pending_approval now',
    ],
  ];
  for (const [rule, path, text, excerpt] of planted) {
    test(`${rule} finds a planted violation: ${excerpt}`, () => {
      assert.ok(found(path, text).includes(`${rule}: ${excerpt}`), found(path, text).join('\n'));
    });
  }

  test('every rule has a planted violation', () => {
    assert.deepEqual(
      rules.map(({ name }) => name).filter((name) => !planted.some(([rule]) => rule === name)),
      [],
    );
  });

  const accepted: [reason: string, path: string, text: string][] = [
    ['longer words contain the letters', 'server/src/x.ts', 'prejudge(unwanted, recommended)'],
    ['a variable may be called wanted', 'server/src/x.ts', 'const wanted = read();'],
    ['strings and comments may use a refused word', 'server/src/x.ts', "f('told'); // It judged."],
    ['longer words contain the phrase', 'docs/x.md', 'departed by train to mending'],
    ['a question may begin with What', 'docs/x.md', '## What is down?'],
    ['a participle with a noun is a noun', 'server/src/x.ts', 'const changedFields = () => 1;'],
    ['a variable may be a participle', 'server/src/x.ts', 'const found = rows.at(0);'],
    ['a verb may end in ed', 'server/src/x.ts', 'function embed() {}'],
    ['to look up is a word of the field', 'server/src/x.ts', 'lookUp(name);'],
    ['a key of the keyboard is a letter', 'console/src/x.ts', 'const letterKeys = 1;'],
    ['a directive for a tool is no sentence', 'server/src/x.ts', '// oxlint-disable-next-line x'],
    ['code in a document is no prose', 'docs/x.md', '```sh\nWhat\n```\n'],
    ['a program reads the values of the API', 'console/src/x.ts', "f('on_hold')"],
    ['a field in backticks is named', 'console/src/x.ts', "f('The field `opened_by` is new')"],
    ['a summary is an imperative', 'openapi.json', '{"get": {"summary": "List incidents"}}'],
    ['an example shows the API', 'openapi.json', '{"example": {"description": "on_hold x"}}'],
    ['a migration does not change', 'server/migrations/x.sql', '-- whoever'],
  ];
  for (const [reason, path, text] of accepted) {
    test(`a sentence is accepted, because ${reason}`, () => {
      assert.deepEqual(found(path, text), []);
    });
  }

  const sentences: [sentence: string, expected: boolean][] = [
    ['The server names the field.', true],
    ['The names of the fields.', false],
    ['Rows outside the viewport are refreshed.', true],
    ['Rows sorted by id.', false],
    ['Sends each mail once.', true],
    ['The time to wait for a lock.', false],
    ['Nobody changed it.', true],
    ['The changed fields of a row.', false],
  ];
  for (const [sentence, expected] of sentences) {
    test(`"${sentence}" ${expected ? 'has' : 'has no'} verb`, () => {
      assert.equal(hasVerb(sentence), expected);
    });
  }
});
