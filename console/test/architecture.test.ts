// The allowed imports of the console: main → routes → features → records → lists, condition-editor → actions, forms → session, live, keys, conditions → api → SDK, words; `ui` knows none of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  crowdedFolders,
  cyclesOf,
  importsOf,
  type Sources,
  targetOf,
} from '../../server/test/support/imports.ts';

const root = join(import.meta.dirname, '../src');

/** Ranks are listed from the bottom up, without ui. A module imports itself, modules of lower ranks, and ui. */
const ranks: readonly string[][] = [
  ['words'],
  ['api', 'search'],
  ['session', 'live', 'keys', 'conditions'],
  ['actions', 'forms'],
  ['lists', 'condition-editor'],
  ['records'],
];
/** These files compose the application; all other top folders are features. */
const COMPOSITION = new Set([
  'main.tsx',
  'routes.tsx',
  'root-route.tsx',
  'record-routes.tsx',
  'service-routes.tsx',
  'rail-pages.tsx',
  'commands.ts',
]);

/** Only one module may import each of these packages. */
const owned: readonly [pattern: RegExp, owner: string][] = [
  [/^@(mantine|visx|tabler)\//, 'ui'],
  [/^(react-markdown|remark-|rehype-|get-nonce)/, 'ui'],
  [/^@signalbox\/sdk$/, 'api'],
  [/^oauth4webapi$/, 'session'],
];
/** The module ui must not import these packages: it has no state of the application. */
const unknownToUi = /^@tanstack\/react-(router|query)$/;

/** Forms are evaluated by one function in the service and in browsers. Nothing else of the server is bundled. */
const shared = new Map([['api/catalog/forms.ts', '../../server/src/forms/index.ts']]);

const FILE_NAME = /^[a-z0-9]+([.-][a-z0-9]+)*\.(tsx?|css|svg)$/;
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|types|constants|enums?)(\.tsx?|\/)/;
const MAX_LINES = 300;
const mostIn = (): number => 30;

