// The programs that read the files in deploy/ accept them. A test whose program is not installed is skipped;
// tools/deploy-tools.sh installs them all.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { loadConfig } from '../../src/platform/runtime/config.ts';
import { type Compose, readCompose } from '../support/compose.ts';
import { type DeployTool, deployTool, runOnCopy } from '../support/deploy-tools.ts';
import { canStartGateway, checkGatewayFile, NO_GATEWAY } from '../support/gateway.ts';
import { kubernetesFaults, objectsOf } from '../support/kubernetes-schema.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Skips the test if the program is not installed. */
function toolOrSkip(t: TestContext, name: string): DeployTool | undefined {
  const tool = deployTool(name);
  if (!tool) t.skip(`${name} is not installed`);
  return tool;
}

/** Calls `work` with a temporary folder that contains only this file. */
function withFile<T>(file: string, text: string, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-planted-'));
  try {
    writeFileSync(join(folder, file), text);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('compose.yaml', () => {
  const text = read('deploy/production/compose.yaml');
  /** URLs, YAML, shells and compose each treat some of these characters specially. */
  const password = `p@ss/w#rd:%41 '"\\$x{y}`;
  const env = {
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    POSTGRES_PASSWORD: password,
    VALKEY_PASSWORD: password,
    GRAFANA_PASSWORD: password,
  };
  const { services } = readCompose(text, env);
  const own = Object.entries(services).filter(([, { image }]) => image === 'signalbox');

  /** The output doubles every `$`, because it is a compose file again. */
  const runCompose = (tool: DeployTool, file: string) =>
    withFile('compose.yaml', file, (folder) =>
      runOnCopy(
        tool,
        folder,
        (path) => ['-f', `${path}/compose.yaml`, 'config', '--format', 'json'],
        env,
      ),
    );

  const planted = {
    'a text with a colon and a space': [
      'probe, ready, auth]',
      'probe, "ready", ok ? 0: 1]',
      /must be a string/,
    ],
    'a variable of a script': [
      'probe, ready, auth]',
      "'${process.env.PORT ?? 8080}']",
      /invalid interpolation format/,
    ],
  } as const;

  test('compose.yaml can be read, and its variables are required', () => {
    assert.ok(own.length >= 5);
    for (const name of Object.keys(env)) {
      const { [name as keyof typeof env]: _, ...rest } = env;
      assert.throws(() => readCompose(text, rest), new RegExp(`required variable ${name} `));
    }
  });

  test('planted faults that once broke compose.yaml are found', () => {
    for (const [what, [from, to, message]] of Object.entries(planted))
      assert.throws(() => readCompose(text.replace(from, to), env), message, what);
  });

  test('docker-compose reads compose.yaml as these tests do, and refuses the planted faults', (t) => {
    const tool = toolOrSkip(t, 'docker-compose');
    if (!tool) return;
    const { status, stdout, stderr } = runCompose(tool, text);
    assert.equal(status, 0, stderr);
    const theirs = (JSON.parse(stdout.replaceAll('$$', '$')) as Compose).services;
    const parts = (all: Compose['services']) =>
      Object.fromEntries(
        Object.entries(all).map(([name, { environment, command, healthcheck }]) => [
          name,
          [environment ?? {}, typeof command === 'string' ? '' : command, healthcheck?.test],
        ]),
      );
    const ours = parts(services);
    // docker-compose splits a command that is a string into words.
    for (const [name, service] of Object.entries(parts(theirs)))
      assert.deepEqual(
        typeof services[name]?.command === 'string' ? [service[0], '', service[2]] : service,
        [ours[name]?.[0], ours[name]?.[1] ?? null, ours[name]?.[2]],
        name,
      );
    for (const [what, [from, to]] of Object.entries(planted))
      assert.notEqual(runCompose(tool, text.replace(from, to)).status, 0, what);
  });

  test('the variables of compose.yaml are a valid configuration, with the passwords unchanged', () => {
    for (const [name, { environment = {} }] of own) {
      const { DATABASE_URL, VALKEY_URL, OIDC_JWKS_URL } = loadConfig(environment);
      for (const [url, host] of [
        [DATABASE_URL, 'postgres'],
        [VALKEY_URL, 'valkey'],
      ] as const) {
        assert.equal(new URL(url).hostname, host, name);
        assert.equal(decodeURIComponent(new URL(url).password), password, name);
      }
      assert.equal(OIDC_JWKS_URL, 'http://auth:8081/jwks');
    }
    const { environment, command } = services['valkey'] ?? {};
    assert.deepEqual([environment?.['REDISCLI_AUTH'], command?.at(-1)], [password, password]);
  });

  test('each container has a memory limit above MAX_MEMORY_MB, a bounded log, and a probe for its command', () => {
    const inMegabytes = (limit = '') =>
      Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1024 : 1);
    for (const [name, { mem_limit, environment = {}, command, healthcheck }] of own) {
      assert.ok(inMegabytes(mem_limit) > Number(environment['MAX_MEMORY_MB']), name);
      const probe = ['CMD', 'node', 'server/src/main.ts', 'probe', 'ready', command?.[0]];
      assert.deepEqual(healthcheck?.test, name === 'migrate' ? undefined : probe, name);
    }
    for (const [name, { logging }] of Object.entries(services))
      assert.deepEqual(Object.keys(logging?.options ?? {}), ['max-size', 'max-file'], name);
    for (const name of ['postgres', 'valkey', 'gateway'])
      assert.ok(inMegabytes(services[name]?.mem_limit) >= 256, name);
  });
});

describe('systemd units', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root }).toSorted();
  const valueOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  test('systemd-analyze accepts the units, and reports a key that does not exist', (t) => {
    const tool = toolOrSkip(t, 'systemd-analyze');
    if (!tool) return;
    const backups = globSync('deploy/backup/*.{service,timer}', { cwd: root });
    const all = [...units, ...backups];
    const names = all.map((path) => basename(path)).filter((name) => !name.includes('@'));
    const verify = (change: (text: string) => string) => {
      const folder = mkdtempSync(join(tmpdir(), 'signalbox-units-'));
      for (const path of all)
        writeFileSync(
          join(folder, basename(path)),
          // Node may be installed elsewhere on this machine.
          change(read(path)).replaceAll(/\/usr\/bin\/(node|pgbackrest)/g, '/bin/true'),
        );
      const { status, stdout, stderr } = runOnCopy(
        tool,
        folder,
        (path) => ['verify', ...names.map((name) => join(path, name))],
        { SYSTEMD_LOG_TARGET: 'console' },
      );
      rmSync(folder, { recursive: true });
      return { status, said: `${stdout}${stderr}`.trim() };
    };
    assert.deepEqual(
      verify((text) => text),
      { status: 0, said: '' },
    );
    assert.match(verify((text) => text.replace('MemoryMax=', 'MemoryMost=')).said, /MemoryMost/);
  });

  test('MAX_MEMORY_MB is below the memory limit of each unit, and migrations run before each start', () => {
    for (const path of units) {
      const text = read(path);
      if (path.endsWith('migrate.service')) {
        // A unit that remains active is not started again with the units that want it.
        assert.deepEqual(valueOf(text, 'RemainAfterExit'), [], path);
        assert.deepEqual(valueOf(text, 'Restart'), ['on-failure'], path);
        continue;
      }
      const [most = ''] = valueOf(text, 'MemoryMax');
      const [own = ''] = valueOf(text, 'Environment');
      assert.match(most, /^\d+G$/, path);
      assert.ok(Number(own.replace('MAX_MEMORY_MB=', '')) < 1024 * Number.parseInt(most, 10), path);
      for (const name of ['After', 'Wants'])
        assert.ok(valueOf(text, name).join(' ').includes('signalbox-migrate.service'), path);
      assert.deepEqual(valueOf(text, 'Requires'), [], path);
    }
  });
});

