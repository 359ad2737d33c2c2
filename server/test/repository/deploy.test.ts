// The files in deploy/ name only settings, ports, commands and metrics that exist. If the tools that read them are
// installed, they check them too; `npm run nightly` installs them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { settings } from '../../src/platform/runtime/config.ts';
import { deployTool, runOnCopy } from '../support/deploy-tools.ts';
import { copyFaults } from '../support/image-layout.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = globSync('deploy/**/*.{yaml,json,conf,service}', { cwd: root }).toSorted();

/** These variables belong to the other images. */
const FOREIGN = /^(POSTGRES_|PGPORT$|SIGNALBOX_(PG|VALKEY)_PORT$|REDISCLI_AUTH$|GF_)/;

/** Finds `NAME: value` and `/data/NAME` in YAML. */
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

const overlays = globSync('deploy/kubernetes/overlays/*', { cwd: root }).map((path) =>
  path.slice(path.lastIndexOf('/') + 1),
);

/** Returns undefined if kustomize is not installed. */
function renderOverlay(overlay: string): string | undefined {
  const kustomize = deployTool('kustomize');
  if (!kustomize) return undefined;
  const built = runOnCopy(kustomize, join(root, 'deploy/kubernetes'), (path) => [
    'build',
    `${path}/overlays/${overlay}`,
  ]);
  assert.equal(built.status, 0, built.stderr);
  return built.stdout;
}

const imageOf = (overlay: string): string => {
  const { images } = parse(read(`deploy/kubernetes/overlays/${overlay}/kustomization.yaml`)) as {
    images: [{ newName: string; newTag: string; digest?: string }];
  };
  const [{ newName, newTag, digest }] = images;
  return `${newName}:${newTag}${digest ? `@${digest}` : ''}`;
};

const ruleTests = ['alerts.test.yaml', 'alerts.long.test.yaml'].map(
  (name) => `deploy/prometheus/${name}`,
);

const allMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

