// Words of the project's former private dialect must not come back: neither in identifiers nor in texts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { thisRepository } from '../../../tools/docs.ts';

/** Refused as words of an identifier or of a file name, whatever its case style. */
const REFUSED_WORDS = new Set(
  'told untold mended judge judges judged judging arrival arrivals'.split(' '),
);
/** Refused as consecutive words of an identifier. */
const REFUSED_NAMES = ['breaks unique', 'since locked'];
/** Refused in the names of types only: a variable may be `wanted`. */
const REFUSED_TYPE_WORD = 'wanted';
const REFUSED_PHRASES = [
  'parted by',
  'was had',
  'held against',
  'whoever',
  'noughts',
  'to mend',
  'is told in',
];

/** Files that are not checked, with the reason. */
const EXEMPT_FILES: ReadonlyMap<string, string> = new Map([
  ['server/test/repository/vocabulary.test.ts', 'it lists the refused words'],
]);
/** Identifiers that other systems rely on, with the reason. */
const EXEMPT_IDENTIFIERS: ReadonlyMap<string, string> = new Map();

const SOURCE = /^(server|sdk|console|bench|tools)\/.+\.tsx?$/;
const DOCUMENT = /\.md$/;

const COMMENT = String.raw`\/\/.*|\/\*[\s\S]*?\*\/`;
const QUOTED = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const TEMPLATE = String.raw`\`(?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^\`\\])*\``;
/** A slash after an operator or an opening bracket begins a regular expression, not a division. */
const REGEXP = String.raw`(?<=[=(,:!&|?[]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/`;
const NOT_CODE = new RegExp([COMMENT, REGEXP, QUOTED, TEMPLATE].join('|'), 'g');

/** The source without comments, strings and regular expressions; expressions in templates stay. */
const codeOf = (source: string): string =>
  source.replace(NOT_CODE, (match) =>
    match.startsWith('`')
      ? codeOf([...match.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, x]) => x).join(' '))
      : ' ',
  );

/** `tellToldFields`, `TELL_TOLD_FIELDS` and `tell-told-fields` are all tell, told, fields. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

function isRefusedName(name: string): boolean {
  if (EXEMPT_IDENTIFIERS.has(name)) return false;
  const words = wordsOf(name);
  const isType = /^[A-Z][A-Za-z0-9]*[a-z]/.test(name);
  return (
    words.some((word) => REFUSED_WORDS.has(word) || (isType && word === REFUSED_TYPE_WORD)) ||
    REFUSED_NAMES.some((refused) => ` ${words.join(' ')} `.includes(` ${refused} `))
  );
}

/** In one line, so that a phrase is found across the lines of a comment or a paragraph. */
const flatten = (text: string): string => text.replace(/\s*\n\s*(?:(?:\/\/|\*|>)\s*)?/g, ' ');

const PHRASES = new RegExp(String.raw`\b(?:${REFUSED_PHRASES.join('|')})\b`, 'gi');

function violations(path: string, text: string): string[] {
  if (EXEMPT_FILES.has(path)) return [];
  const isSource = SOURCE.test(path);
  if (!isSource && !DOCUMENT.test(path)) return [];
  const names = isSource ? (codeOf(text).match(/[A-Za-z_$][\w$]*/g) ?? []) : [];
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  return [
    ...[...new Set([...names, fileName])].filter(isRefusedName),
    ...(flatten(text).match(PHRASES) ?? []).map((phrase) => `"${phrase}"`),
  ].map((found) => `${path}: ${found}`);
}

describe('Vocabulary', () => {
  const repository = thisRepository();

  test('sources and documents use the words of the field', () => {
    const checked = repository.files.filter((path) => SOURCE.test(path) || DOCUMENT.test(path));
    assert.ok(checked.length > 200, `${checked.length} files were read`);
    assert.deepEqual(
      checked.flatMap((path) => violations(path, repository.read(path))),
      [],
    );
  });

  const planted: [name: string, path: string, text: string, found: string][] = [
    ['a variable', 'server/src/x.ts', 'const told = 1;', 'told'],
    ['a part of a name', 'server/src/x.ts', 'tellToldFields(row);', 'tellToldFields'],
    ['a part of a constant', 'tools/x.ts', 'const MAX_ARRIVALS = 1;', 'MAX_ARRIVALS'],
    ['a member', 'bench/x.ts', 'row.untold.length', 'untold'],
    ['a function', 'server/src/x.ts', 'export function judgePatch() {}', 'judgePatch'],
    ['a participle', 'server/test/x.ts', 'let isMended = true;', 'isMended'],
    ['a type', 'server/src/x.ts', 'interface Wanted {}', 'Wanted'],
    ['a part of a type', 'server/src/x.ts', 'type WantedFields = string;', 'WantedFields'],
    ['two words', 'server/src/x.ts', 'if (breaksUnique(error)) return;', 'breaksUnique'],
    [
      'two words within a name',
      'server/src/x.ts',
      'monotonicSinceLocked()',
      'monotonicSinceLocked',
    ],
    ['a name in a template', 'server/src/x.ts', 'log(`at ${told.at}`);', 'told'],
    ['a name after a quote in a pattern', 'server/src/x.ts', `f(/'/, told, '')`, 'told'],
    ['a file', 'server/src/platform/arrival.ts', '', 'arrival.ts'],
    ['a comment', 'server/src/x.ts', '// Whoever asks first.', '"Whoever"'],
    [
      'a comment over lines',
      'server/src/x.ts',
      '/**\n * values parted\n * by commas\n */',
      '"parted by"',
    ],
    ['a message', 'server/src/x.ts', `detail: 'The token was had for a key.'`, '"was had"'],
    ['a document', 'docs/x.md', 'How it is done is told in\nthe README.', '"is told in"'],
    ['a document at the top', 'README.md', 'padded with noughts', '"noughts"'],
    ['a page of decisions', 'docs/adr/x.md', 'is held against the clock', '"held against"'],
    ['a test title', 'server/test/x.ts', `test('how long to mend it')`, '"to mend"'],
  ];
  for (const [name, path, text, found] of planted) {
    test(`a planted violation is found: ${name}`, () => {
      assert.deepEqual(violations(path, text), [`${path}: ${found}`]);
    });
  }

  const accepted: [name: string, path: string, text: string][] = [
    ['words that contain the letters', 'server/src/x.ts', 'prejudge(unwanted, recommended)'],
    ['a variable called wanted', 'server/src/x.ts', 'const wanted = read();'],
    ['a word of a comment or a string', 'server/src/x.ts', `// judged\nf('told', \`judge\`);`],
    ['a phrase within longer words', 'docs/x.md', 'departed by train to mending'],
    ['another kind of file', 'server/migrations/x.sql', '-- whoever'],
  ];
  for (const [name, path, text] of accepted) {
    test(`accepted: ${name}`, () => {
      assert.deepEqual(violations(path, text), []);
    });
  }
});
