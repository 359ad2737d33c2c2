// Checks the documents against the repository: `documentFaults` lists every stale table, path, link and symbol.
// Run as a program, it rewrites the configuration table of docs/operations.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, settings } from '../server/src/platform/runtime/config.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const NOT_OURS = new Set(['node_modules', '.git', 'coverage']);
const TABLE_HOME = 'docs/operations.md';
const MARKERS = ['<!-- configuration -->', '<!-- /configuration -->'] as const;

/** The files of the repository, by path, and a function that reads one. */
export interface Repository {
  files: readonly string[];
  read: (path: string) => string;
}

export function thisRepository(): Repository {
  const walk = (folder: string): string[] =>
    readdirSync(root + folder, { withFileTypes: true })
      .filter((item) => !NOT_OURS.has(item.name))
      .flatMap((item) =>
        item.isDirectory() ? walk(`${folder}${item.name}/`) : [folder + item.name],
      );
  return { files: walk(''), read: (path) => readFileSync(root + path, 'utf8') };
}

const row = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;

/** Padded as oxfmt does, so that formatting the document does not make the table stale. */
export function configurationTable(): string {
  const rows = (Object.keys(settings) as (keyof Config)[]).map((name) => {
    const { about, fallback, shown, absent = 'required', secret } = settings[name];
    const value = shown ?? (typeof fallback === 'string' ? fallback : undefined);
    return [`\`${name}\``, value ? `\`${value}\`` : absent, secret ? `${about} Secret.` : about];
  });
  const head = ['Variable', 'Default', 'Meaning'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map((cells) => row(cells, widths)).join('\n');
}

function withTable(text: string): string {
  const [open, close] = MARKERS;
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${TABLE_HOME} has lost its markers ${open} ${close}`);
  return `${text.slice(0, from)}${open}\n\n${configurationTable()}\n\n${text.slice(to)}`;
}

const documentsOf = ({ files }: Repository): string[] =>
  files.filter((path) => /^(docs\/.+|[^/]+)\.md$/.test(path));

/** Files and folders that a cited path may refer to: the path itself, or any that ends with it. */
function meantBy(cited: string, { files }: Repository): string[] {
  const wanted = cited.replace(/\/$/, '');
  const folders = new Set(
    files.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, index, steps) => steps.slice(0, index + 1).join('/')),
    ),
  );
  const all = [...files, ...folders];
  const exact = all.filter((path) => path === wanted);
  return exact.length > 0 ? exact : all.filter((path) => path.endsWith(`/${wanted}`));
}

const isPath = (code: string): boolean =>
  /^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(code) &&
  (code.includes('/') || /\w\.(ts|sql|md|json|sh)$/.test(code)) &&
  !/^(application|text)\//.test(code);

/** The anchor that GitHub generates for a heading. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function linkFaults(path: string, text: string, repository: Repository): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [file = '', anchor] = target.split('#', 2);
      const meant = file === '' ? path : posix.join(posix.dirname(path), file);
      const isThere = meantBy(meant, repository).includes(meant.replace(/\/$/, ''));
      if (!isThere) return [`${path}: the link ${target} leads nowhere`];
      const isAnchor = anchor === undefined || anchorsOf(repository.read(meant)).includes(anchor);
      return isAnchor ? [] : [`${path}: the link ${target} names a heading that is not there`];
    });
}

function symbolFaults(path: string, text: string, repository: Repository): string[] {
  const pairs = [
    ...[...text.matchAll(/`([A-Za-z_$][\w$]*)`\s+in\s+`([^`\s]+)`/g)].map(
      ([, symbol = '', file = '']) => ({ symbol, file }),
    ),
    ...[...text.matchAll(/`([\w./@-]+)#([A-Za-z_$][\w$]*)`/g)].map(
      ([, file = '', symbol = '']) => ({
        symbol,
        file,
      }),
    ),
  ].filter(({ file }) => isPath(file));
  return pairs.flatMap(({ symbol, file }) => {
    const [meant, ...others] = meantBy(file, repository);
    if (meant === undefined) return [`${path}: ${file}, said to hold ${symbol}, does not exist`];
    if (others.length > 0)
      return [`${path}: ${file}, said to hold ${symbol}, may mean several files`];
    const isThere = new RegExp(`(?<![\\w$])${symbol.replaceAll('$', '\\$')}(?![\\w$])`).test(
      repository.read(meant),
    );
    return isThere ? [] : [`${path}: ${symbol} is not in ${meant}`];
  });
}

/** The stale citations of all documents, one sentence each. */
export function documentFaults(repository: Repository): string[] {
  const faults = documentsOf(repository).flatMap((path) => {
    const text = repository.read(path).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
    const cited = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter(isPath);
    return [
      ...cited
        .filter((code) => meantBy(code, repository).length === 0)
        .map((code) => `${path}: ${code} does not exist`),
      ...linkFaults(path, text, repository),
      ...symbolFaults(path, text, repository),
    ];
  });
  const home = repository.read(TABLE_HOME);
  return withTable(home) === home
    ? faults
    : [...faults, `${TABLE_HOME}: the configuration table is stale; run npm run generate`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { read } = thisRepository();
  writeFileSync(root + TABLE_HOME, withTable(read(TABLE_HOME)));
}
