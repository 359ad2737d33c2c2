// Checks the guards in deploy/ that no program checks: an attack needs each of these lines to be absent or different.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/platform/runtime/config.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the block of nginx.conf that begins with this line. */
const blockOf = (text: string, head: string): string => {
  const from = text.indexOf(`${head} {`);
  assert.ok(from >= 0, head);
  return text.slice(from, text.indexOf('\n    }', from));
};

describe('Gateway guards', () => {
  const nginx = read('deploy/gateway/nginx.conf');

  test('only notes, which carry attachments, may have a large body, and it is not buffered', () => {
    assert.deepEqual(
      [...nginx.matchAll(/client_max_body_size (\S+);/g)].map(([, size]) => size),
      ['1m', '80m', '56k'],
    );
    const notes = blockOf(nginx, 'location ~ ^/prod/api/(v1/)?[a-z]+/[^/]+/notes$');
    assert.match(notes, /client_max_body_size 80m;/);
    assert.match(notes, /proxy_request_buffering off;/);
    assert.match(nginx, /limit_conn addresses \d+;/);
  });

  test('the paths of inbound webhooks appear in neither log of the gateway', () => {
    const inbound = blockOf(nginx, 'location ~ ^/prod/api/(v1/)?webhooks/inbound/');
    assert.match(inbound, /error_log \/dev\/null crit;/);
    assert.match(inbound, /client_body_buffer_size 512k;/);
    assert.match(nginx, /~\^\/prod\/api\/\(v1\/\)\?webhooks\/inbound\/ \/webhooks\/inbound\/…;/);
  });
});

describe('Network guards', () => {
  const compose = read('deploy/production/compose.yaml');
  const service = (name: string): string =>
    new RegExp(`^  ${name}:\\n(?:    .*\\n|\\n(?=    ))+`, 'm').exec(compose)?.[0] ?? '';

  test('compose trusts the address of the gateway and no other', () => {
    assert.match(compose, /TRUSTED_PROXIES: 172\.30\.0\.2$/m);
    assert.match(service('gateway'), /front: \{ ipv4_address: 172\.30\.0\.2 \}/);
    assert.match(service('gateway'), /tmpfs: \['\/tmp:size=\d+m'\]/);
  });

  test('the Kubernetes base does not start until TRUSTED_PROXIES has the addresses of a gateway', () => {
    const [, value = ''] =
      /TRUSTED_PROXIES: (\S+)/.exec(read('deploy/kubernetes/base/settings.yaml')) ?? [];
    assert.throws(() => loadConfig({ TRUSTED_PROXIES: value }), /TRUSTED_PROXIES/);
  });

  test('network policies let the API fetch the key set of the identity provider', () => {
    const [, egress = ''] =
      /The key set of the provider(.+?)# `doctor`/s.exec(
        read('deploy/kubernetes/base/egress.yaml'),
      ) ?? [];
    const [, ingress = ''] =
      /name: keys\n(.+?)\n---/s.exec(read('deploy/kubernetes/base/network.yaml')) ?? [];
    assert.match(egress, /podSelector:\s+matchLabels: \{ app\.kubernetes\.io\/component: auth \}/);
    assert.match(egress, /port: 8081/);
    assert.match(ingress, /^spec:\s+podSelector:\s+matchLabels: \{ \S+component: auth \}/);
    assert.match(ingress, /from:\s+- podSelector:\s+matchLabels: \{ \S+component: api \}/);
    assert.match(ingress, /port: 8081/);
    assert.match(
      read('deploy/kubernetes/base/settings.yaml'),
      /OIDC_JWKS_URL: http:\/\/auth:8081\/jwks$/m,
    );
  });

  test('databases, mail and monitoring of compose do not share a network', () => {
    const networksOf = (name: string) => /networks: \[(.+)\]/.exec(service(name))?.[1];
    assert.deepEqual(['postgres', 'valkey', 'mail', 'prometheus', 'grafana'].map(networksOf), [
      'data',
      'data',
      'mail',
      'monitoring',
      'monitoring',
    ]);
    assert.match(compose, /^ {2}data: \{ internal: true \}$/m);
    assert.match(service('valkey'), /--requirepass,\s+'\$\{VALKEY_PASSWORD:\?/);
    assert.match(service('grafana'), /GF_SECURITY_ADMIN_PASSWORD: '\$\{GRAFANA_PASSWORD:\?/);
  });

  test('pods can reach only the targets of egress.yaml, and no private address over HTTPS', () => {
    assert.match(read('deploy/kubernetes/base/network.yaml'), /name: deny[^-]+\[Ingress, Egress\]/);
    const egress = read('deploy/kubernetes/base/egress.yaml');
    for (const range of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'])
      assert.ok(egress.includes(range), range);
    assert.match(read('deploy/kubernetes/base/kustomization.yaml'), /^ {2}- egress\.yaml$/m);
  });
});

describe('Guards of the gate itself', () => {
  test('the gate installs Node and npm from a lock file with hashes', () => {
    const { packages } = JSON.parse(read('.ci/node/package-lock.json')) as {
      packages: Record<string, { integrity?: string; inBundle?: boolean }>;
    };
    const unpinned = Object.entries(packages).filter(
      ([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle,
    );
    assert.deepEqual(unpinned, []);
    assert.doesNotMatch(read('.ci/run'), /npm install/);
  });

  test('.env, which contains the encryption key, is readable only by its owner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-env-'));
    try {
      const text = read('tools/env.sh')
        .replace(/^cd .*$/m, `cd ${folder}`)
        .replace('$(bash tools/services.sh up)', 'DATABASE_URL=x');
      for (const before of [undefined, 'PORT=1\n']) {
        if (before !== undefined)
          writeFileSync(join(folder, '.env'), before, { mode: 0o644, flush: true });
        const { status, stderr } = spawnSync('bash', ['-c', text], { encoding: 'utf8' });
        assert.equal(status, 0, stderr);
        assert.equal(statSync(join(folder, '.env')).mode & 0o777, 0o600);
        if (before === undefined) rmSync(join(folder, '.env'));
      }
      assert.match(readFileSync(join(folder, '.env'), 'utf8'), /^ENCRYPTION_KEY=\S{44}$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
