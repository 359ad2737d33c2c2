// The licences of packages, from the lock file: those that are shipped, with the image or within the console's bundle.
import type { Repository } from './docs.ts';

interface Locked {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export type Lock = Record<string, Locked>;

/** Permissive licences, and one for fonts. A package with another one needs a decision. */
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
/** Tools that are not shipped may also have this one, which concerns changed copies of their files. */
const NOT_SHIPPED = new Set([...SHIPPED, 'MPL-2.0']);

/** Packages that build the console and leave nothing in its bundle. */
const BUILD_ONLY = /^(@types\/|vite$|@vitejs\/)/;

export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

/** As Node resolves it: beside the package that asks, or in a folder above. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  const parents = from.split('/node_modules/');
  const places = parents.map((_, depth) => parents.slice(0, depth + 1).join('/node_modules/'));
  const found = [...places.toReversed(), ''].map((place) =>
    `${place}/node_modules/${name}`.replace(/^\//, ''),
  );
  return found.find((path) => lock[path] !== undefined);
}

function bundled(lock: Lock): Set<string> {
  const reached = new Set<string>();
  const follow = (from: string, names: readonly string[]): void => {
    for (const name of names.filter((one) => !BUILD_ONLY.test(one))) {
      const path = resolve(lock, from, name);
      if (path === undefined || reached.has(path)) continue;
      reached.add(path);
      const { dependencies = {}, peerDependencies = {} } = lock[path] ?? {};
      follow(path, Object.keys({ ...dependencies, ...peerDependencies }));
    }
  };
  follow('console', Object.keys(lock['console']?.devDependencies ?? {}));
  return reached;
}

const packagesOf = (lock: Lock): [string, Locked][] =>
  Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link);

const shipped = (lock: Lock): [string, Locked][] => {
  const inBundle = bundled(lock);
  return packagesOf(lock).filter(([path, { dev }]) => !dev || inBundle.has(path));
};

/** One of the alternatives suffices, as in `(MIT OR CC0-1.0)`; of several that apply, as in `MIT and ISC`, all are needed. */
const isAllowed = (licence: string | undefined, allowed: ReadonlySet<string>): boolean =>
  (licence ?? '')
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(/ and /i).every((part) => allowed.has(part)));

/** Packages whose licence is missing or not in the lists above. */
export function unknownLicences(lock: Lock): string[] {
  const inProduct = new Set(shipped(lock).map(([path]) => path));
  return packagesOf(lock)
    .filter(
      ([path, { license }]) => !isAllowed(license, inProduct.has(path) ? SHIPPED : NOT_SHIPPED),
    )
    .map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'no licence'}`);
}

/** The shipped packages by licence. */
export function licenceList({ read }: Repository): string {
  const lock: Lock = JSON.parse(read('package-lock.json')).packages;
  const byLicence = Map.groupBy(shipped(lock), ([, { license }]) => license ?? 'none');
  const rows = [...byLicence].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const namesOf = (packages: [string, Locked][]): string =>
    [...new Set(packages.map(([path, { version }]) => `${nameOf(path)} ${version}`))]
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .join(', ');
  return rows.map(([licence, packages]) => `- **${licence}**: ${namesOf(packages)}`).join('\n');
}
