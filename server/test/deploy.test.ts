// The files in deploy/: they name only settings, ports, commands and metrics that exist. Where the tools of their
// formats are installed, these read them too; `npm run nightly` installs them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settings } from '../src/platform/runtime/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = globSync('deploy/**/*.{yaml,json,conf,service}', { cwd: root }).toSorted();

/** Variables of the images beside ours. */
const FOREIGN = /^(POSTGRES_|PGPORT$|SIGNALBOX_(PG|VALKEY)_PORT$)/;

/** `NAME: value` and `/data/NAME` in YAML. */
const variablesIn = (text: string): string[] =>
  [...text.matchAll(/^\s+([A-Z][A-Z_]{3,}): |\/data\/([A-Z_]+)/gm)]
    .map(([, name, path]) => name ?? path ?? '')
    .filter((name) => !FOREIGN.test(name));

const metrics = new Set(
  globSync('server/src/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/name: '(signalbox_\w+)'/g)].map(([, name = '']) => name),
  ),
);
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\bsignalbox_[a-z_0-9]+/g)].map(([name]) => name);
const isMetric = (name: string): boolean =>
  metrics.has(name) ||
  metrics.has(name.replace(/_(count|bucket|sum)$/, '')) ||
  /^signalbox_(process|nodejs)_/.test(name);

const unknownIn = (text: string): string[] => [
  ...variablesIn(text).filter((name) => !(name in settings)),
  ...metricsIn(text).filter((name) => !isMetric(name)),
];

function runTool(t: { skip: (why: string) => void }, command: string, args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (error && 'code' in error && error.code === 'ENOENT') {
    t.skip(`${command} is not installed`);
    return;
  }
  assert.equal(status, 0, `${stdout}${stderr}`);
}

describe('Deployment files', () => {
  for (const path of files) {
    test(`${path} names only settings and metrics that exist`, () => {
      assert.deepEqual(unknownIn(read(path)), []);
    });
  }

  test('a setting or a metric that does not exist is found', () => {
    const planted =
      'data:\n  BASE_URI: x\nexpr: rate(signalbox_requests_total[5m]) + signalbox_valkey_up';
    assert.deepEqual(unknownIn(planted), ['BASE_URI', 'signalbox_requests_total']);
  });

  test('ports are those of the configuration', () => {
    const { PORT, AUTH_PORT, METRICS_PORT } = settings;
    const ports = new Set([PORT, AUTH_PORT, METRICS_PORT].map(({ fallback }) => String(fallback)));
    for (const path of globSync('deploy/kubernetes/base/*.yaml', { cwd: root })) {
      const named = [...read(path).matchAll(/(?:containerPort|\bport): (\d+)/g)].map(
        ([, port = '']) => port,
      );
      assert.deepEqual(
        named.filter((port) => !ports.has(port)),
        [],
        path,
      );
    }
    const upstreams = [...read('deploy/gateway/nginx.conf').matchAll(/server [\w-]+:(\d+)/g)];
    assert.deepEqual(
      upstreams.map(([, port]) => port),
      ['8080', '8080', '8081'],
    );
  });

  test('commands are those of the program', () => {
    const main = read('server/src/main.ts');
    const named = [
      ...files
        .map(read)
        .join('\n')
        .matchAll(/main\.ts (\w+)|(?:args|command): \[(\w+)\]/g),
    ];
    for (const [, unit, container] of named) {
      const command = unit ?? container ?? '';
      assert.match(main, new RegExp(`^  ${command}: \\(\\) =>`, 'm'), command);
    }
    assert.ok(named.length > 8);
  });

  test('each alert names a section that exists', () => {
    const runbooks = [
      ...read('deploy/prometheus/alerts.yaml').matchAll(/runbook: '([^#]+)#([^']+)'/g),
    ];
    assert.ok(runbooks.length > 10);
    for (const [, path = '', anchor = ''] of runbooks) {
      const anchors = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      assert.ok(anchors.includes(anchor), `${path}#${anchor}`);
    }
  });

  test('every alert fires on its fault and none on a sound instance, by promtool', (t) =>
    runTool(t, 'promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml']));

  for (const overlay of ['production', 'staging'])
    test(`kustomize builds the overlay ${overlay}`, (t) =>
      runTool(t, 'kustomize', ['build', `deploy/kubernetes/overlays/${overlay}`]));
});
