// The code of the previous release with its packages, in a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Release {
  commit: string;
  /** Its main.ts. */
  program: string;
  remove: () => void;
}

/** `tools/previous-release` names the commit; a shallow clone may not have it. */
export function checkOutPreviousRelease(): Release {
  const commit = readFileSync(join(root, 'tools/previous-release'), 'utf8').trim();
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-previous-'));
  const archive = join(folder, 'release.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'pipe' });
  execFileSync('tar', ['--extract', '--file', archive], { cwd: folder });
  // Not `npm ci`: the lock file of the first release lacks packages of other platforms.
  execFileSync('npm', ['install', '--no-save', '--omit=dev'], { cwd: folder, stdio: 'pipe' });
  return {
    commit,
    program: join(folder, 'server/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
