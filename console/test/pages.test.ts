// The server serves the console with redirects, a page with its own policy, and immutable files; and the pages of the guide.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { readConsole } from '../../server/src/console/console.files.ts';
import { registerConsole } from '../../server/src/console/index.ts';
import { registerGuide } from '../../server/src/guide/index.ts';
import { createServer } from '../../server/src/platform/http/server.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { dist, ensureBuilt, ensureGuideBuilt } from './support.ts';

const policyOf = (response: Response): string =>
  response.headers.get('content-security-policy') ?? '';

describe('The pages of the console', () => {
  let instance: Instance;
  const open = (path: string, headers = {}) =>
    fetch(`${instance.url}${path}`, { redirect: 'manual', headers });

  before(async () => {
    ensureBuilt();
    ensureGuideBuilt();
    instance = await startInstance({ env: { INSTANCE_NAME: 'a<b>"c' } });
  });
  after(() => instance.stop());

  test('the root redirects to the console', async () => {
    const root = await open('/');
    assert.deepEqual([root.status, root.headers.get('location')], [302, '/console/']);
    const bare = await open('/console');
    assert.deepEqual([bare.status, bare.headers.get('location')], [301, '/console/']);
  });

  test('every page has a nonce of its own, in its policy and at each script and style', async () => {
    const [first, second] = [await open('/console/'), await open('/console/incidents/INC0000042')];
    const nonces = await Promise.all(
      [first, second].map(async (response) => {
        assert.equal(response.status, 200);
        const [, nonce = ''] = /'nonce-([^']+)'/.exec(policyOf(response)) ?? [];
        const html = await response.text();
        const loaded = html.match(/<(script|link rel="(stylesheet|modulepreload)")[^>]*>/g) ?? [];
        assert.ok(loaded.length >= 2, html);
        for (const element of loaded) assert.ok(element.includes(`nonce="${nonce}"`), element);
        assert.ok(!html.includes('%'), 'every placeholder is filled');
        return nonce;
      }),
    );
    assert.notEqual(nonces[0], nonces[1]);
    assert.equal(first.headers.get('cache-control'), 'no-store');
  });

  test('values of the configuration are escaped in the page', async () => {
    const html = await (await open('/console/')).text();
    assert.ok(html.includes('content="a&lt;b>&quot;c"'), html);
  });

  test('the content security policy has no finding of high or medium severity', async () => {
    const findings = (policy: string) =>
      new CspEvaluator(new CspParser(policy).csp)
        .evaluate()
        .filter(({ severity }) => severity <= Severity.MEDIUM)
        .map(({ directive, description }) => `${directive}: ${description}`);
    // The test's identity provider has no HTTPS.
    const policy = policyOf(await open('/console/')).replace('http://', 'https://');
    assert.deepEqual(findings(policy), []);
    assert.notDeepEqual(
      findings(policy.replace(/'nonce-[^']+' 'strict-dynamic'/, "'unsafe-inline'")),
      [],
    );
  });

  test('files of the console are immutable and compressed in advance', async () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const response = await open(`/console/assets/${name}`, { 'accept-encoding': 'br, gzip' });
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('content-encoding'), 'br', name);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
      await response.arrayBuffer();
    }
  });

  test('a missing file is 404 and not the page', async () => {
    for (const path of ['none.js', '..%2fsources.txt', '%2e%2e/sources.txt']) {
      const response = await open(`/console/assets/${path}`);
      const isPage = (await response.text()).includes('<html');
      assert.ok(response.status === 404 || isPage, `${path}: ${response.status}`);
    }
    assert.equal((await open('/console/assets/none.js')).status, 404);
  });

  test('the console says what to do if it is not built', async () => {
    const nobody = Object.assign(() => Promise.reject(new Error('nobody')), {
      findCached: () => undefined,
    });
    const app = createServer(instance.deps, nobody);
    const { config } = instance.deps;
    registerConsole(app, { config, originsOfIssuer: async () => [] }, () => undefined);
    // The request goes over TCP: the checks of slow clients need a real socket.
    const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/console/`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /The console is not built\. `npm start` builds it/);
    await app.close();
  });

  test('the guide has an index, pages and images, which may load nothing but styles and images', async () => {
    const bare = await open('/docs/guide');
    assert.deepEqual([bare.status, bare.headers.get('location')], [301, '/docs/guide/']);
    for (const [path, type] of [
      ['', 'text/html; charset=utf-8'],
      ['tutorials/call-the-api', 'text/html; charset=utf-8'],
      ['guide.css', 'text/css; charset=utf-8'],
      ['images/queue-light.png', 'image/png'],
    ] as const) {
      const response = await open(`/docs/guide/${path}`);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, type], path);
      assert.equal(
        policyOf(response),
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      await response.arrayBuffer();
    }
  });

  test('the guide shows the addresses of the instance', async () => {
    const { BASE_URL, AUTH_URL } = instance.deps.config;
    const html = await (await open('/docs/guide/tutorials/call-the-api')).text();
    assert.ok(html.includes(`API=${BASE_URL}/prod/api/v1`), html);
    assert.ok(html.includes(`curl -s ${AUTH_URL}/oauth2/token`), html);
  });

  test('only the files of the guide are below its address', async () => {
    for (const path of [
      'none',
      'index.html',
      'sources.txt',
      'tutorials',
      '../js/none.js',
      '..%2f..%2fsources.txt',
      '%2e%2e/%2e%2e/sources.txt',
      '....//sources.txt',
      'images/../../sources.txt',
      '%00',
      'constructor',
    ]) {
      const response = await open(`/docs/guide/${path}`);
      assert.ok([400, 404].includes(response.status), `${path}: ${response.status}`);
      assert.doesNotMatch(await response.text(), /[0-9a-f]{64}/);
    }
  });

  test('the guide says what to do if it is not built', async () => {
    const nobody = Object.assign(() => Promise.reject(new Error('nobody')), {
      findCached: () => undefined,
    });
    const app = createServer(instance.deps, nobody);
    registerGuide(app, instance.deps, () => undefined);
    const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/docs/guide/`);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /The guides are not built\. `npm start` builds them/);
    await app.close();
  });

  test('all built files are read', () => {
    assert.ok((readConsole()?.assets.size ?? 0) >= 5);
  });
});
