// Every module imports only modules below it, and a feature only the features that it is allowed to.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  crowdedFolders,
  cyclesOf,
  effectsOf,
  importsOf,
  remember,
  type Sources,
  targetOf,
} from '../support/imports.ts';

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** Ranks are listed from the bottom up. A module may import itself and lower ranks, but no other module of its rank. */
const ranks: readonly string[][] = [
  ['platform/error-catalog.ts', 'platform/text.ts'],
  ['platform/clock.ts', 'platform/errors.ts', 'platform/ids.ts'],
  ['platform/crypto', 'platform/net', 'platform/postgres', 'platform/tracing'],
  ['platform/lists', 'platform/limits'],
  ['platform/runtime'],
  ['platform/background'],
  ['platform/context.ts'],
  ['platform/http/request'],
  ['platform/http/input'],
  ['platform/http/output'],
  ['platform/http/guard'],
  ['platform/http/routes'],
  ['platform/http'],
  ['conditions/evaluation'],
  ['conditions', 'forms'],
  ['templates'],
  ['events'],
  ['records'],
  ['feature.ts'],
  ['identity'],
];

/** A feature may import these other features through their index.ts. All may import identity. */
const allowedImports: Record<string, string[]> = {
  ai: ['changes', 'cmdb', 'incidents', 'knowledge'],
  cmdb: ['bulk'],
  changes: ['notifications'],
  demo: [
    'ai',
    'catalog',
    'changes',
    'cmdb',
    'incidents',
    'knowledge',
    'requests',
    'rules',
    'settings',
  ],
  doctor: ['backups', 'mail', 'notifications', 'outgoing'],
  impact: ['changes', 'cmdb', 'incidents'],
  incidents: ['bulk', 'notifications', 'rules', 'sla'],
  leavers: ['bulk', 'notifications', 'webhooks'],
  monitoring: [
    'ai',
    'backups',
    'bulk',
    'incidents',
    'mail',
    'notifications',
    'outgoing',
    'webhooks',
  ],
  mail: ['incidents', 'links', 'notifications', 'participants', 'requests'],
  notifications: ['outgoing'],
  participants: ['notifications'],
  knowledge: ['notifications'],
  requests: ['catalog', 'notifications', 'sla'],
  restore: ['notifications', 'outgoing', 'webhooks'],
  rules: ['calendars', 'notifications', 'sla'],
  sla: ['calendars'],
  webhooks: ['bulk', 'cmdb', 'incidents', 'notifications', 'outgoing'],
};

/** The server imports nothing else of the other packages; the image must have these files. */
const shared = new Map([['platform/text.ts', '../../sdk/src/nearest.ts']]);

/** A pure module reads no database, no clock and no network: it imports only these files, or packages that are pure, too. */
const pure = new Map([
  ['conditions/evaluation', new Set<string>()],
  [
    'conditions',
    new Set([
      'conditions/evaluation/index.ts',
      'platform/errors.ts',
      'platform/text.ts',
      'platform/http/input/formats.ts',
      'platform/http/input/schema.ts',
      'typebox',
    ]),
  ],
  // The console bundles it, so it imports nothing that a browser does not have.
  [
    'forms',
    new Set([
      'conditions/evaluation/index.ts',
      'platform/text.ts',
      'platform/http/input/formats.ts',
    ]),
  ],
]);

const COMPOSITION = new Set(['main.ts', 'app.ts', 'worker.ts', 'features.ts', 'version.ts']);
/** These modules run processes: the entry loads commands, which use the public API of `start`. No other module imports them. */
const PROCESSES = new Set(['main.ts', 'commands', 'start']);
/** Programs begin to work when they are loaded. */
const PROGRAMS = new Set([
  'main.ts',
  'knowledge/embeddings/embedding-thread.ts',
  'mail/text/parse/mail-thread.ts',
]);
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|constants|enums?)(\.ts|\/)/;
/** Words are joined by hyphens, roles by dots: `slow-clients.ts`, `incidents.routes.ts`. */
const FILE_NAME = /^[a-z0-9]+([.-][a-z0-9]+)*\.ts$/;
const MAX_FILES_IN_FOLDER = 16;
const MAX_FILES_IN_PLATFORM = 6;
const mostIn = (folder: string): number =>
  folder === 'platform' ? MAX_FILES_IN_PLATFORM : MAX_FILES_IN_FOLDER;

/** Types may import each other in a cycle, because they are erased when the program runs. */
const TYPE_IMPORT = /^(?:import|export) type\b[^;]*;/gm;

/** Returns the entry of `ranks` that contains the file, or else its top folder. */
const moduleOf = remember((path): string => {
  const known = ranks
    .flat()
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return known ?? path.split('/', 1)[0] ?? path;
});

const rankOf = (name: string): number => ranks.findIndex((rank) => rank.includes(name));
const isPlatform = (path: string): boolean => path.startsWith('platform/');

