// Checks the documents against the repository: `documentFaults` lists every stale table, path, link, symbol and command.
// Run as a program, it rewrites the generated parts: settings, errors, the command line, figures, scale and the data model.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cliCommands,
  cliEnvironment,
  cliErrorCodes,
  cliExitCodes,
  cliGlobalOptions,
} from './docs.cli.ts';
import { commandFaults } from './docs.commands.ts';
import { adminCommands, backgroundWork } from './docs.features.ts';
import { figureTables } from './docs.figures.ts';
import { licenceList } from './docs.licences.ts';
import { demandTable, fitTable, organisationTable } from './docs.scale.arithmetic.ts';
import { coreTable, diskTable, growthTable, idleTable, requestTable } from './docs.scale.ts';
import { groupNames, groupTable, schemaDiagram, schemaFaults } from './docs.schema.ts';
import { causeTable, configurationTable, errorTable, faultTable } from './docs.tables.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const NOT_OURS = new Set(['node_modules', '.git', 'coverage', 'dist']);
const SCHEMA = 'server/schema.sql';

/** Tests pass a repository with planted faults. */
export interface Repository {
  files: readonly string[];
  read: (path: string) => string;
}

export function thisRepository(): Repository {
  const listFiles = (folder: string): string[] =>
    readdirSync(root + folder, { withFileTypes: true })
      .filter((item) => !NOT_OURS.has(item.name))
      .flatMap((item) =>
        item.isDirectory() ? listFiles(`${folder}${item.name}/`) : [folder + item.name],
      );
  const texts = new Map<string, string>();
  const read = (path: string) => {
    const text = texts.get(path) ?? readFileSync(root + path, 'utf8');
    texts.set(path, text);
    return text;
  };
  return { files: listFiles(''), read };
}

type Generators = Record<string, (repository: Repository) => string>;

/** Each generated part of a document stands between `<!-- generated: name -->` and `<!-- /generated -->`. */
const generated: Record<string, Generators> = {
  'docs/reference/settings.md': { configuration: configurationTable },
  'docs/reference/errors.md': { errors: errorTable, 'validation errors': faultTable },
  'docs/reference/mail.md': { causes: causeTable },
  'docs/reference/cli.md': {
    'global options': cliGlobalOptions,
    environment: cliEnvironment,
    'exit codes': cliExitCodes,
    'error codes': cliErrorCodes,
    commands: cliCommands,
  },
  'docs/reference/licences.md': { licences: licenceList },
  'docs/figures.md': { figures: figureTables },
  'docs/scale.md': {
    requests: requestTable,
    cores: coreTable,
    growth: growthTable,
    disk: diskTable,
    idle: idleTable,
    fit: fitTable,
    demand: demandTable,
    'idle organisation': organisationTable,
  },
  'docs/operations.md': { 'background work': backgroundWork, 'admin commands': adminCommands },
  'docs/data-model.md': {
    diagram: ({ read }) => schemaDiagram(read(SCHEMA)),
    ...Object.fromEntries(
      groupNames.map((group) => [group, ({ read }: Repository) => groupTable(group, read(SCHEMA))]),
    ),
  },
};

function regenerate(path: string, repository: Repository): string {
  return Object.entries(generated[path] ?? {}).reduce((text, [name, generate]) => {
    const open = `<!-- generated: ${name} -->`;
    const close = '<!-- /generated -->';
    const from = text.indexOf(open);
    const to = text.indexOf(close, from);
    if (from < 0 || to < 0) throw new Error(`${path} lacks the markers ${open} and ${close}`);
    return `${text.slice(0, from)}${open}\n\n${generate(repository)}\n\n${text.slice(to)}`;
  }, repository.read(path));
}

const staleFaults = (repository: Repository): string[] =>
  Object.keys(generated)
    .filter((path) => regenerate(path, repository) !== repository.read(path))
    .map((path) => `${path}: a generated part is stale; run \`npm run generate\``);

const documentsOf = ({ files }: Repository): string[] =>
  files.filter((path) => /^(docs\/.+|bench\/.+|sdk\/[^/]+|[^/]+)\.md$/.test(path));

const citablePaths = new WeakMap<readonly string[], Map<string, string[]>>();

/**
 * Returns all files and folders by each of their endings, such as `server/src/app.ts`, `src/app.ts` and `app.ts`; they are
 * computed once for each list of files.
 */
function pathsByEnding({ files }: Repository): Map<string, string[]> {
  const known = citablePaths.get(files);
  if (known) return known;
  const folders = files.flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_, index, steps) => steps.slice(0, index + 1).join('/')),
  );
  const byEnding = new Map<string, string[]>();
  for (const path of [...files, ...new Set(folders)]) {
    const steps = path.split('/');
    for (const index of steps.keys()) {
      const ending = steps.slice(index).join('/');
      const paths = byEnding.get(ending);
      if (paths) paths.push(path);
      else byEnding.set(ending, [path]);
    }
  }
  citablePaths.set(files, byEnding);
  return byEnding;
}

