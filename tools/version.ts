// package.json has the version of the project. The server reads it there; npm, OpenAPI and the overlay need it in files of
// their own. `node tools/version.ts` writes it to them, as part of `npm run generate`. `node tools/version.ts TAG`
// fails unless the tag of a release names this version.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = 'package.json';

/** Each pattern ends before a copy of the version, which ends at a quote, a space or the end of the line. */
const copies: readonly [path: string, before: RegExp][] = [
  // `npm sbom` fails if a workspace has no version.
  ...['server', 'sdk', 'console'].flatMap((name): [string, RegExp][] => [
    [`${name}/package.json`, /"version": "/],
    ['package-lock.json', new RegExp(`"name": "@signalbox/${name}",\\n {6}"version": "`)],
  ]),
  ['console/package.json', /"@signalbox\/sdk": "/],
  ['package-lock.json', /^\{\n {2}"name": "signalbox",\n {2}"version": "/],
  ['package-lock.json', /"": \{\n {6}"name": "signalbox",\n {6}"version": "/],
  ['package-lock.json', /"@signalbox\/sdk": "/],
  ['deploy/kubernetes/overlays/production/kustomization.yaml', /newTag: /],
];
type Read = (path: string) => string;

export const versionOf = (read: Read): string =>
  (JSON.parse(read(SOURCE)) as { version: string }).version;

const copyPattern = (before: RegExp): RegExp =>
  new RegExp(`(${before.source})([^"\\s]*)`, before.flags);

/** Returns one sentence for each file that has another version than package.json. */
export function versionFaults(read: Read): string[] {
  const version = versionOf(read);
  const differing = copies.flatMap(([path, before]) => {
    const found = copyPattern(before).exec(read(path))?.[2];
    return found === version ? [] : [`${path} has the version ${found}, not ${version}`];
  });
  const { info } = JSON.parse(read('openapi.json')) as { info: { version: string } };
  const stale =
    info.version === version
      ? []
      : [`openapi.json has the version ${info.version}, not ${version}`];
  return [...differing, ...stale];
}

/** Returns undefined if the tag is the version with a v before it, else the reason why it is refused. */
export const tagFault = (tag: string, version: string): string | undefined =>
  tag === `v${version}`
    ? undefined
    : `The tag ${tag} does not name the version ${version} of ${SOURCE}; it must be v${version}.`;

function writeCopies(root: string, read: Read): void {
  const version = versionOf(read);
  for (const [path, before] of copies)
    writeFileSync(root + path, read(path).replace(copyPattern(before), `$1${version}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const read: Read = (path) => readFileSync(root + path, 'utf8');
  const [, , tag] = process.argv;
  if (tag === undefined) writeCopies(root, read);
  else {
    const fault = tagFault(tag, versionOf(read));
    if (fault) {
      console.error(fault);
      process.exitCode = 1;
    }
  }
}
