// The built files of the console are read once, with the compressed forms that the build wrote beside them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaticBody } from '../platform/http/output/static-body.ts';

const DIST = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A file never changes under its name, which contains a hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable';

interface ConsoleFile {
  type: string;
  body: StaticBody;
}

export interface ConsoleFiles {
  /** The page has placeholders for the values of the instance and the nonce. */
  page: string;
  /** The key is the path below /console/. */
  assets: ReadonlyMap<string, ConsoleFile>;
}

const readIfPresent = (path: string): Buffer | undefined =>
  existsSync(path) ? readFileSync(path) : undefined;

function readAsset(name: string): [string, ConsoleFile] {
  const path = join(DIST, 'assets', name);
  const body = new StaticBody(readFileSync(path), {
    cacheControl: FOREVER,
    encoded: { br: readIfPresent(`${path}.br`), gzip: readIfPresent(`${path}.gz`) },
  });
  return [`assets/${name}`, { type: types[extname(name)] ?? 'application/octet-stream', body }];
}

/** Returns undefined if the console is not built. */
export function readConsole(): ConsoleFiles | undefined {
  const page = readIfPresent(join(DIST, 'index.html'))?.toString();
  if (page === undefined) return undefined;
  const names = readdirSync(join(DIST, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  return { page, assets: new Map(names.map(readAsset)) };
}