function mayImport(from: string, to: string): boolean {
  const [own, other] = [moduleOf(from), moduleOf(to)];
  if (own === other) return true;
  const throughIndex = isPlatform(to) || to === 'feature.ts' || to === `${other}/index.ts`;
  if (own === 'main.ts') return other === 'commands' || isPlatform(to);
  if (PROCESSES.has(other)) return own === 'commands' && to === 'start/index.ts';
  if (PROCESSES.has(own)) return COMPOSITION.has(to) || throughIndex;
  if (to === 'version.ts') return COMPOSITION.has(own);
  if (COMPOSITION.has(own)) return throughIndex || to === 'features.ts';
  if (COMPOSITION.has(other) || !throughIndex) return false;
  const [rank, below] = [rankOf(own), rankOf(other)];
  if (rank === -1 && isPlatform(from)) return false;
  if (rank !== -1) return below !== -1 && below < rank;
  return below !== -1 || (allowedImports[own] ?? []).includes(other);
}

const mayUseSql = (path: string): boolean =>
  path.endsWith('.sql.ts') || /^(platform|events|records)\//.test(path);

/** A comparison with the present address alone would take records of a former one from their owner: see `isOwnAddress`. */
const COMPARES_ONE_ADDRESS =
  /\b(isSamePerson|isAddress)\([^()]*\bactor\.email\b|\bactor\.email\s*===|===\s*(\w+\.)*actor\.email\b/;

const comparesOneAddress = remember((text) => COMPARES_ONE_ADDRESS.test(text));

function violations(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    if (comparesOneAddress(text))
      found.push(`${path}: compares one address of the caller instead of all`);
    if (FORBIDDEN_NAMES.test(path))
      found.push(`${path}: a catch-all name; name the file after its content`);
    if (!FILE_NAME.test(path.slice(path.lastIndexOf('/') + 1)))
      found.push(`${path}: file names join words by hyphens and roles by dots`);
    if (path !== 'main.ts' && /\bprocess\.env\b/.test(text))
      found.push(`${path}: only main.ts reads the environment`);
    if (!PROGRAMS.has(path))
      found.push(
        ...effectsOf(text).map((effect) => `${path} does something when imported: ${effect}`),
      );
    const allowed = pure.get(moduleOf(path));
    for (const target of importsOf(text)) {
      const full = target.startsWith('.') ? targetOf(path, target) : target;
      if (allowed && moduleOf(full) !== moduleOf(path) && !allowed.has(full))
        found.push(`${path}: a pure module must not import ${full}`);
      if (!target.startsWith('.')) {
        const isSql = target === 'kysely' || target.startsWith('kysely/') || target === 'pg';
        if (isSql && !mayUseSql(path)) found.push(`${path}: SQL outside *.sql.ts and the platform`);
        continue;
      }
      const to = targetOf(path, target);
      if (to.endsWith('package.json') && path === 'version.ts') continue;
      if (shared.get(path) === to) continue;
      if (!sources.has(to)) found.push(`${path}: ${target} does not exist`);
      else if (!mayImport(path, to)) found.push(`${path} must not import ${to}`);
      if (
        path.endsWith('.routes.ts') &&
        (to.endsWith('.sql.ts') || to.startsWith('platform/postgres/'))
      )
        found.push(`${path}: routes must not import SQL`);
    }
  }
  return [...found, ...cyclesOf(sources), ...crowdedFolders(sources, mostIn)];
}

const readSources = (folder: string): Sources =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.(test|d))\.ts$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

const sources = readSources(root);

/** The SDK runs wherever `fetch` does, so its sources import only each other. Its command line is a Node program and may import more. */
const sdkSources = new Map(
  [...readSources(fileURLToPath(new URL('../../../sdk/src/', import.meta.url)))].filter(
    ([path]) => !path.startsWith('cli/'),
  ),
);

const sdkViolations = (files: Sources): string[] => [
  ...[...files].flatMap(([path, text]) => [
    ...importsOf(text)
      .filter((target) => !files.has(normalize(join(dirname(path), target))))
      .map((target) => `${path} must not import ${target}`),
    ...(FILE_NAME.test(path.slice(path.lastIndexOf('/') + 1))
      ? []
      : [`${path}: file names join words by hyphens and roles by dots`]),
  ]),
  ...cyclesOf(new Map([...files].map(([path, text]) => [path, text.replaceAll(TYPE_IMPORT, '')]))),
];

