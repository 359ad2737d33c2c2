import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/processes.ts';
import {
  respondWith,
  authority,
  type Receiver,
  startReceiver,
} from '../../../test/support/receivers.ts';
import { isPublicAddress, readAllowed } from './address-ranges.ts';
import { createEgress, type Egress, RefusedAddress } from './egress.ts';

const PRIVATE = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 ::7f00:1
  ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:10::1
  2001:20::1 2001:db8::1 2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd12::1 fe80::1
  fec0::1 ff02::1
`
  .trim()
  .split(/\s+/);
const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450::1'];

/** URLs can spell addresses that are not public in other ways. */
const SPELLINGS = `
  https://2130706433/ https://0x7f000001/ https://0177.0.0.1/ https://127.1/ https://0/
  https://127.0.0.1./ https://[::1]/ https://[::ffff:7f00:1]/ https://[0:0:0:0:0:0:0:1]/
  https://[::ffff:169.254.169.254]/ https://[64:ff9b::a9fe:a9fe]/ https://①②⑦.⓪.⓪.①/
`
  .trim()
  .split(/\s+/);

/** An attempt that is not bounded would never end. */
const BOUNDED = { timeout: 60_000 };

describe('Egress', () => {
  let receiver: Receiver;
  let port: string;
  before(async () => {
    receiver = await startReceiver();
    port = new URL(receiver.url).port;
  });
  after(() => receiver.close());

  const post = (egress: Egress, url: string, timeoutMs = 60_000) =>
    egress.post({ url, headers: {}, body: Buffer.from('{}'), timeoutMs });

  const withEgress = async (
    options: Partial<Parameters<typeof createEgress>[0]>,
    work: (egress: Egress) => Promise<unknown>,
  ) => {
    const egress = createEgress({
      allowed: readAllowed(''),
      caFile: authority().caFile,
      ...options,
    });
    await work(egress).finally(() => egress.close());
  };

  test('addresses in special ranges are not public, and all others are', () => {
    for (const address of PRIVATE) assert.equal(isPublicAddress(address), false, address);
    for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
  });

  test('no spelling of an address that is not public is connected to', () =>
    withEgress({}, async (egress) => {
      for (const address of PRIVATE) {
        const host = address.includes(':') ? `[${address}]` : address;
        await assert.rejects(post(egress, `https://${host}:${port}/`), RefusedAddress, address);
        await assert.rejects(egress.check(`https://${host}/`), RefusedAddress, address);
      }
      for (const url of SPELLINGS) {
        await assert.rejects(egress.check(url), RefusedAddress, url);
        await assert.rejects(post(egress, url.replace(/\/$/, `:${port}/`)), RefusedAddress, url);
      }
      assert.equal(receiver.received.length, 0);
    }));

  test('a name is refused if it resolves to a private address when the connection is made', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const resolve = async () => addresses;
      await withEgress({ resolve }, async (egress) => {
        await assert.rejects(post(egress, `https://evil.example:${port}/`), RefusedAddress);
        await assert.rejects(egress.check('https://evil.example/'), RefusedAddress);
      });
    }
    let lookups = 0;
    const rebinding = async () => [(lookups += 1) === 1 ? '93.184.216.34' : '127.0.0.1'];
    await withEgress({ resolve: rebinding }, async (egress) => {
      await egress.check('https://evil.example/');
      for (let n = 0; n < 50; n += 1)
        await assert.rejects(post(egress, `https://evil.example:${port}/`), RefusedAddress);
    });
    assert.equal(receiver.received.length, 0);
  });

  test('an operator can allow host names, addresses and ranges', async () => {
    const assertReachable = async (allow: string, host: string) =>
      withEgress({ allowed: readAllowed(allow) }, async (egress) => {
        const { status } = await post(egress, `https://${host}:${port}/`);
        assert.equal(status, 204);
      });
    await assertReachable('localhost', 'localhost');
    await assert.rejects(assertReachable('10.0.0.0/8', 'localhost'), RefusedAddress);
    await assertReachable('127.0.0.1', '127.0.0.1');
    await assertReachable('10.0.0.0/8, 127.0.0.0/8', '127.0.0.1');
    await assert.rejects(assertReachable('10.0.0.0/8', '127.0.0.1'), RefusedAddress);
    for (const bad of ['10.0.0.0/99', 'http://x', '*']) assert.throws(() => readAllowed(bad), bad);
  });

  test(
    'one timeout covers the whole attempt, even a response that trickles in',
    BOUNDED,
    async () => {
      const clock = new ManualClock();
      await withEgress({ allowed: readAllowed('localhost'), clock }, async (egress) => {
        const responding = Promise.withResolvers<ServerResponse>();
        receiver.respond = (_, response) => responding.resolve(response.writeHead(200));
        const attempt = assert.rejects(post(egress, receiver.url, 400), { name: 'TimeoutError' });
        const response = await responding.promise;
        for (let ms = 0; ms < 400; ms += 100) {
          assert.deepEqual(clock.waiting, [400 - ms]);
          await new Promise((written) => response.write('x', written));
          clock.advance(100);
        }
        await attempt;
      });
    },
  );

  test(
    'an attempt without a TLS handshake times out, and the next one succeeds',
    BOUNDED,
    async () => {
      const clock = new ManualClock();
      const sockets: Socket[] = [];
      const gate = createServer((near) => {
        sockets.push(near.on('error', () => {}));
        if (sockets.length === 1) near.resume();
        else near.pipe(connect(Number(port), '127.0.0.1')).pipe(near);
      });
      await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
      const url = `https://localhost:${(gate.address() as AddressInfo).port}/`;
      receiver.respond = respondWith(204);
      const options = { allowed: readAllowed('localhost'), connectWithinMs: 600, clock };
      await withEgress(options, async (egress) => {
        const attempt = assert.rejects(post(egress, url, 300), { name: 'TimeoutError' });
        const first = await until('it is connected', () => sockets[0]);
        clock.advance(300);
        await attempt;
        // Until then, new requests wait for the connection that is being made.
        if (!first.closed) await once(first, 'close');
        assert.equal((await post(egress, url)).status, 204);
      });
      for (const socket of sockets) socket.destroy();
      gate.close();
    },
  );
});
