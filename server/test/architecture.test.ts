// The plan of the house, held against the imports: main → app, worker → features → events → platform, never back.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../src/', import.meta.url));

/** Features that another may use, through its index.ts. Everybody may use identity's. */
const meetings: Record<string, string[]> = {
  audit: ['webhooks'],
  demo: ['incidents'],
  eventlog: ['incidents'],
  incidents: ['bulk', 'notifications'],
  webhooks: ['incidents', 'notifications'],
};

const BASE = new Set(['platform', 'events']);
const DOORS = new Set(['main.ts', 'app.ts', 'worker.ts', 'version.ts']);
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|constants|enums?)(\.ts|\/)/;

type House = Map<string, string>;

const roomOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.indexOf('/')) : path;

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:import|export)\b[^'"]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

function mayImport(from: string, to: string): boolean {
  const [room, other] = [roomOf(from), roomOf(to)];
  const throughDoor = to === `${other}/index.ts`;
  if (room === other) return true;
  if (to === 'version.ts') return DOORS.has(room);
  if (room === 'main.ts') return DOORS.has(to) || other === 'platform' || throughDoor;
  if (room === 'app.ts' || room === 'worker.ts') return other === 'platform' || throughDoor;
  if (room === 'platform') return false;
  if (other === 'platform') return true;
  if (room === 'events') return false;
  if (BASE.has(other)) return throughDoor;
  if (DOORS.has(other) || !throughDoor) return false;
  if (room === 'identity') return false;
  return other === 'identity' || (meetings[room] ?? []).includes(other);
}

const mayHoldSql = (path: string): boolean => path.endsWith('.sql.ts') || BASE.has(roomOf(path));

function violations(house: House): string[] {
  const found: string[] = [];
  for (const [path, text] of house) {
    if (FORBIDDEN_NAMES.test(path)) found.push(`${path}: a name that says nothing`);
    if (path !== 'main.ts' && /\bprocess\.env\b/.test(text))
      found.push(`${path}: only main.ts reads the environment`);
    for (const target of importsOf(text)) {
      if (!target.startsWith('.')) {
        const isSql = target === 'kysely' || target.startsWith('kysely/') || target === 'pg';
        if (isSql && !mayHoldSql(path))
          found.push(`${path}: SQL outside *.sql.ts, events/ and platform/`);
        continue;
      }
      const to = normalize(join(dirname(path), target));
      if (to.endsWith('package.json') && path === 'version.ts') continue;
      if (!house.has(to)) found.push(`${path}: ${target} is not in the house`);
      else if (!mayImport(path, to)) found.push(`${path} must not import ${to}`);
      if (path.endsWith('.routes.ts') && (to.endsWith('.sql.ts') || to === 'platform/db.ts')) {
        found.push(`${path}: routes never touch SQL`);
      }
    }
  }
  return found;
}

const house: House = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

describe('Architecture', () => {
  test('every import follows the plan', () => {
    assert.ok(house.size > 30, 'the house was read');
    assert.ok([...house.values()].flatMap(importsOf).length > 150, 'its imports were read');
    assert.deepEqual(violations(house), []);
  });

  const planted: [name: string, path: string, text: string][] = [
    [
      'platform knows a feature',
      'platform/x.ts',
      `import { incidentRoutes } from '../incidents/index.ts';`,
    ],
    [
      'platform knows a feature by type',
      'platform/x.ts',
      `import type { Role } from '../identity/index.ts';`,
    ],
    ['events know a feature', 'events/x.ts', `import { may } from '../identity/index.ts';`],
    [
      'a feature enters another by the window',
      'audit/x.ts',
      `import { toldFields } from '../incidents/incidents.sql.ts';`,
    ],
    [
      'a feature uses another without being listed',
      'audit/x.ts',
      `export { incidentRoutes } from '../incidents/index.ts';`,
    ],
    [
      'a feature goes around the door of events',
      'incidents/x.ts',
      `import { emit } from '../events/emit.ts';`,
    ],
    ['a feature knows the application', 'incidents/x.ts', `import { buildApp } from '../app.ts';`],
    [
      'a route touches SQL',
      'incidents/x.routes.ts',
      `import { findIncident } from './incidents.sql.ts';`,
    ],
    ['SQL in a service', 'incidents/x.service.ts', `import { sql } from 'kysely';`],
    ['a driver in a service', 'incidents/x.service.ts', `import pg from 'pg';`],
    ['the environment is read elsewhere', 'platform/x.ts', 'const port = process.env.PORT;'],
    ['a drawer for everything', 'incidents/utils.ts', ''],
    [
      'an import spread over lines',
      'platform/x.ts',
      `import {\n  may,\n  roles,\n} from '../identity/index.ts';`,
    ],
    [
      'an import at run time',
      'platform/x.ts',
      `const room = await import('../incidents/index.ts');`,
    ],
  ];
  for (const [name, path, text] of planted) {
    test(`a planted violation is found: ${name}`, () => {
      assert.notDeepEqual(violations(new Map([...house, [path, text]])), []);
    });
  }
});
