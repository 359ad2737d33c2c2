// Builds sdk/pack, which has the package of the SDK as npm installs it, unless it was built from the same sources. The
// compiled files are also in sdk/dist. `npm run sdk` prints the command that installs the package.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce, hashSources, replaceFolder } from '../tools/build-folder.ts';

const root = import.meta.dirname;
const run = promisify(execFile);
const PACK = join(root, 'pack');
const DOCUMENTS = ['LICENSE', 'README.md'];
const SOURCES = [
  ...DOCUMENTS,
  '*.{ts,json}',
  'src/**/*.ts',
  '../{package-lock,tsconfig}.json',
  '../tools/build-folder.ts',
];
/** The command line is compiled apart, because only it may use the types of Node. */
const CONFIGS = ['tsconfig.build.json', 'tsconfig.cli.json'];

interface Manifest {
  version: string;
  bin: { signalbox: string };
  scripts: object;
  exports: { '.': { source?: string } };
}

const readManifest = (): Manifest =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** The package has no sources, so a project that prefers the condition `source` must not be sent to them. */
function publishedManifest(): object {
  const { scripts: _scripts, exports, ...manifest } = readManifest();
  const { source: _source, ...entry } = exports['.'];
  return { ...manifest, exports: { ...exports, '.': entry } };
}

const fileName = (): string => `signalbox-sdk-${readManifest().version}.tgz`;

async function compile(target: string): Promise<void> {
  const tsc = join(root, '../node_modules/.bin/tsc');
  for (const config of CONFIGS)
    await run(tsc, ['-p', join(root, config), '--outDir', target]).catch(
      // The compiler prints its errors to standard output.
      ({ stdout, message }: Error & { stdout?: string }) => {
        throw new Error(stdout?.trim() || message);
      },
    );
}

/** A script of npm has the options of its caller in the environment, such as a workspace. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')));

/** npm writes the same bytes for the same files: it leaves out their owners and times. */
export async function packFolder(folder: string, target: string): Promise<void> {
  const options = { cwd: folder, env: withoutNpm(process.env) };
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', target], options);
}

/** npm packs the modes too, which depend on the umask of the person who cloned the repository. */
function setModes(folder: string): void {
  for (const path of globSync('**/*.*', { cwd: folder })) chmodSync(join(folder, path), 0o644);
  chmodSync(join(folder, 'LICENSE'), 0o644);
  chmodSync(join(folder, readManifest().bin.signalbox), 0o755);
}

async function writePackage(target: string): Promise<void> {
  const folder = join(target, 'package');
  await compile(join(folder, 'dist'));
  for (const name of DOCUMENTS) cpSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  setModes(folder);
  await packFolder(folder, target);
  replaceFolder(join(root, 'dist'), join(folder, 'dist'));
  rmSync(folder, { recursive: true });
}

/** npm verifies a file by this value, which it also writes to the lock file of a project. */
export const integrityOf = (file: string): string =>
  `sha512-${hash('sha512', readFileSync(file), 'base64')}`;

function printInstallation(): void {
  const file = join(PACK, fileName());
  const argument = /^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
  console.log(`npm install ${argument}\n\nIntegrity: ${integrityOf(file)}`);
}

if (import.meta.main) {
  await buildOnce({
    title: 'the package of the SDK',
    folder: PACK,
    hash: hashSources(root, SOURCES),
    write: writePackage,
  });
  if (process.argv.includes('--print')) printInstallation();
}