describe('Kubernetes overlays', () => {
  const overlays = globSync('deploy/kubernetes/overlays/*', { cwd: root });
  const render = (tool: DeployTool, overlay: string) =>
    runOnCopy(tool, join(root, 'deploy/kubernetes'), (path) => [
      'build',
      `${path}/overlays/${basename(overlay)}`,
    ]);

  for (const overlay of overlays)
    test(`${overlay} builds objects with only known fields, a Job of the release, and routes to existing services`, (t) => {
      const tool = toolOrSkip(t, 'kustomize');
      if (!tool) return;
      const { status, stdout, stderr } = render(tool, overlay);
      assert.equal(status, 0, stderr);
      const objects = objectsOf(stdout);
      assert.deepEqual(kubernetesFaults(objects), []);
      const tag = /newTag: (\S+)\s/.exec(read(`${overlay}/kustomization.yaml`))?.[1];
      assert.deepEqual(
        objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name),
        [`migrate-${tag}`],
      );
      const backends = [...stdout.matchAll(/backendRefs:\s+- name: (\w+)\s+port: (\d+)/g)];
      for (const [, name, port] of backends) {
        const service = objects.find(
          ({ kind, metadata }) => kind === 'Service' && metadata.name === name,
        );
        assert.ok(JSON.stringify(service?.spec).includes(`"port":${port}`), name);
      }
    });

  test('an unknown field, a missing field, and replicas beside an autoscaler are found', () => {
    const planted = [
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec: { maxUnavailabel: 1 }',
      'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: b }\nspec: { scaleTargetRef: { kind: Deployment, name: c } }',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: c }\nspec: { replicas: 2, selector: {}, template: { metadata: {}, spec: { containers: nginx } } }',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: d }\ndata: { PORT: 1 }',
    ].join('\n---\n');
    assert.deepEqual(kubernetesFaults(objectsOf(planted)), [
      'PodDisruptionBudget a.spec.maxUnavailabel is an unknown field',
      'HorizontalPodAutoscaler b.spec.maxReplicas is missing',
      'Deployment c.spec.template.spec.containers must be a list',
      'Deployment c sets replicas, which its autoscaler controls',
      'ConfigMap d.data.PORT must be a string',
    ]);
  });

  test('every probe has a timeout of three seconds, and the worker has a readiness probe', () => {
    for (const name of ['api', 'auth', 'worker']) {
      const [deployment] = objectsOf(read(`deploy/kubernetes/base/${name}.yaml`));
      const { template } = (deployment?.spec ?? {}) as {
        template?: { spec: { containers: Record<string, unknown>[] } };
      };
      const container = template?.spec.containers[0] ?? {};
      const port = name === 'worker' ? 'metrics' : 'http';
      assert.deepEqual(
        container['readinessProbe'],
        {
          httpGet: { path: '/readyz', port },
          periodSeconds: name === 'worker' ? 5 : 2,
          timeoutSeconds: 3,
          failureThreshold: 3,
        },
        name,
      );
      assert.deepEqual(
        container['livenessProbe'],
        { httpGet: { path: '/livez', port }, periodSeconds: 10, timeoutSeconds: 3 },
        name,
      );
    }
  });
});

