// Subjects of commits fit on one line, from the commit on that added the check. Planted histories show that it can fail.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CHECK,
  checkedCommits,
  MAX_SUBJECT_CHARACTERS,
  subjectFaults,
} from '../../../tools/commit-subjects.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LONGEST = 'x'.repeat(MAX_SUBJECT_CHARACTERS);
const TOO_LONG = `${LONGEST}x`;

/** The histories do not depend on the settings of the person who runs the test. */
const SETTINGS = ['user.name=Pat', 'user.email=pat@example.com', 'commit.gpgSign=false'];

const run = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...SETTINGS.flatMap((one) => ['-c', one]), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function commit(folder: string, subject: string): void {
  run(folder, 'commit', '--quiet', '--allow-empty', '-m', subject);
}

const subjectsIn = (folder: string): string[] =>
  checkedCommits(folder).map(({ subject }) => subject);

describe('Subjects of commits', () => {
  let folder: string;
  let origin: string;

  const clone = (name: string, ...args: string[]): string => {
    run(folder, 'clone', '--quiet', ...args, pathToFileURL(origin).href, name);
    return join(folder, name);
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-subjects-'));
    origin = join(folder, 'origin');
    run(folder, 'init', '--quiet', '--initial-branch', 'main', origin);
    commit(origin, `Before the check: ${TOO_LONG}`);
    mkdirSync(join(origin, dirname(CHECK)));
    writeFileSync(join(origin, CHECK), 'The check.\n');
    run(origin, 'add', '.');
    commit(origin, 'Add the check');
    run(origin, 'switch', '--quiet', '--create', 'branch');
    commit(origin, LONGEST);
    run(origin, 'switch', '--quiet', 'main');
    writeFileSync(join(origin, CHECK), 'The check, edited.\n');
    run(origin, 'add', '.');
    commit(origin, 'Edit the check');
    run(origin, 'merge', '--quiet', '--no-ff', '-m', `Merge ${TOO_LONG}`, 'branch');
    commit(origin, 'End with a short subject');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('every subject of this repository since the check has at most 72 characters', () => {
    const commits = checkedCommits(root);
    const isCommitted = run(root, 'ls-tree', '--name-only', 'HEAD', CHECK) !== '';
    assert.equal(commits.length > 0, isCommitted);
    assert.deepEqual(subjectFaults(commits), []);
  });

  test('a complete clone is checked from the commit that added the check, without merges', () => {
    const whole = clone('whole');
    assert.deepEqual(
      subjectsIn(whole).toSorted(),
      ['Add the check', 'Edit the check', 'End with a short subject', LONGEST].toSorted(),
    );
    assert.deepEqual(subjectFaults(checkedCommits(whole)), []);
  });

  test('a shallow clone is checked as far as its history goes', () => {
    assert.deepEqual(subjectsIn(clone('one', '--depth', '1')), ['End with a short subject']);
    assert.equal(subjectsIn(clone('three', '--depth', '3')).length, 3);
    assert.ok(!subjectsIn(clone('all', '--depth', '9')).some((one) => one.startsWith('Before')));
  });

  test('a long subject after the check is refused in a complete and in a shallow clone', () => {
    const planted = clone('planted');
    commit(planted, TOO_LONG);
    commit(planted, 'Follow with a short subject');
    const shallow = join(folder, 'shallow');
    run(folder, 'clone', '--quiet', '--depth', '2', pathToFileURL(planted).href, shallow);
    for (const place of [planted, shallow]) {
      const [fault = '', ...others] = subjectFaults(checkedCommits(place));
      assert.match(
        fault,
        /^[0-9a-f]{12}: the subject has 73 characters, at most 72 are allowed: x/,
      );
      assert.deepEqual(others, []);
    }
  });

  test('a renamed check begins where it was added under its old name', () => {
    const renamed = join(folder, 'renamed');
    run(folder, 'init', '--quiet', renamed);
    commit(renamed, `Before the check: ${TOO_LONG}`);
    mkdirSync(join(renamed, dirname(CHECK)));
    writeFileSync(join(renamed, 'older-name.ts'), 'The check.\n');
    run(renamed, 'add', '.');
    commit(renamed, 'Add the check');
    run(renamed, 'mv', 'older-name.ts', CHECK);
    commit(renamed, 'Rename the check');
    assert.deepEqual(subjectsIn(renamed), ['Rename the check', 'Add the check']);
  });

  test('a repository without the check has nothing to check', () => {
    const empty = join(folder, 'empty');
    run(folder, 'init', '--quiet', empty);
    commit(empty, TOO_LONG);
    assert.deepEqual(checkedCommits(empty), []);
  });

  test('the length of a subject is counted in characters', () => {
    const faultsOf = (subject: string) => subjectFaults([{ id: 'a', subject }]).length;
    assert.equal(faultsOf('ü'.repeat(72)), 0);
    assert.equal(faultsOf('🚦'.repeat(72)), 0);
    assert.equal(faultsOf('🚦'.repeat(73)), 1);
  });
});