/** Returns the files and folders that a cited path may refer to: the path itself, or any that ends with it. */
function resolveCitation(cited: string, repository: Repository): string[] {
  const wanted = cited.replace(/\/$/, '');
  const paths = pathsByEnding(repository).get(wanted) ?? [];
  return paths.includes(wanted) ? [wanted] : paths;
}

/** Media types, the ids of models and the names of packages are not paths. */
const isPath = (code: string): boolean =>
  /^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(code) &&
  (code.includes('/') || /\w\.(ts|sql|md|json|sh)$/.test(code)) &&
  !/^(application|text|local|@\w+)\//.test(code);

const knownAnchors = new Map<string, Set<string>>();

/** Computes anchors as GitHub does for headings, once for each text: a document may have a hundred links to another. */
function anchorsOf(text: string): Set<string> {
  const known = knownAnchors.get(text);
  if (known) return known;
  const anchors = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const all = new Set(anchors);
  knownAnchors.set(text, all);
  return all;
}

function linkFaults(path: string, text: string, repository: Repository): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [file = '', anchor] = target.split('#', 2);
      const meant = file === '' ? path : posix.join(posix.dirname(path), file);
      const isThere = resolveCitation(meant, repository).includes(meant.replace(/\/$/, ''));
      if (!isThere) return [`${path}: the target of the link ${target} does not exist`];
      const isAnchor = anchor === undefined || anchorsOf(repository.read(meant)).has(anchor);
      return isAnchor ? [] : [`${path}: the link ${target} names a heading that does not exist`];
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
    const [meant, ...others] = resolveCitation(file, repository);
    if (meant === undefined) return [`${path}: ${file}, cited for ${symbol}, does not exist`];
    if (others.length > 0)
      return [`${path}: ${file}, cited for ${symbol}, may mean several files; cite a longer path`];
    const isThere = new RegExp(`(?<![\\w$])${symbol.replaceAll('$', '\\$')}(?![\\w$])`).test(
      repository.read(meant),
    );
    return isThere ? [] : [`${path}: ${symbol} is not in ${meant}`];
  });
}

/** Documents for people who use or operate the service cite no source except main.ts, the program to start. */
const FOR_USERS =
  /^(README|docs\/README|docs\/operations|docs\/tutorials\/(?!change-it)[\w-]+|docs\/reference\/(?!glossary)[\w-]+)\.md$/;

const sourceFaults = (path: string, text: string): string[] =>
  FOR_USERS.test(path)
    ? [...text.matchAll(/\bserver\/src\/(?!main\.ts\b)[\w./-]*/g)].map(
        ([source]) => `${path} cites ${source}, but its readers do not read sources`,
      )
    : [];

/** Decisions are numbered from 1 without gaps, and each has its number as the first word of its title. */
function decisionFaults({ files, read }: Repository): string[] {
  const decisions = files.filter((path) => /^docs\/adr\/\d/.test(path)).toSorted();
  return decisions.flatMap((path, index) => {
    const number = String(index + 1);
    const isNumbered =
      posix.basename(path).startsWith(`${number.padStart(4, '0')}-`) &&
      read(path).startsWith(`# ${number}. `);
    return isNumbered ? [] : [`${path}: the name and the title must have the number ${number}`];
  });
}

/** `npm run name` in a document must be a script of package.json. */
function scriptFaults(path: string, document: string, { read }: Repository): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const cited = document.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g);
  return [...new Set([...cited].map(([, name = '']) => name))]
    .filter((name) => !(name in scripts))
    .map((name) => `${path}: package.json has no script ${name}`);
}

function citationFaults(path: string, document: string, repository: Repository): string[] {
  const text = document.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
  const cited = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter(isPath);
  return [
    ...cited
      .filter((code) => resolveCitation(code, repository).length === 0)
      .map((code) => `${path}: ${code} does not exist`),
    ...linkFaults(path, text, repository),
    ...symbolFaults(path, text, repository),
    ...sourceFaults(path, text),
  ];
}

/** Returns the faults of all documents, one sentence each. */
export function documentFaults(repository: Repository): string[] {
  return [
    ...documentsOf(repository).flatMap((path) => {
      const document = repository.read(path);
      return [
        ...citationFaults(path, document, repository),
        ...scriptFaults(path, document, repository),
        ...commandFaults(path, document),
      ];
    }),
    ...decisionFaults(repository),
    ...schemaFaults(repository.read(SCHEMA)),
    ...staleFaults(repository),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const repository = thisRepository();
  for (const path of Object.keys(generated))
    writeFileSync(root + path, regenerate(path, repository));
}
