// The version is edited in package.json alone: everything else reads it there or is written from it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { releaseNotes, releaseNotesFaults } from '../../../tools/release-notes.ts';
import { tagFault, versionFaults, versionOf } from '../../../tools/version.ts';
import { version } from '../../src/version.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const PLANTED = '0.0.9';

describe('The version', () => {
  test('every file that repeats the version of package.json has the same one', () => {
    assert.deepEqual(versionFaults(read), []);
  });

  test('the server and the command line say the version of package.json', () => {
    assert.equal(version, versionOf(read));
    const printed = execFileSync(process.execPath, ['sdk/src/cli/main.ts', '--version'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), versionOf(read));
  });

  test('a new version in package.json alone is a fault of every file that repeats it', () => {
    const stale = versionFaults((path) =>
      path === 'package.json' ? JSON.stringify({ version: PLANTED }) : read(path),
    );
    const faultOf = (path: string) => `${path} has the version ${versionOf(read)}, not ${PLANTED}`;
    assert.deepEqual(
      stale.toSorted(),
      [
        'server/package.json',
        'sdk/package.json',
        'console/package.json',
        'console/package.json',
        ...Array.from({ length: 6 }, () => 'package-lock.json'),
        'deploy/kubernetes/overlays/production/kustomization.yaml',
        'openapi.json',
      ]
        .map(faultOf)
        .toSorted(),
    );
  });

  test('a file from which the version was removed is a fault', () => {
    const withoutTag = versionFaults((path) =>
      path.startsWith('deploy/') ? 'images: []' : read(path),
    );
    assert.match(withoutTag.join(), /kustomization\.yaml has the version undefined/);
  });

  test('a release is refused unless its tag names the version', () => {
    assert.equal(tagFault('v1.2.3', '1.2.3'), undefined);
    for (const tag of ['1.2.3', 'v1.2.4', 'v1.2.3-rc.1', ''])
      assert.match(tagFault(tag, '1.2.3') ?? '', /it must be v1\.2\.3/, tag);
    const run = (tag: string) =>
      spawnSync(process.execPath, ['tools/version.ts', tag], { cwd: root }).status;
    assert.deepEqual([run(`v${version}`), run('v0.0.0')], [0, 1]);
  });
});

describe('The changelog', () => {
  const changelog = read('CHANGELOG.md');

  test('the version of package.json has a section that people can read in two minutes', () => {
    assert.deepEqual(releaseNotesFaults(changelog, version), []);
  });

  test('the notes of a release are its section of the changelog', () => {
    const planted =
      '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-16\n\n- New\n\n## [1.0.0]\n\n- Old\n';
    assert.equal(releaseNotes(planted, '1.1.0'), '- New');
    assert.equal(releaseNotes(planted, '1.0.0'), '- Old');
    assert.equal(releaseNotes(planted, 'Unreleased'), undefined);
    assert.equal(releaseNotes(planted, '2.0.0'), undefined);
  });

  const faulty: [reason: string, text: string, fault: RegExp][] = [
    ['the section is missing', '## [0.9.0] - 2026-11-16\n\n- New\n', /has no notes/],
    ['the section has no date', '## [1.0.0]\n\n- New\n', /has no date/],
    ['the notes are long', `## [1.0.0] - 2026-11-16\n\n${'word '.repeat(501)}`, /has 501 words/],
    [
      'the first release reports a fix',
      '## [1.0.0] - 2026-11-16\n\n### Fixed\n\n- A fault\n',
      /nobody had an earlier version/,
    ],
  ];
  for (const [reason, text, fault] of faulty)
    test(`a changelog is refused if ${reason}`, () => {
      assert.match(releaseNotesFaults(`# Changelog\n\n${text}`, '1.0.0').join(), fault);
    });

  test('a later release may report a fix', () => {
    const later =
      '# Changelog\n\n## [1.1.0] - 2026-11-17\n\n### Fixed\n\n- A fault\n\n## [1.0.0] - 2026-11-16\n\n- New\n';
    assert.deepEqual(releaseNotesFaults(later, '1.1.0'), []);
  });
});
