// An instance works behind an HTTP proxy as its only way out, with partners whose certificates are of a private
// authority.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import { pino } from 'pino';
import { verifyMailServer } from '../src/notifications/index.ts';
import { Valkey } from '../src/platform/limits/valkey.ts';
import { type ConnectProxy, startConnectProxy } from './support/connect-proxy.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { startMailbox } from './support/mailboxes.ts';
import { until } from './support/processes.ts';
import { makeAuthority, type Receiver, startReceiver } from './support/receivers.ts';

/** The address is literal, so that no name has to be resolved outside this machine. */
const OUTSIDE = '93.184.216.34';

describe('The network of a company', () => {
  const { caFile, key, cert } = makeAuthority(`IP:${OUTSIDE},DNS:localhost`);
  let proxy: ConnectProxy;
  let outside: Receiver;
  let instance: Instance;
  before(async () => {
    proxy = await startConnectProxy();
    outside = await startReceiver(undefined, { key, cert });
    proxy.routes.set(`${OUTSIDE}:443`, Number(new URL(outside.url).port));
    instance = await startInstance({
      worker: true,
      env: {
        CA_FILE: caFile,
        EGRESS_PROXY: proxy.url,
        OIDC_JWKS_URL: `https://${OUTSIDE}/jwks`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `https://${OUTSIDE}`,
        AI_PROVIDER: 'openai-compatible',
        AI_MODELS: 'model-3-haiku=small,model-3-sonnet=medium,model-3-opus=large',
        AI_BASE_URL: `https://${OUTSIDE}/v1`,
      },
    });
    const jwks = await fetch(`${instance.deps.config.AUTH_URL}/jwks`);
    const keys = await jwks.text();
    const statuses: Record<string, number> = { '/v1/chat/completions': 403 };
    outside.respond = ({ path }, response) =>
      response.writeHead(statuses[path] ?? 200).end(path === '/jwks' ? keys : '{}');
  });
  after(async () => {
    await instance.stop();
    await outside.close();
    await proxy.close();
  });

  test('keys, webhooks, models, token endpoints and traces use the proxy, and no forbidden address is requested from it', async () => {
    const subscribe = (url: string) =>
      instance.call('POST', '/webhooks/outbound', {
        body: { name: 'x', url, events: ['incident.created'] },
      });
    assert.equal((await subscribe(`https://${OUTSIDE}/hook`)).status, 201);
    for (const url of ['https://169.254.169.254/', outside.url, 'https://10.0.0.1/'])
      assert.equal((await subscribe(url)).status, 400, url);
    // This webhook was saved before the current rules for addresses.
    const [inner] = await instance.sql(
      `update outbound_webhooks set url = 'https://127.0.0.1/hook' returning id`,
    );
    assert.ok(inner);
    assert.equal((await subscribe(`https://${OUTSIDE}/hook`)).status, 201);
    await instance.call('POST', '/incidents', { body: { short_description: 'Out' } });
    await instance.call('POST', '/ai/query', { body: { query: 'Which incidents are open?' } });
    const tokenUrl = `https://${OUTSIDE}/token`;
    const grant = { tokenUrl, clientId: 'desk', clientSecret: 'x', scope: '' };
    await assert.rejects(instance.deps.clientTokens.get(grant), /sent no bearer token/);
    const pathsReceived = () => new Set(outside.received.map(({ path }) => path));
    const expected = ['/hook', '/jwks', '/token', '/v1/chat/completions'];
    await until('each was requested', () => expected.every((path) => pathsReceived().has(path)));
    const refused = await until('the other delivery has failed', async () => {
      const rows = await instance.sql(`select error from attempts where error is not null`);
      return rows[0];
    });
    assert.match(refused.error, /127\.0\.0\.1 is not a public address/);
    await instance.deps.tracer.close();
    assert.ok(pathsReceived().has('/v1/traces'));
    assert.deepEqual([...new Set(proxy.asked)], [`${OUTSIDE}:443`]);
  });

  test('CA_FILE is trusted for mail, Valkey and PostgreSQL', async (context) => {
    const mailbox = await startMailbox({ key, cert });
    const SMTP_URL = mailbox.url.replace('smtp://127.0.0.1', 'smtps://localhost');
    context.after(() => mailbox.stop());
    const { deps } = instance;
    const config = { ...deps.config, SMTP_URL };
    assert.equal(await verifyMailServer({ ...deps, config }), undefined);

    const clients: Record<string, (port: number) => Promise<unknown>> = {
      valkey: async (port) => {
        const valkey = new Valkey(() => `rediss://localhost:${port}`, pino({ level: 'silent' }));
        await valkey.check();
        valkey.close();
      },
      postgresql: (port) =>
        new pg.Client(`postgres://u:p@localhost:${port}/db?sslmode=verify-full`).connect(),
    };
    for (const [name, connect] of Object.entries(clients)) {
      // A client that rejects the certificate sends nothing after the handshake.
      const sent = Promise.withResolvers<void>();
      const server = createServer((socket) => {
        const secure = () => {
          const secured = new TLSSocket(socket, {
            isServer: true,
            secureContext: createSecureContext({ key, cert }),
          });
          secured.on('error', sent.reject).once('end', () => sent.reject(new Error('ended')));
          secured.once('data', () => {
            sent.resolve();
            socket.destroy();
          });
        };
        if (name === 'valkey') secure();
        else
          socket.once('data', () => {
            socket.write('S');
            secure();
          });
      }).listen(0, 'localhost');
      context.after(() => server.close());
      await once(server, 'listening');
      const connecting = connect((server.address() as AddressInfo).port).catch(() => {});
      await sent.promise;
      await connecting;
    }
  });
});
