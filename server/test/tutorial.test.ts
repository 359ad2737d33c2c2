// docs/adding-a-record-type.md is followed to the letter in a copy of the project: its files are written, compiled and
// tested. It is small enough to be worth following: at most 8 files and 700 lines.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const MAX_FILES = 8;
const MAX_LINES = 700;

interface Block {
  heading: string;
  lines: string;
}

const blocks: Block[] = [
  ...readFileSync(join(root, 'docs/adding-a-record-type.md'), 'utf8').matchAll(
    /^```(?:ts|sql)\n(?:\/\/|--) (.+)\n([^]*?)^```$/gm,
  ),
].map(([, heading = '', lines = '']) => ({ heading, lines }));

const files = blocks.filter(({ heading }) => heading.startsWith('server/'));
const additions = blocks.filter(({ heading }) => heading.startsWith('add to '));

/** Adds the lines after the line that opens the table, or before the first import. */
function add(copy: string, { heading, lines }: Block): void {
  const [, place = '', path = ''] = /^add to (.+?) (?:in|of) (\S+)$/.exec(heading) ?? [];
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  const opening =
    place === 'the imports'
      ? /^(?=import )/m
      : new RegExp(`^(?:export )?const ${place}[^\\n]*[\\[{]\\n`, 'm');
  assert.match(text, opening, heading);
  writeFileSync(
    file,
    text.replace(opening, (found) => found + lines),
  );
}

describe('The tutorial for a record type', () => {
  const copy = mkdtempSync(join(tmpdir(), 'signalbox-tutorial-'));
  before(() => {
    for (const part of ['server', 'sdk/src/nearest.ts', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const { heading, lines } of files) {
      mkdirSync(dirname(join(copy, heading)), { recursive: true });
      writeFileSync(join(copy, heading), lines);
    }
    for (const addition of additions) add(copy, addition);
    const only = {
      extends: './tsconfig.json',
      include: ['server/src', 'server/test/spec/problems.test.ts'],
    };
    writeFileSync(join(copy, 'tsconfig.tutorial.json'), JSON.stringify(only));
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  test('the tutorial has at most eight files and 700 lines', () => {
    const count = files.reduce((sum, { lines }) => sum + lines.split('\n').length - 1, 0);
    assert.ok(files.length > 5 && files.length <= MAX_FILES, `${files.length} files`);
    assert.ok(count > 300 && count <= MAX_LINES, `${count} lines`);
    assert.equal(additions.length, 7);
  });

  test('the code of the tutorial compiles, and its test passes', async () => {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const compiled = run(tsc, ['-p', 'tsconfig.tutorial.json'], { cwd: copy });
    const tested = run(
      process.execPath,
      ['--test', '--test-force-exit', 'server/test/spec/problems.test.ts'],
      {
        cwd: copy,
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      },
    );
    const outcomes = await Promise.allSettled([compiled, tested]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.fail((outcome.reason as { stdout: string }).stdout || String(outcome.reason));
  });
});
