// Checks out another commit with its packages into a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Checkout {
  /** The program is the path of its main.ts. */
  program: string;
  remove: () => void;
}

function installPackages(folder: string): void {
  const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) {
    for (const place of ['node_modules', 'server/node_modules'])
      symlinkSync(join(root, place), join(folder, place));
    return;
  }
  execFileSync('npm', ['install', '--no-save', '--omit=dev'], { cwd: folder, stdio: 'pipe' });
}

/** The commit must exist in this clone; a shallow clone may lack it. */
export function checkOut(commit: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-checkout-'));
  const archive = join(folder, 'checkout.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'pipe' });
  execFileSync('tar', ['--extract', '--file', archive], { cwd: folder });
  installPackages(folder);
  return {
    program: join(folder, 'server/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Until a later release exists, this commit with further migrations stands for it. */
export function checkOutNext(migrations: Readonly<Record<string, string>>): Checkout {
  const checkout = checkOut('HEAD');
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(checkout.program, `../../migrations/${name}.sql`), text);
  return checkout;
}
