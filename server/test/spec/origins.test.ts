import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { section } from './setup.ts';

const own = [
  'https://desk.example.com',
  'https://console.desk.example.com',
  'https://a.b.desk.example.com',
  'https://desk.example.com:8443',
  'https://desk.example.com:1',
  'https://desk.example.com:65535',
  'https://console.desk.example.com:3000',
  'https://x.desk.example.com',
  'https://0.desk.example.com',
  'https://a-b.desk.example.com',
  'https://a_b.desk.example.com',
  'https://xn--bcher-kva.desk.example.com',
  'https://desk.example.com.desk.example.com',
  'https://example.com.desk.example.com',
  'https://evil.com.desk.example.com',
  `https://${'a'.repeat(63)}.desk.example.com`,
  `https://${'a.'.repeat(60)}desk.example.com`,
];

/** These origins resemble ours, or write ours in ways that no browser uses. */
const foreign = [
  'null',
  '',
  '*',
  'desk.example.com',
  '//desk.example.com',
  'https:desk.example.com',
  ...['http', 'ftp', 'ws', 'file', 'data', 'HTTPS', 'chrome-extension', 'blob:https'].map(
    (scheme) => `${scheme}://desk.example.com`,
  ),
  ...[
    'example.com',
    'com',
    'evil.com',
    'xdesk.example.com',
    'x-desk.example.com',
    'desk.example.com.evil.com',
    'desk.example.comevil.com',
    'desk.example.co',
    'desk-example.com',
    'deskXexample.com',
    'evil.com.',
    'desk.example.com.',
    '.desk.example.com.evil.com',
    'evil.com#.desk.example.com',
    'evil.com?.desk.example.com',
    'evil.com/.desk.example.com',
    'evil.com\\.desk.example.com',
    'evil.com%2f.desk.example.com',
    'desk.example.com@evil.com',
    'evil.com:80@desk.example.com',
    'user@desk.example.com',
    'DESK.example.com',
    'desk.example.com/',
    'desk.example.com/path',
    'desk.example.com?x',
    'desk.example.com#x',
    'desk.example.com:443',
    'desk.example.com:',
    'desk.example.com:99999',
    'desk.example.com, https://evil.com',
    'desk.example.com https://evil.com',
    'desk。example。com',
    'dеsk.example.com',
    'desk.example.com:0443',
    'desk.example.com:+8443',
    'desk.example.com:-1',
    'desk.example.com:8443/',
    'desk.example.com:8443x',
    'desk.example.com:80:80',
    'desk.example.com..',
    'console.desk.example.com.',
    'console.desk.example.com/',
    'Console.desk.example.com',
    'console.desk.example.com.evil.com',
    'console.desk.example.org',
    'desk.example.com%00',
    'desk.example.com%00.evil.com',
    'desk.example.com%2eevil.com',
    'desk%2eexample.com',
    'desk.example.com;.evil.com',
    'desk.example.com&.evil.com',
    'desk.example.com`.evil.com',
    'desk.example.com!.evil.com',
    'desk.example.com_.evil.com',
    'desk.example.com,evil.com',
    'evil.com,desk.example.com',
    'evil.com:desk.example.com',
    'evil.com@evil.com@desk.example.com',
    ':@desk.example.com',
    '@desk.example.com',
    '*.desk.example.com',
    '*',
    '',
    ' desk.example.com',
    'desk.example.com\\',
    'desk.example.com\\evil.com',
    'desk.\u0435xample.com',
    'desk.example.c\u03bfm',
    'desk\uff0eexample.com',
    'desk.example\u00adx.com',
    'xn--dsk-5cd.example.com',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'localhost',
    '127.0.0.1',
    '[::1]',
  ].map((host) => `https://${host}`),
];

section('Origins and security headers', (instance) => {
  /** Not all of them can be sent: a header has no line breaks and no characters beyond Latin-1. */
  const send = (method: string, path: string, headers: Record<string, string>) =>
    instance.call(method, path, { headers });
  const sendable = (origin: string) => Buffer.from(origin).toString('latin1');

  test('an origin of the own domain is allowed with the exposed headers, and Vary is always set', async () => {
    for (const origin of own) {
      const { headers } = await send('GET', '/incidents?limit=1', { origin });
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(headers.get('vary'), 'Origin');
      const exposed = headers.get('access-control-expose-headers') ?? '';
      for (const name of ['X-RateLimit-Remaining', 'X-Request-Id', 'ETag', 'Link', 'Retry-After'])
        assert.ok(exposed.includes(name), name);
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
    const { headers } = await instance.call('GET', '/incidents?limit=1');
    assert.equal(headers.get('vary'), 'Origin');
  });

  test('no other origin is allowed, however similar it is', async () => {
    for (const origin of foreign) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers, status } = await send(method, '/incidents', {
          origin: sendable(origin),
          'access-control-request-method': 'GET',
        });
        assert.equal(headers.get('access-control-allow-origin'), null, origin);
        assert.equal(headers.get('vary'), 'Origin', origin);
        assert.equal(status, method === 'GET' ? 200 : 405, origin);
      }
    }
  });

  test('a preflight from the own domain lists the methods of the path without a token', async () => {
    const { status, headers, text } = await instance.call('OPTIONS', '/incidents', {
      as: null,
      headers: {
        origin: 'https://console.desk.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, HEAD');
    assert.match(
      headers.get('access-control-allow-headers') ?? '',
      /Authorization.*Idempotency-Key/,
    );
    const plain = await instance.call('OPTIONS', '/incidents', {
      headers: { origin: own[0] ?? '' },
    });
    assert.equal(plain.status, 405);
    const unknown = await instance.call('OPTIONS', '/nothing', {
      headers: { origin: own[0] ?? '', 'access-control-request-method': 'GET' },
    });
    assert.equal(unknown.status, 404);
  });

  test('errors can be read by an origin of the own domain', async () => {
    const { status, headers } = await instance.call('GET', '/nothing', {
      as: null,
      headers: { origin: own[0] ?? '' },
    });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [404, own[0]]);
  });

  test('every response forbids sniffing, framing, referrers and plain HTTP', async () => {
    const expected = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-site',
      'strict-transport-security': 'max-age=63072000',
    };
    for (const path of [
      `${instance.prefix}/incidents`,
      '/nothing',
      '/livez',
      '/%',
      '/docs/',
      '/openapi.json',
    ]) {
      const { headers } = await fetch(instance.running.url + path);
      for (const [name, value] of Object.entries(expected))
        assert.equal(headers.get(name), value, `${path} ${name}`);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/, path);
    }
  });

  test('the policy of the API reference allows its own scripts by their hashes and no others', async () => {
    const response = await fetch(`${instance.running.url}/docs/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const scripts = [...(await response.text()).matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
      .map(([, script = '']) => script)
      .filter((script) => script !== '');
    assert.ok(scripts.length > 0);
    for (const script of scripts)
      assert.ok(policy.includes(createHash('sha256').update(script).digest('base64')));
    const [, scriptSources = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
    assert.doesNotMatch(scriptSources, /unsafe|https?:|\*/);
  });
});
