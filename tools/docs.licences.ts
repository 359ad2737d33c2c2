// Lists the licences of the packages that are shipped, with the image or within the console's bundle, from the lock file.
import type { Repository } from './docs.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  os?: string[];
  cpu?: string[];
}

export type Lock = Record<string, LockedPackage>;

/** They are permissive, one is for fonts. A package with another licence needs a decision. */
const SHIPPED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);
/** Tools that are not shipped may also have MPL-2.0, which concerns modified copies of their files. */
const NOT_SHIPPED = new Set([...SHIPPED, 'MPL-2.0']);

/** These packages build the console and leave nothing in its bundle. */
const BUILD_ONLY = /^(@types\/|vite$|@vitejs\/)/;

export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

/** Resolves a name as Node does: beside the importing package, or in a folder above. */
export function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  const parents = from.split('/node_modules/');
  const places = parents.map((_, depth) => parents.slice(0, depth + 1).join('/node_modules/'));
  const found = [...places.toReversed(), ''].map((place) =>
    `${place}/node_modules/${name}`.replace(/^\//, ''),
  );
  return found.find((path) => lock[path] !== undefined);
}

function packagesInBundle(lock: Lock): Set<string> {
  const reached = new Set<string>();
  const follow = (from: string, names: readonly string[]): void => {
    for (const name of names.filter((one) => !BUILD_ONLY.test(one))) {
      const path = resolvePackage(lock, from, name);
      if (path === undefined || reached.has(path)) continue;
      reached.add(path);
      const { dependencies = {}, peerDependencies = {} } = lock[path] ?? {};
      follow(path, Object.keys({ ...dependencies, ...peerDependencies }));
    }
  };
  follow('console', Object.keys(lock['console']?.devDependencies ?? {}));
  return reached;
}

const packagesOf = (lock: Lock): [string, LockedPackage][] =>
  Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link);

const shippedPackages = (lock: Lock): [string, LockedPackage][] => {
  const inBundle = packagesInBundle(lock);
  return packagesOf(lock).filter(([path, { dev }]) => !dev || inBundle.has(path));
};

/** One alternative suffices, as in `(MIT OR CC0-1.0)`; licences that apply together, as in `MIT and ISC`, must all be allowed. */
const isAllowed = (licence: string | undefined, allowed: ReadonlySet<string>): boolean =>
  (licence ?? '')
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(/ and /i).every((part) => allowed.has(part)));

/** Returns the packages whose licence is missing or not in the lists above. */
export function unknownLicences(lock: Lock): string[] {
  const inProduct = new Set(shippedPackages(lock).map(([path]) => path));
  return packagesOf(lock)
    .filter(
      ([path, { license }]) => !isAllowed(license, inProduct.has(path) ? SHIPPED : NOT_SHIPPED),
    )
    .map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'no licence'}`);
}

export function licenceList({ read }: Repository): string {
  const lock: Lock = JSON.parse(read('package-lock.json')).packages;
  const byLicence = Map.groupBy(shippedPackages(lock), ([, { license }]) => license ?? 'none');
  const rows = [...byLicence].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const namesOf = (packages: [string, LockedPackage][]): string =>
    [...new Set(packages.map(([path, { version }]) => `${nameOf(path)} ${version}`))]
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .join(', ');
  return rows.map(([licence, packages]) => `- **${licence}**: ${namesOf(packages)}`).join('\n');
}