describe('Architecture', () => {
  test('every import is allowed by the ranks', () => {
    assert.ok(sources.size > 30, 'the sources were not read');
    assert.ok([...sources.values()].flatMap(importsOf).length > 150, 'their imports were not read');
    assert.deepEqual(violations(sources), []);
  });

  const planted: [name: string, path: string, text: string][] = [
    [
      'one address of the caller is compared',
      'views/x.ts',
      'const isOwn = isSamePerson(row.owner, context.actor.email);',
    ],
    [
      'postgres imports the runtime',
      'platform/postgres/x.ts',
      `import type { Deps } from '../runtime/deps.ts';`,
    ],
    [
      'modules of one rank import each other',
      'platform/crypto/x.ts',
      `import type { Db } from '../postgres/tables.ts';`,
    ],
    ['output imports routes', 'platform/http/output/x.ts', `import '../routes/route.ts';`],
    ['a cycle within a module', 'bulk/bulk.settings.ts', `import './index.ts';`],
    [
      'a pure module imports the database',
      'conditions/x.ts',
      `import type { Db } from '../platform/postgres/tables.ts';`,
    ],
    [
      'a pure module imports the clock',
      'conditions/x.ts',
      `import { now } from '../platform/clock.ts';`,
    ],
    ['a pure module imports a script engine', 'conditions/x.ts', `import vm from 'node:vm';`],
    [
      'a pure module imports records',
      'conditions/x.ts',
      `import { resource } from '../records/index.ts';`,
    ],
    ['a form imports a schema', 'forms/x.ts', `import Type from 'typebox';`],
    [
      'the evaluation of conditions imports Node',
      'conditions/evaluation/x.ts',
      `import { isDeepStrictEqual } from 'node:util';`,
    ],
    ['a file name in another style', 'bulk/bulkRows.ts', ''],
    [
      'platform imports a feature',
      'platform/x.ts',
      `import { incidentRoutes } from '../incidents/index.ts';`,
    ],
    [
      'platform imports a type of a feature',
      'platform/x.ts',
      `import type { Role } from '../identity/index.ts';`,
    ],
    ['events import a feature', 'events/x.ts', `import { may } from '../identity/index.ts';`],
    [
      'a feature bypasses the public API of another',
      'settings/x.ts',
      `import { findIncident } from '../incidents/incidents.sql.ts';`,
    ],
    [
      'a feature imports another that is not allowed',
      'settings/x.ts',
      `export { incidentRoutes } from '../incidents/index.ts';`,
    ],
    [
      'a feature bypasses the public API of events',
      'incidents/x.ts',
      `import { emit } from '../events/emit.ts';`,
    ],
    [
      'a feature imports the application',
      'incidents/x.ts',
      `import { buildApp } from '../app.ts';`,
    ],
    ['a feature imports a command', 'incidents/x.ts', `import { run } from '../commands/seed.ts';`],
    ['the worker imports the start', 'worker.ts', `import { serve } from './start/index.ts';`],
    [
      'a command bypasses the public API of the start',
      'commands/x.ts',
      `import { parts } from '../start/parts.ts';`,
    ],
    ['the start imports a command', 'start/x.ts', `import { run } from '../commands/seed.ts';`],
    ['the entry imports a feature', 'main.ts', `import { features } from './features.ts';`],
    ['a command reads the environment', 'commands/x.ts', 'const port = process.env.PORT;'],
    [
      'a route imports SQL',
      'incidents/x.routes.ts',
      `import { findIncident } from './incidents.sql.ts';`,
    ],
    ['SQL in a service', 'incidents/x.service.ts', `import { sql } from 'kysely';`],
    ['a driver in a service', 'incidents/x.service.ts', `import pg from 'pg';`],
    ['the environment is read elsewhere', 'platform/x.ts', 'const port = process.env.PORT;'],
    ['a catch-all file name', 'incidents/utils.ts', ''],
    [
      'a module besides text.ts imports the SDK',
      'incidents/x.ts',
      `import { nearest } from '../../../sdk/src/nearest.ts';`,
    ],
    [
      'text.ts imports more of the SDK',
      'platform/text.ts',
      `import { Signalbox } from '../../../sdk/src/client.ts';`,
    ],
    [
      'a call when imported',
      'bulk/bulk.settings.ts',
      'const a = `one\ntwo`;\nregisterSettings(bulkSettings);',
    ],
    ['a loop when imported', 'bulk/bulk.settings.ts', 'for (const one of all) register(one);'],
    ['an import for its effects', 'bulk/bulk.settings.ts', `import '../platform/clock.ts';`],
    ['an assignment when imported', 'bulk/bulk.settings.ts', 'handlers.mail = send;'],
    [
      'an import spread over lines',
      'platform/x.ts',
      `import {\n  may,\n  roles,\n} from '../identity/index.ts';`,
    ],
    [
      'an import at run time',
      'platform/x.ts',
      `const module = await import('../incidents/index.ts');`,
    ],
  ];
  for (const [name, path, text] of planted) {
    test(`a planted violation is found: ${name}`, () => {
      assert.notDeepEqual(violations(new Map([...sources, [path, text]])), []);
    });
  }

  test('the sources of the SDK import only each other', () => {
    assert.ok(sdkSources.size > 15, 'the sources were not read');
    assert.deepEqual(sdkViolations(sdkSources), []);
  });

  for (const text of [
    `import { createHash } from 'node:crypto';`,
    `import { roles } from '../../server/src/identity/index.ts';`,
    `import { main } from './cli/main.ts';`,
    `export { Signalbox } from './client.ts';`,
  ]) {
    test(`a planted violation is found in the SDK: ${text}`, () => {
      assert.notDeepEqual(sdkViolations(new Map([...sdkSources, ['retry.ts', text]])), []);
    });
  }

  test('a planted violation is found: a crowded folder', () => {
    const crowd = Array.from({ length: 17 }, (_, n): [string, string] => [`crowd/x${n}.ts`, '']);
    assert.notDeepEqual(violations(new Map([...sources, ...crowd])), []);
  });
});