describe('High availability', () => {
  const page = read('docs/high-availability.md');

  test('the database of Kubernetes has only known fields, waits for a standby, and the page names its primary', (t) => {
    const tool = toolOrSkip(t, 'kustomize');
    if (!tool) return;
    const folder = join(root, 'deploy/kubernetes/high-availability');
    const { status, stdout, stderr } = runOnCopy(tool, folder, (path) => ['build', path]);
    assert.equal(status, 0, stderr);
    const objects = objectsOf(stdout);
    assert.deepEqual(kubernetesFaults(objects), []);
    const cluster = objects.find(({ kind }) => kind === 'Cluster');
    const { postgresql, bootstrap } = (cluster?.spec ?? {}) as {
      postgresql: Record<string, unknown>;
      bootstrap: { initdb: Record<string, string> };
    };
    assert.deepEqual(postgresql['synchronous'], {
      method: 'any',
      number: 1,
      dataDurability: 'required',
      failoverQuorum: true,
    });
    const { database, owner } = bootstrap.initdb;
    const primary = `${cluster?.metadata.name}-rw.data:5432`;
    assert.ok(page.includes(`postgres://${owner}:PASSWORD@${primary}/${database}`), primary);
    const planted = stdout.replace('failoverQuorum', 'failoverQuorums');
    assert.deepEqual(kubernetesFaults(objectsOf(planted)), [
      'Cluster signalbox-db.spec.postgresql.synchronous.failoverQuorums is an unknown field',
    ]);
  });

  test('HAProxy accepts haproxy.cfg, and refuses a keyword that does not exist', (t) => {
    const tool = toolOrSkip(t, 'haproxy');
    if (!tool) return;
    const text = read('deploy/high-availability/haproxy.cfg');
    const check = (file: string) =>
      withFile('haproxy.cfg', file, (folder) =>
        runOnCopy(tool, folder, (path) => ['-c', '-f', `${path}/haproxy.cfg`]),
      );
    const { status, stderr } = check(text);
    assert.equal(status, 0, stderr);
    assert.match(check(text.replace('option httpchk', 'option httpchek')).stderr, /httpchek/);
  });

  test('Patroni accepts patroni.yml, and the files name the same machines', (t) => {
    const names = ['patroni.yml', 'etcd.env', 'haproxy.cfg'];
    for (const name of names)
      assert.deepEqual(
        [...new Set(read(`deploy/high-availability/${name}`).match(/10\.0\.0\.1\d/g))].toSorted(),
        ['10.0.0.11', '10.0.0.12', '10.0.0.13'],
        name,
      );
    const tool = toolOrSkip(t, 'patroni');
    if (!tool) return;
    const env = parseEnv(read('deploy/high-availability/patroni.env')) as Record<string, string>;
    // A ttl that Patroni does not permit is the only fault, besides machines that cannot be reached from here.
    const text = read('deploy/high-availability/patroni.yml')
      .replaceAll('10.0.0.', '127.0.0.')
      .replace('ttl: 20', 'ttl: 10');
    const { stdout, stderr } = withFile('patroni.yml', text, (folder) =>
      runOnCopy(
        tool,
        folder,
        (path) => ['--validate-config', '--ignore-listen-port', `${path}/patroni.yml`],
        env,
      ),
    );
    const faults = `${stdout}${stderr}`.split('\n').filter((line) => / didn't pass/.test(line));
    assert.deepEqual(
      faults.filter((line) => !line.startsWith('etcd3')),
      ["bootstrap.dcs.ttl 10 didn't pass validation: Wrong value"],
    );
  });
});

describe('nginx.conf', () => {
  test('nginx accepts nginx.conf, and refuses a parameter that does not exist', (t) => {
    if (!canStartGateway()) return t.skip(NO_GATEWAY);
    const text = read('deploy/gateway/nginx.conf');
    assert.deepEqual(checkGatewayFile(text), { status: 0, faults: '' });
    const planted = checkGatewayFile(text.replace('auth:8081 resolve', 'auth:8081 resolved'));
    assert.match(planted.faults, /invalid parameter "resolved"/);
  });
});
