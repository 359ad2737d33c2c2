import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { issuerOrigins } from './issuer-origins.ts';

describe('Origins of the identity provider', () => {
  let server: Server;
  let issuer = '';
  let fetches = 0;
  let respond: () => [status: number, body: string] = () => [200, '{}'];
  before(async () => {
    server = createServer((_request, response) => {
      fetches += 1;
      const [status, body] = respond();
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const documentOf = (endpoints: Record<string, unknown>) => () =>
    [200, JSON.stringify(endpoints)] as [number, string];

  test('the origins include those of the endpoints, and none that is not https', async () => {
    respond = documentOf({
      token_endpoint: 'https://login.example.net/oauth2/token',
      revocation_endpoint: 'http://plain.example.net/revoke',
      userinfo_endpoint: 'javascript:alert(1)',
      authorization_endpoint: 'https://pages.example.net/authorize',
    });
    const origins = issuerOrigins({ issuer, isForeign: true, now: () => 0 });
    assert.deepEqual(await origins(), [issuer, 'https://login.example.net']);
  });

  test('the discovery document is read once for many pages, again after ten minutes, and its origins outlast a failure', async () => {
    let now = 0;
    const failures: unknown[] = [];
    const origins = issuerOrigins({
      issuer,
      isForeign: true,
      now: () => now,
      onFailure: (error) => failures.push(error),
    });
    respond = () => [503, ''];
    assert.deepEqual(await origins(), [issuer], 'the page is served without the document');
    assert.equal(failures.length, 1);
    const earlier = fetches;
    await Promise.all([origins(), origins()]);
    assert.equal(fetches, earlier, 'a failure is not repeated at once');
    now += 30_000;
    respond = documentOf({ token_endpoint: 'https://login.example.net/token' });
    await Promise.all([origins(), origins()]);
    assert.equal(fetches, earlier + 1);
    now += 600_000;
    respond = () => [200, 'no JSON'];
    assert.deepEqual(await origins(), [issuer, 'https://login.example.net']);
  });

  test('the origin of the built-in provider is known without a discovery document', async () => {
    const earlier = fetches;
    const origins = issuerOrigins({ issuer, isForeign: false, now: () => 0 });
    assert.deepEqual(await origins(), [issuer]);
    assert.equal(fetches, earlier);
  });
});
