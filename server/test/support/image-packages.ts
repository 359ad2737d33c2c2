// Determines from the lock file which packages the image needs, and lists those that a folder has.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lock, nameOf, resolvePackage } from '../../../tools/docs.licences.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const readLock = (): Lock =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** The runtime of the embedding model has a folder `<os>/<architecture>` for each platform. */
const PLATFORM_OF_RUNTIME = /\/onnxruntime-node\/bin\/[^/]+\/([^/]+\/[^/]+)/;

/** Only another platform can run such a file. */
export const isForeign = (path: string): boolean => {
  const [, platform] = PLATFORM_OF_RUNTIME.exec(path) ?? [];
  return platform !== undefined && platform !== `linux/${process.arch}`;
};

const fitsImage = ({ os = ['linux'], cpu = [process.arch] }: Lock[string]): boolean =>
  os.includes('linux') && cpu.includes(process.arch);

/** The image has no compiler, which alone reads types. */
const isForCompiler = (path: string): boolean => nameOf(path).startsWith('@types/');

/** Returns the paths of the packages that `npm ci --omit=dev` installs for the server. */
export const installedPackages = (lock: Lock): string[] =>
  Object.entries(lock)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .filter(([, one]) => fitsImage(one))
    .map(([path]) => path)
    .toSorted();

/** Returns the paths of the packages that the server loads: neither optional peers nor types are among them. */
export function neededPackages(lock: Lock): string[] {
  const reached = new Set<string>();
  const follow = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      lock[from] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolvePackage(lock, from, name);
      if (path === undefined || reached.has(path) || isForCompiler(path)) continue;
      if (!fitsImage(lock[path] ?? {})) continue;
      reached.add(path);
      follow(path);
    }
  };
  follow('server');
  return [...reached].toSorted();
}

/** Returns the packages of a folder, by their paths in it, as the lock file names them. */
export const packagesIn = (folder: string): string[] =>
  globSync('{,server/}node_modules/**/package.json', { cwd: folder })
    .map((path) => dirname(path))
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+$/.test(path))
    .toSorted();
