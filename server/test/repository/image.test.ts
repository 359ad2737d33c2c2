// The image is small and has nothing that only development needs. Nothing is built or compressed here;
// `npm run test:faults -- image` builds the layout and measures it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { readInstructions } from '../support/image-layout.ts';
import { importsOf, targetOf } from '../support/imports.ts';
import {
  installedPackages,
  isForeign,
  neededPackages,
  packagesIn,
  readLock,
  root,
} from '../support/image-packages.ts';
import { baseImage, filesBelow, MAX_PULLED_MB, toMegabytes } from '../support/image-size.ts';

const containerfile = readFileSync(join(root, 'deploy/production/Containerfile'), 'utf8');
const lock = readLock();

/** Returns the images that are not another stage of the file and have no digest; if there are two digests, both. */
function baseFaults(text: string): string[] {
  const stages = readInstructions(text).filter(({ name }) => name === 'FROM');
  const names = new Set(stages.map((stage) => / AS (\S+)$/.exec(stage.text)?.[1]));
  const bases = new Set(
    stages.map((stage) => stage.text.split(' ', 1)[0] ?? '').filter((base) => !names.has(base)),
  );
  const unpinned = [...bases].filter((base) => !/@sha256:[0-9a-f]{64}$/.test(base));
  return unpinned.length === 0 && bases.size > 1 ? [...bases] : unpinned;
}

/** Returns the commands that remove files after npm has installed the packages of the server. */
function removals(text: string): string[] {
  const instructions = readInstructions(text);
  const first = instructions.findIndex((one) => / --omit=dev /.test(one.text));
  assert.ok(first > 0, 'the image installs packages without those of development');
  const rest = instructions.slice(first + 1);
  return rest
    .slice(
      0,
      rest.findIndex(({ name }) => name !== 'RUN'),
    )
    .map((one) => one.text);
}

/** Runs the commands in a folder that has an empty file for each of the given ones, and returns what remains. */
function runRemovals(commands: readonly string[], files: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-removals-'));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    for (const command of commands)
      execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
    return {
      files: files.filter((file) => existsSync(join(folder, file))),
      packages: packagesIn(folder),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const runtimeFiles = [
  ...globSync('node_modules/onnxruntime-node/bin/*/*/*/*', { cwd: root }),
  ...['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64'].map(
    (platform) => `node_modules/onnxruntime-node/bin/napi-v6/${platform}/planted.node`,
  ),
];
/** The server reads these folders, which a build writes. */
const BUILT = {
  'console/dist': 'console/build.ts',
  'console/dist-guide': 'console/guide/build.ts',
  'sdk/pack': 'sdk/build.ts',
};

/** Returns the folders that no stage builds, and those that the last stage does not copy. */
function buildFaults(text: string): string[] {
  const instructions = readInstructions(text);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  return Object.entries(BUILT).flatMap(([folder, script]) => [
    ...(instructions.some((one) => one.text === `node ${script}`) ? [] : [`${script} is not run`]),
    ...(last.some((one) => one.text.endsWith(` /signalbox/${folder} ${folder}`))
      ? []
      : [`${folder} is not copied`]),
  ]);
}

/** Adds up the files that this checkout has of the image, and apart from them those of other platforms; the builds may be missing. */
function unpackedBytes(): { image: number; foreign: number } {
  const sources = ['server/src', 'server/migrations'];
  const folders = [...neededPackages(lock), ...sources, ...Object.keys(BUILT)];
  const sum = { image: 0, foreign: 0 };
  for (const folder of folders.filter((path) => existsSync(join(root, path))))
    for (const { path, bytes } of filesBelow(join(root, folder))) {
      // A package inside another one is counted by its own path.
      if (path.includes('/node_modules/') || path.endsWith('.test.ts')) continue;
      sum[isForeign(`/${folder}${path}`) ? 'foreign' : 'image'] += bytes;
    }
  return sum;
}

/** Returns the sources of other packages that the server imports and the last stage does not copy. */
function missingSources(text: string): string[] {
  const instructions = readInstructions(text);
  const last = instructions.findLastIndex(({ name }) => name === 'FROM');
  const copied = instructions
    .slice(last)
    .filter(({ name, text: of }) => name === 'COPY' && !of.startsWith('--from='))
    .flatMap((one) => one.text.split(' ').slice(0, -1));
  const imported = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .flatMap((path) =>
      importsOf(readFileSync(join(root, path), 'utf8'))
        .filter((target) => target.startsWith('.'))
        .map((target) => targetOf(path, target)),
    )
    .filter((path) => path.endsWith('.ts') && !path.startsWith('server/'));
  assert.ok(imported.length > 0, 'the imports were not read');
  return imported.filter((path) => !copied.some((one) => `${path}/`.startsWith(`${one}/`)));
}

describe('The image', () => {
  test('the image has every source of another package that the server imports', () => {
    assert.deepEqual(missingSources(containerfile), []);
    const without = containerfile.replace('COPY sdk/src/nearest.ts', '# ');
    assert.deepEqual(missingSources(without), ['sdk/src/nearest.ts']);
  });

  test('both stages that begin from the base image name it by the same digest', () => {
    assert.deepEqual(baseFaults(containerfile), []);
    const digests = ['a', 'b'].map((digit) => `node:24@sha256:${digit.repeat(64)}`);
    assert.deepEqual(baseFaults('FROM node:24 AS one\nFROM one AS two\nFROM two'), ['node:24']);
    assert.deepEqual(baseFaults(digests.map((base) => `FROM ${base}`).join('\n')), digests);
  });

  test('the image has the packages that the server loads, without compiler, types and other tools of development', () => {
    const commands = removals(containerfile);
    const installed = installedPackages(lock).map((path) => `${path}/package.json`);
    const files = [...installed, ...runtimeFiles];
    assert.deepEqual(runRemovals(commands, files).packages, neededPackages(lock));
    const planted = ['node_modules/typescript/package.json', ...runtimeFiles];
    const { packages } = runRemovals(commands.slice(1), planted);
    assert.deepEqual(packages, ['node_modules/typescript'], 'without the first command');
  });

  test('the image has the runtime of the model for one platform', () => {
    const commands = removals(containerfile);
    const { files } = runRemovals(commands, runtimeFiles);
    assert.ok(files.some((file) => file.endsWith(`/linux/${process.arch}/planted.node`)));
    assert.deepEqual(files.filter(isForeign), []);
    const remaining = runRemovals(commands.slice(0, 1), runtimeFiles).files;
    assert.ok(remaining.some(isForeign), 'without the second command');
  });

  test('the image has the console and the package of the SDK, which another stage builds', () => {
    assert.deepEqual(buildFaults(containerfile), []);
    const planted = containerfile
      .replace('RUN node sdk/build.ts', '')
      .replace(/^COPY .* sdk\/pack$/m, '');
    assert.deepEqual(buildFaults(planted), ['sdk/build.ts is not run', 'sdk/pack is not copied']);
  });

  test('even without compression the files of the image and its base are within the limit', (t) => {
    const { image, foreign } = unpackedBytes();
    const figure = toMegabytes(image + baseImage.compressedBytes);
    t.diagnostic(`${toMegabytes(image)} MB unpacked, ${figure} MB with the base`);
    assert.ok(figure <= MAX_PULLED_MB, `${figure} MB`);
    const withAll = toMegabytes(image + foreign + baseImage.compressedBytes);
    assert.ok(withAll > MAX_PULLED_MB, `${withAll} MB with all platforms of the runtime`);
  });
});
