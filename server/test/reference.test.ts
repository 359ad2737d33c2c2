// The public documents are generated and compressed once, and not sent to a caller that has them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { registerClient, systemContext } from '../src/identity/index.ts';
import { createServer } from '../src/platform/http/server.ts';
import { registerSdk } from '../src/sdk/index.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { buildPackage } from './support/sdk-package.ts';

interface Raw {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

describe('The public documents', () => {
  let instance: Instance;
  before(async () => {
    await buildPackage();
    instance = await startInstance({ env: { SECURITY_CONTACT: 'mailto:security@example.com' } });
  });
  after(() => instance.stop());

  /** Returns the response as sent on the wire: fetch would request an encoding of its own, and decode it. */
  const fetchRaw = async (path: string, headers = {}, method = 'GET'): Promise<Raw> => {
    const sent = request(`${instance.url}${path}`, { method, headers }).end();
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: Buffer.concat(chunks),
    };
  };

  for (const [path, type] of [
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/js/scalar.js', 'application/javascript; charset=utf-8'],
  ] as const) {
    test(`${path} has the encoding that the caller prefers, and the same bytes when decompressed`, async () => {
      const plain = await fetchRaw(path);
      const zipped = await fetchRaw(path, { 'accept-encoding': 'br;q=0.5, gzip' });
      const brotli = await fetchRaw(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      assert.deepEqual(
        [plain, zipped, brotli].map(({ status, headers }) => [
          status,
          headers['content-encoding'],
          headers['content-type'],
          headers['vary'],
        ]),
        [undefined, 'gzip', 'br'].map((coding) => [200, coding, type, 'Origin, Accept-Encoding']),
      );
      assert.ok(gunzipSync(zipped.bytes).equals(plain.bytes));
      assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
      assert.ok(zipped.bytes.length < plain.bytes.length / 3, `${zipped.bytes.length} bytes`);
      assert.equal(new Set([plain, zipped, brotli].map(({ headers }) => headers.etag)).size, 3);
    });

    test(`${path} is not sent again to a caller with its ETag`, async () => {
      const accepts = { 'accept-encoding': 'gzip' };
      const { headers } = await fetchRaw(path, accepts);
      assert.match(headers.etag ?? '', /^"[\w-]+"$/, 'a strong tag');
      assert.equal(headers['cache-control'], 'public, max-age=300');
      const again = await fetchRaw(path, { ...accepts, 'if-none-match': headers.etag });
      assert.deepEqual(
        [again.status, again.bytes.length, again.headers.etag, again.headers['content-encoding']],
        [304, 0, headers.etag, undefined],
      );
      const head = await fetchRaw(path, { ...accepts, 'if-none-match': headers.etag }, 'HEAD');
      assert.equal(head.status, 304);
      const other = await fetchRaw(path, { ...accepts, 'if-none-match': '"other"' });
      assert.equal(other.status, 200);
      const unzipped = await fetchRaw(path, { 'if-none-match': headers.etag });
      assert.equal(unzipped.status, 200, 'the tag of another coding does not match');
    });

    test(`HEAD of ${path} has the headers of GET`, async () => {
      for (const accepts of [{}, { 'accept-encoding': 'gzip' }]) {
        const [get, head] = [await fetchRaw(path, accepts), await fetchRaw(path, accepts, 'HEAD')];
        assert.deepEqual([head.status, head.bytes.length], [200, 0]);
        for (const name of ['content-length', 'content-encoding', 'etag', 'vary', 'content-type'])
          assert.equal(head.headers[name], get.headers[name], name);
      }
    });
  }

  test('security.txt names the contact and expires within a year (RFC 9116)', async () => {
    const { status, headers, bytes } = await fetchRaw('/.well-known/security.txt');
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    const lines = bytes.toString().trimEnd().split('\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
    assert.equal(fields.Contact, 'mailto:security@example.com');
    assert.equal(fields.Canonical, 'https://desk.example.com/.well-known/security.txt');
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 365, `${days} days`);
  });

  test('the package of the SDK is sent as it is, and not again to a caller with its ETag', async () => {
    const { status, headers, bytes } = await fetchRaw('/sdk.tgz', {
      'accept-encoding': 'gzip, br',
    });
    assert.deepEqual(
      [status, headers['content-type'], headers['content-encoding'], headers['vary']],
      [200, 'application/gzip', undefined, 'Origin'],
    );
    assert.equal(headers['cache-control'], 'public, max-age=300');
    assert.match(headers['content-disposition'] ?? '', /filename="signalbox-sdk-[\d.]+\.tgz"$/);
    assert.match(gunzipSync(bytes).toString('latin1'), /package\/dist\/index\.js/);
    assert.match(headers.etag ?? '', /^"[\w-]+"$/, 'a strong tag');
    const again = await fetchRaw('/sdk.tgz', { 'if-none-match': headers.etag });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const head = await fetchRaw('/sdk.tgz', {}, 'HEAD');
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    for (const name of ['content-length', 'etag', 'content-type'])
      assert.equal(head.headers[name], headers[name], name);
  });

  test('a package of the SDK that is not built is 503 and says what to do, and the reference does not name it', async () => {
    const nobody = Object.assign(() => Promise.reject(new Error('nobody')), {
      findCached: () => undefined,
    });
    const app = createServer(instance.deps, nobody);
    const pages = registerSdk(app, 'http://localhost:8080', '0.0.0', () => undefined);
    try {
      // The request goes over TCP: the checks of slow clients need a real socket.
      const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/sdk.tgz`);
      assert.equal(response.status, 503);
      assert.match(
        await response.text(),
        /is not built\. `npm start` builds it\. Or run `npm run sdk`/,
      );
      assert.equal(pages.describe(), '');
    } finally {
      await app.close();
    }
  });

  test('the page of the reference may send requests to the instance and its identity provider only', async () => {
    const { headers, bytes } = await fetchRaw('/docs/');
    const policy = String(headers['content-security-policy']);
    const { BASE_URL, AUTH_URL } = instance.deps.config;
    assert.deepEqual(/connect-src ([^;]+)/.exec(policy)?.[1]?.split(' '), [
      "'self'",
      new URL(BASE_URL).origin,
      new URL(AUTH_URL).origin,
    ]);
    const page = bytes.toString();
    const inline = [...page.matchAll(/<script(?: type="text\/javascript")?>([^]*?)<\/script>/g)];
    assert.equal(inline.length, 2);
    for (const [, script = ''] of inline)
      assert.ok(policy.includes(hash('sha256', script, 'base64')), script);
    const [storage = -1, library = -1] = ['window.sessionStorage', 'js/scalar.js'].map((text) =>
      page.indexOf(text),
    );
    assert.ok(storage > 0 && storage < library, 'tokens stay in the tab');
  });

  test('the page that the identity provider returns to runs nothing and is not stored', async () => {
    const { status, headers, bytes } = await fetchRaw('/docs/callback?code=x&state=y');
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
    assert.doesNotMatch(bytes.toString(), /<script|code=x/);
  });

  test('openapi.json names the endpoints of the identity provider', async () => {
    const { components, paths } = JSON.parse((await fetchRaw('/openapi.json')).bytes.toString());
    const { flows } = components.securitySchemes.oauth2;
    const response = await fetch(
      `${instance.deps.config.AUTH_URL}/.well-known/openid-configuration`,
    );
    const metadata = (await response.json()) as Record<string, string>;
    assert.equal(flows.authorizationCode.authorizationUrl, metadata['authorization_endpoint']);
    for (const { tokenUrl } of [flows.authorizationCode, flows.clientCredentials])
      assert.equal(tokenUrl, metadata['token_endpoint']);
    assert.deepEqual(paths['/incidents'].get.security, [{ bearer: [] }, { oauth2: ['api'] }]);
  });

  test('the commands of the introduction obtain a token and read incidents', async () => {
    const { row, secret } = await instance.deps.db.transaction().execute((tx) =>
      registerClient(tx, systemContext(instance.deps, 'tests'), instance.deps.config, {
        name: 'Reader',
        roles: ['agent'],
      }),
    );
    const { info } = instance.app.swagger();
    const blocks = [...String(info.description).matchAll(/^```sh\n([^]*?)^```$/gm)];
    const commands = blocks
      .map(([, block = '']) => block)
      .join('')
      .replaceAll('YOUR_CLIENT', row.id)
      .replaceAll('YOUR_SECRET', secret)
      // The public address of the test's instance leads nowhere.
      .replaceAll(instance.deps.config.BASE_URL, instance.url)
      .replaceAll('curl "', 'curl -sfw "\\n" "');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands]);
    const [me, incidents] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([me.roles, incidents.data], [['agent'], []]);
  });

  test('every link of the introduction is below the guide of the instance', async () => {
    const { info } = JSON.parse((await fetchRaw('/openapi.json')).bytes.toString());
    const links = [...String(info.description).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    assert.ok(links.length >= 6, links.join(' '));
    const root = `${instance.deps.config.BASE_URL}/docs/guide/`;
    for (const link of links) assert.ok(link.startsWith(root), link);
  });

  test('openapi.json is the document generated from the routes, and says how to install the SDK', async () => {
    const { bytes: archive } = await fetchRaw('/sdk.tgz');
    const integrity = hash('sha512', archive, 'base64');
    const { bytes } = await fetchRaw('/openapi.json');
    const { info, ...document } = JSON.parse(bytes.toString());
    const { info: expected, ...generated } = JSON.parse(JSON.stringify(instance.app.swagger()));
    assert.deepEqual(document, generated);
    assert.ok(info.description.startsWith(expected.description));
    const addition = info.description.slice(expected.description.length);
    assert.deepEqual({ ...info, description: expected.description }, expected);
    assert.ok(addition.includes('\nnpm install https://desk.example.com/sdk.tgz\n'), addition);
    assert.ok(addition.includes(`\`sha512-${integrity}\``), addition);
  });
});
