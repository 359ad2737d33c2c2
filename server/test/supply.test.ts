// Dependencies: few packages, pinned, with integrity, and none with a required install script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock: Record<string, Locked> = read('package-lock.json').packages;
const manifests = { '': read('package.json'), server: read('server/package.json') };
const packages = Object.entries(lock).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

describe('Supply', () => {
  test('the lock file knows what the manifests ask for, each pinned to one version', () => {
    for (const [path, manifest] of Object.entries(manifests)) {
      for (const kind of ['dependencies', 'devDependencies'] as const) {
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

  test('every package has its integrity, no address, and no script that must run', () => {
    for (const [path, { integrity, resolved, hasInstallScript }] of packages) {
      assert.match(integrity ?? '', /^sha512-/, path);
      assert.equal(resolved, undefined, path);
      assert.equal(hasInstallScript, undefined, path);
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

  test('at most 32 direct and 260 production packages', () => {
    const direct = Object.keys(manifests.server.dependencies).length;
    const production = packages.filter(([, { dev }]) => !dev).length;
    assert.ok(direct <= 32 && production <= 260, `${direct} direct, ${production} in production`);
  });
});