function overlayFaults(rendered: string, image: string): string[] {
  const { PORT, AUTH_PORT, METRICS_PORT } = settings;
  const ports = new Set([PORT, AUTH_PORT, METRICS_PORT].map(({ fallback }) => String(fallback)));
  const main = read('server/src/main.ts');
  const isCommand = (name: string) => new RegExp(`^  ${name}: \\(\\) =>`, 'm').test(main);
  return rendered.split(/^---$/m).flatMap((document) => {
    const isConfig = /^kind: ConfigMap$/m.test(document);
    const isEgress = /^ {2}name: egress$/m.test(document);
    const variables = isConfig ? allMatches(document, /^ {2}([A-Z][A-Z_]+):/gm) : [];
    const references = /(?:configMapRef|secretRef):\s+name: (\S+)/g;
    return [
      ...variables.filter((name) => !(name in settings)).map((name) => `variable ${name}`),
      ...allMatches(document, /^\s+image: (\S+)$/gm)
        .filter((name) => name !== image)
        .map((name) => `image ${name}`),
      ...allMatches(document, /args:\s+- (\S+)/g)
        .filter((name) => !isCommand(name))
        .map((name) => `command ${name}`),
      ...(isEgress ? [] : allMatches(document, /(?:containerPort|port): "?(\d+)"?$/gm))
        .filter((port) => !ports.has(port))
        .map((port) => `port ${port}`),
      ...allMatches(document, references)
        .filter((name) => name !== 'signalbox')
        .map((name) => `reference to ${name}`),
    ];
  });
}

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

  test('production runs an image by its digest', () => {
    assert.match(
      imageOf('production'),
      /^registry\.example\.com\/signalbox:[\d.]+@sha256:[0-9a-f]{64}$/,
    );
    assert.doesNotMatch(imageOf('staging'), /@/);
  });

  test('the ports in deploy/ are the defaults of the configuration', () => {
    const { PORT, AUTH_PORT, METRICS_PORT } = settings;
    const ports = new Set([PORT, AUTH_PORT, METRICS_PORT].map(({ fallback }) => String(fallback)));
    // The ports in egress.yaml belong to the services that it allows.
    const own = globSync('deploy/kubernetes/base/*.yaml', {
      cwd: root,
      exclude: ['**/egress.yaml'],
    });
    for (const path of own) {
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

  test('every command in deploy/ is a command of main.ts', () => {
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

  test('the runbook of each alert is a section that exists', () => {
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

  test('a test of the alert rules sees each alert fire', () => {
    const alerts = allMatches(read('deploy/prometheus/alerts.yaml'), /- alert: (\w+)/g);
    const fired = new Set(
      allMatches(ruleTests.map(read).join('\n'), /alertname="(\w+)".*value: 1/g),
    );
    assert.ok(alerts.length > 30);
    assert.deepEqual(
      alerts.filter((name) => !fired.has(name)),
      [],
    );
  });

  test('promtool sees every alert fire on its fault, and none on a healthy instance', (t) =>
    runTool(t, 'promtool', ['test', 'rules', ...ruleTests]));

  for (const overlay of overlays)
    test(`kustomize builds the overlay ${overlay}, which names only images, ports, commands and settings that exist`, (t) => {
      const rendered = renderOverlay(overlay);
      if (rendered === undefined) t.skip('kustomize is not installed');
      else assert.deepEqual(overlayFaults(rendered, imageOf(overlay)), []);
    });

  test('a rendered overlay with a wrong image, port, command, variable or volume is found', () => {
    const planted = [
      'apiVersion: v1\ndata:\n  BASE_URI: x\nkind: ConfigMap\nmetadata:\n  name: signalbox',
      'kind: Job\n      containers:\n      - args:\n        - fly\n        image: nginx:1\n        envFrom:\n        - secretRef:\n            name: other\n        ports:\n        - containerPort: 80',
    ].join('\n---\n');
    assert.deepEqual(overlayFaults(planted, 'signalbox:1'), [
      'variable BASE_URI',
      'image nginx:1',
      'command fly',
      'port 80',
      'reference to other',
    ]);
  });

  test('every file that the image copies exists and is in the build context', () => {
    const ignored = read('.dockerignore');
    assert.deepEqual(copyFaults(read('deploy/production/Containerfile'), ignored), []);
    const planted = 'FROM a AS one\nCOPY server/test sdk x\nCOPY absent ./\nCOPY --from=two y z';
    assert.deepEqual(copyFaults(planted, ignored), ['server/test', 'absent', 'stage two']);
  });

  test('the image has the user, the ports and the files that the other files in deploy/ rely on', () => {
    const text = read('deploy/production/Containerfile');
    assert.match(text, /^USER node$/m);
    const { PORT, AUTH_PORT, METRICS_PORT } = settings;
    const ports = [PORT, AUTH_PORT, METRICS_PORT].map(({ fallback }) => String(fallback));
    assert.match(text, new RegExp(`^EXPOSE ${ports.join(' ')}$`, 'm'));
    // Kubernetes names the user by number; in the base image, 1000 is `node`.
    for (const path of globSync('deploy/kubernetes/base/{api,auth,worker,migrate}.yaml', {
      cwd: root,
    }))
      assert.match(read(path), /runAsUser: 1000/, path);
    assert.match(text, /^COPY --from=console \/signalbox\/console\/dist console\/dist$/m);
    const stages = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const node = read('.node-version').trim().split('.', 1)[0];
    assert.deepEqual(
      stages.filter(
        (image) => image !== 'manifests' && !image?.startsWith(`node:${node}-trixie-slim@`),
      ),
      [],
    );
  });

  test('the systemd units can run on one machine, because each has its own metrics port', () => {
    const units = ['api', 'auth', 'worker'].map((command) => `signalbox-${command}.service`);
    const ports = units.map(
      (unit) => /^Environment=METRICS_PORT=(\d+)$/m.exec(read(`deploy/systemd/${unit}`))?.[1],
    );
    assert.equal(new Set(ports).size, units.length, ports.join());
    assert.ok(
      ports.every((port) => read('docs/operations.md').includes(`:${port}'`)),
      ports.join(),
    );
  });
});
