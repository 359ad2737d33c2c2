// A login at a malicious instance starts no program and sends nothing elsewhere.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { authorize, discover, renew } from './oauth.ts';

describe('Discovery of the identity provider', () => {
  let url = '';
  let documents: Record<string, object | string> = {};
  let forms: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (request.method === 'POST') forms.push(Object.fromEntries(new URLSearchParams(body)));
    const found = documents[request.url ?? ''];
    // A text is the address of a redirect.
    if (typeof found === 'string') response.writeHead(307, { location: found }).end();
    else response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}));
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const serve = (provider: object, issuer = url, resource: string | undefined = url): void => {
    documents = {
      '/.well-known/oauth-protected-resource': { resource, authorization_servers: [issuer] },
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        revocation_endpoint: `${url}/revoke`,
        ...provider,
      },
    };
  };

  test('endpoints on this machine may lack TLS', async () => {
    serve({});
    assert.deepEqual(await discover(url), {
      resource: url,
      authorizationEndpoint: `${url}/authorize`,
      tokenEndpoint: `${url}/token`,
      revocationEndpoint: `${url}/revoke`,
    });
  });

  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint'])
    for (const address of [
      'file:///C:/Windows/System32/calc.exe',
      'ms-msdt:/id PCWDiagnostic',
      'javascript:alert(1)',
      '\\\\share\\program.exe',
      'http://provider.example/authorize',
    ])
      test(`the ${endpoint} ${address} is refused`, async () => {
        serve({ [endpoint]: address });
        await assert.rejects(discover(url), /names an endpoint that is not an HTTPS address/);
      });

  test('an identity provider with another scheme is refused', async () => {
    serve({}, 'file:///etc');
    await assert.rejects(discover(url), /not an HTTPS address/);
  });

  test('a document of another identity provider is refused', async () => {
    serve({ issuer: 'https://login.example.com' });
    await assert.rejects(discover(url), /gives its address as https:\/\/login\.example\.com/);
  });

  for (const resource of ['https://desk.example.com', 'http://127.0.0.1:1', 'nothing', ''])
    test(`an instance that gives its address as "${resource}" is not asked for a login`, async () => {
      serve({}, url, resource);
      await assert.rejects(
        discover(url),
        /The instance at http:\S+ gives its address as (https?:|nothing)/,
      );
    });

  test('tokens are requested for the instance that was asked for, also with another spelling of it', async () => {
    serve({}, url, `${url.replace('http:', 'HTTP:')}/`);
    documents['/token'] = { access_token: 'a', refresh_token: 'r' };
    forms = [];
    const provider = await discover(url);
    const { url: address, exchange } = authorize(provider, 'http://127.0.0.1:1/callback');
    assert.equal(new URL(address).searchParams.get('resource'), url);
    await exchange('code');
    await renew(provider, 'r');
    assert.deepEqual(
      forms.map(({ grant_type, resource }) => [grant_type, resource]),
      [
        ['authorization_code', url],
        ['refresh_token', url],
      ],
    );
  });

  test('a refresh token is not carried along by a redirect', async (t) => {
    let received = '';
    const other = createServer((request, response) => {
      request.on('data', (part: Buffer) => (received += part.toString()));
      request.on('end', () => response.end(JSON.stringify({ access_token: 'stolen' })));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    documents = { '/token': `http://127.0.0.1:${port}/token` };
    await assert.rejects(
      renew({ tokenEndpoint: `${url}/token`, resource: url }, 'refresh-secret'),
      /refused the login/,
    );
    assert.equal(received, '');
  });
});
