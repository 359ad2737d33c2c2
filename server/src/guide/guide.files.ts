// The pages of the guide were rendered before the start. They are read once, with the addresses of the instance.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaticBody } from '../platform/http/output/static-body.ts';
import type { Config } from '../platform/runtime/config.ts';

const FOLDER = fileURLToPath(new URL('../../../console/dist-guide/', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
};

type Addresses = Pick<Config, 'BASE_URL' | 'AUTH_URL'>;

interface GuideFile {
  type: string;
  body: StaticBody;
}

/** The key is the path below /docs/guide/; the index is empty. A request can reach no other file. */
export type Guide = ReadonlyMap<string, GuideFile>;

/** These pages are about an instance that the reader starts on the same machine. */
const ABOUT_LOCAL = new Set(['tutorials/run-it', 'reference/conventions']);

/** The documents show the addresses of a demonstration; a reader pastes those of this instance. */
const localize = (html: string, { BASE_URL, AUTH_URL }: Addresses): string =>
  html.replaceAll('http://localhost:8080', BASE_URL).replaceAll('http://localhost:8081', AUTH_URL);

function readPage(name: string, addresses: Addresses): [string, GuideFile] {
  const path = name.replace(/(^index)?\.html$/, '');
  const bytes = readFileSync(join(FOLDER, name));
  const isLocalized = name.endsWith('.html') && !ABOUT_LOCAL.has(path);
  const content = isLocalized ? localize(bytes.toString(), addresses) : bytes;
  return [path, { type: types[extname(name)] ?? '', body: new StaticBody(content) }];
}

/** Returns undefined if the guide is not built. */
export function readGuide(addresses: Addresses): Guide | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.filter((name) => extname(name) in types).map((name) => readPage(name, addresses)),
  );
}
