import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type ConnectProxy, startConnectProxy } from '../../../test/support/connect-proxy.ts';
import { makeAuthority, type Receiver, startReceiver } from '../../../test/support/receivers.ts';
import { readAllowed } from './address-ranges.ts';
import { createEgress, type Egress, type EgressOptions, RefusedAddress } from './egress.ts';

const PUBLIC = '93.184.216.34';
const PUBLIC_6 = '2606:4700::1111';

describe('Egress through a proxy', () => {
  const { caFile, ...keys } = makeAuthority('DNS:hook.example.com,DNS:inner.example.com');
  let proxy: ConnectProxy;
  let receiver: Receiver;
  let port: number;
  before(async () => {
    proxy = await startConnectProxy();
    receiver = await startReceiver(undefined, keys);
    port = Number(new URL(receiver.url).port);
  });
  beforeEach(() => {
    proxy.asked.length = 0;
    receiver.received.length = 0;
    proxy.routes = new Map([[`${PUBLIC}:443`, port]]);
  });
  after(async () => {
    await receiver.close();
    await proxy.close();
  });

  const post = (egress: Egress, url: string) =>
    egress.post({ url, headers: {}, body: Buffer.from('{}'), timeoutMs: 60_000 });

  const withEgress = async (
    options: Partial<EgressOptions>,
    work: (egress: Egress) => Promise<unknown>,
  ) => {
    const egress = createEgress({
      allowed: readAllowed(''),
      caFile,
      proxy: proxy.url,
      resolve: async () => [PUBLIC],
      ...options,
    });
    await work(egress).finally(() => egress.close());
  };

  test('the proxy is asked for the address that was checked; name and certificate stay those of the host', async () => {
    const url = proxy.url.replace('//', '//us%40er:p%3Ass@');
    await withEgress({ proxy: url }, async (egress) => {
      const { status } = await post(egress, 'https://hook.example.com/in');
      assert.equal(status, 204);
      await assert.rejects(post(egress, 'https://other.example.com/'), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    });
    assert.deepEqual(proxy.asked, [`${PUBLIC}:443`, `${PUBLIC}:443`]);
    assert.equal(receiver.received[0]?.headers.host, 'hook.example.com');
    const credentials = Buffer.from('us@er:p:ss').toString('base64');
    assert.equal(proxy.authorization, `Basic ${credentials}`);
  });

  test('the proxy is never asked for a forbidden address, by name or literally', async () => {
    for (const addresses of [['127.0.0.1'], [PUBLIC, '10.0.0.1'], ['::ffff:169.254.169.254']]) {
      await withEgress({ resolve: async () => addresses }, (egress) =>
        assert.rejects(post(egress, 'https://hook.example.com/'), RefusedAddress),
      );
    }
    await withEgress({}, async (egress) => {
      for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '2130706433', 'localhost']) {
        await assert.rejects(post(egress, `https://${host}:${port}/`), RefusedAddress, host);
        await assert.rejects(egress.fetch(`https://${host}:${port}/`), host);
      }
    });
    assert.deepEqual([proxy.asked, receiver.received], [[], []]);
  });

  test('the proxy is not asked for hosts and networks of the operator', async () => {
    const inner = `https://inner.example.com:${port}/`;
    const options = { resolve: async () => ['127.0.0.1'], allowed: readAllowed('127.0.0.0/8') };
    await withEgress(options, async (egress) => {
      assert.equal((await post(egress, inner)).status, 204);
    });
    const collector = createServer((_, response) => response.end('taken')).listen(0, '127.0.0.1');
    await new Promise((resolve) => collector.once('listening', resolve));
    await withEgress({}, async (egress) => {
      const at = `http://localhost:${(collector.address() as AddressInfo).port}/`;
      assert.equal(await (await egress.operatorFetch(at)).text(), 'taken');
    });
    collector.close();
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(proxy.asked, []);
  });

  test('the proxy gets requests to addresses that the operator configured, and may resolve their names', async () => {
    const unknown = async (): Promise<string[]> => {
      throw new Error('unknown name');
    };
    const outside = [
      { resolveConfigured: async () => [PUBLIC], target: `${PUBLIC}:443` },
      { resolveConfigured: unknown, target: 'hook.example.com:443' },
    ];
    for (const { resolveConfigured, target } of outside) {
      proxy.routes.set(target, port);
      await withEgress({ resolveConfigured }, async (egress) => {
        const response = await egress.operatorFetch('https://hook.example.com/jwks');
        assert.equal(response.status, 204);
      });
      assert.equal(proxy.asked.at(-1), target);
    }
  });

  test('the proxy is tried with the next address, and the error of its refusal hides its URL', async () => {
    const resolve = async () => [PUBLIC_6, PUBLIC];
    await withEgress({ resolve }, async (egress) => {
      assert.equal((await post(egress, 'https://hook.example.com/')).status, 204);
      await assert.rejects(post(egress, 'https://hook.example.com:8443/'), {
        code: 'PROXY_FAILED',
        message: `The proxy that EGRESS_PROXY names opened no connection to ${PUBLIC}:8443: it responded 403 Forbidden.`,
      });
    });
    assert.equal(proxy.asked[0], `[${PUBLIC_6}]:443`);
    await withEgress({ proxy: 'http://user:hush-hush@127.0.0.1:1' }, (egress) =>
      assert.rejects(post(egress, 'https://hook.example.com/'), ({ message }: Error) => {
        assert.match(message, /ECONNREFUSED/);
        assert.doesNotMatch(message, /hush-hush/);
        return true;
      }),
    );
  });
});