const forbiddenText: readonly [pattern: RegExp, reason: string][] = [
  [/^export default /m, 'a default export'],
  [/dangerouslySetInnerHTML|\.innerHTML/, 'markup from a string'],
  [/\bstyle="/, 'a style as a string'],
];

/** Only this folder knows the region of the reader; elsewhere, a text would be that of one language or zone. */
const REGION = 'ui/region/';
const regional: readonly [pattern: RegExp, reason: string][] = [
  [/\bIntl\.(?!Segmenter\b)\w+/, 'Intl'],
  [/\.toLocale(Date|Time)?String\(/, 'a text of the language of the browser'],
  [
    /\.[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/,
    'a field of a date in the zone of the browser',
  ],
  [
    /new Date\(\s*[^()\s,]+,[^)]*\)|new Date\(`|Date\.parse\(`(?![^`]*Z`)/,
    'a time in the zone of the browser',
  ],
];

const moduleOf = (path: string): string => path.split('/', 1)[0] ?? path;
const rankOf = (name: string): number => ranks.findIndex((rank) => rank.includes(name));

function mayImport(from: string, to: string): boolean {
  const [own, other] = [moduleOf(from), moduleOf(to)];
  if (own === other || other === 'ui') return own !== 'ui' || other === 'ui';
  if (COMPOSITION.has(own)) {
    const isTable = own === 'commands.ts' && to.endsWith('.keys.ts');
    const isPage = own.endsWith('-routes.tsx') && to.endsWith('.page.tsx');
    return COMPOSITION.has(other) || to === `${other}/index.ts` || isTable || isPage;
  }
  if (own === 'ui' || COMPOSITION.has(other) || to !== `${other}/index.ts`) return false;
  const [rank, below] = [rankOf(own), rankOf(other)];
  return below !== -1 && (rank === -1 || below < rank);
}

function packageFaults(path: string, specifier: string): string[] {
  const owner = owned.find(([pattern]) => pattern.test(specifier))?.[1];
  if (owner !== undefined && owner !== moduleOf(path))
    return [`${path}: only ${owner} imports ${specifier}`];
  if (moduleOf(path) === 'ui' && unknownToUi.test(specifier))
    return [`${path}: ui must not import ${specifier}`];
  return [];
}

function violations(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    if (FORBIDDEN_NAMES.test(path)) found.push(`${path}: a name that says nothing`);
    if (!FILE_NAME.test(path.slice(path.lastIndexOf('/') + 1)))
      found.push(`${path}: not named like the others`);
    if (text.split('\n').length > MAX_LINES && !path.endsWith('.css'))
      found.push(`${path}: more than ${MAX_LINES} lines`);
    for (const [pattern, reason] of forbiddenText)
      if (pattern.test(text)) found.push(`${path}: ${reason}`);
    if (!path.startsWith(REGION))
      for (const [pattern, reason] of regional)
        if (pattern.test(text)) found.push(`${path}: ${reason}, instead of ${REGION}`);
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) {
        found.push(...packageFaults(path, specifier));
        continue;
      }
      const to = targetOf(path, specifier);
      if (shared.get(path) === to) continue;
      if (!sources.has(to)) found.push(`${path}: ${specifier} does not exist`);
      else if (!mayImport(path, to)) found.push(`${path} must not import ${to}`);
    }
  }
  return [...found, ...cyclesOf(sources), ...crowdedFolders(sources, mostIn)];
}

const sources: Sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(tsx?|css|svg)$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

describe('Architecture of the console', () => {
  test('every import of the console is allowed', () => {
    assert.ok(sources.size > 50, 'the sources were read');
    assert.ok([...sources.values()].flatMap(importsOf).length > 150, 'their imports were read');
    assert.deepEqual(violations(sources), []);
  });

  const planted: [name: string, path: string, text: string][] = [
    ['ui knows the API', 'ui/x.tsx', `import { faultOf } from '../api/index.ts';`],
    ['ui knows the router', 'ui/x.tsx', `import { Link } from '@tanstack/react-router';`],
    ['ui knows a feature', 'ui/x.tsx', `import { Shell } from '../shell/index.ts';`],
    ['a feature uses Mantine', 'shell/x.tsx', `import { Button } from '@mantine/core';`],
    ['a feature uses an icon set', 'shell/x.tsx', `import { IconX } from '@tabler/icons-react';`],
    ['a feature uses the SDK', 'incidents/x.ts', `import type { Me } from '@signalbox/sdk';`],
    [
      'another file imports the server',
      'api/x.ts',
      `import { evaluateForm } from '../../../server/src/forms/index.ts';`,
    ],
    ['the API knows the session', 'api/x.ts', `import { session } from '../session/index.ts';`],
    ['keys know a feature', 'keys/x.ts', `import { Shell } from '../shell/index.ts';`],
    ['lists know a feature', 'lists/x.ts', `import { RailViews } from '../incidents/index.ts';`],
    ['lists know records', 'lists/x.ts', `import { Timeline } from '../records/index.ts';`],
    ['a feature bypasses index.ts', 'shell/x.ts', `import { client } from '../api/client.ts';`],
    [
      'a feature enters another',
      'shell/x.ts',
      `import { RailViews } from '../incidents/index.ts';`,
    ],
    ['a feature knows the routes', 'shell/x.ts', `import { router } from '../routes.tsx';`],
    ['a default export', 'shell/x.tsx', 'export default 1;'],
    ['markup from a string', 'shell/x.tsx', 'const a = { dangerouslySetInnerHTML: 1 };'],
    ['a style as a string', 'shell/x.tsx', 'const a = <i style="color:red" />;'],
    ['a language of its own', 'shell/x.ts', `new Intl.NumberFormat('en');`],
    ['the language of the browser', 'shell/x.ts', 'const text = total.toLocaleString();'],
    ['the zone of the browser', 'shell/x.ts', 'const hour = at.getHours();'],
    ['a time of the browser', 'shell/x.ts', 'const at = new Date(`${day}T00:00`);'],
    ['a cycle', 'ui/classes.ts', `import './forms/button.tsx';`],
    ['another style of names', 'ui/ErrorPage.tsx', ''],
    ['a long file', 'shell/x.tsx', '\n'.repeat(400)],
  ];
  for (const [name, path, text] of planted) {
    test(`a planted violation is found: ${name}`, () => {
      assert.notDeepEqual(violations(new Map([...sources, [path, text]])), []);
    });
  }
});
