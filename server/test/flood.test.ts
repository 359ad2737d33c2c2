// An address that floods the service with bad tokens still gets its valid requests served.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { TestClock } from './spec/setup.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { until } from './support/processes.ts';

const PATH = '/prod/api/v1/incidents?limit=1';
const BAD = 'GET /prod/api/v1/incidents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer bad\r\n';

/** Imitates the system, which reports no address for a connection that was reset. */
const forgetAddress = (accepted: Socket): unknown =>
  Object.defineProperty(accepted, 'remoteAddress', { value: undefined });

describe('A flood of bad tokens', () => {
  let instance: Instance;
  let good: string;
  before(async () => {
    // Time stands still: the bucket of the address stays empty once it is.
    const clock = new TestClock();
    instance = await startInstance({
      now: () => clock.now,
      env: { RATE_LIMITS: 'general=1000,address=1,address.burst=5' },
    });
    good = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await instance.tokenFor('agent')}\r\n`;
    assert.match(await exchange([`${good}\r\n`]), /^HTTP\/1\.1 200/);
    for (let n = 0; n < 5; n += 1) assert.match(await exchange([`${BAD}\r\n`]), /^HTTP\/1\.1 401/);
  });
  after(() => instance.stop());

  /** Opens a connection and returns both ends of it. */
  const open = async (): Promise<{ socket: Socket; accepted: Socket }> => {
    const accepting = once(instance.app.server, 'connection');
    const socket = connect(Number(new URL(instance.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const [accepted] = (await accepting) as [Socket];
    return { socket, accepted };
  };

  /**
   * Sends each part when the one before was read. Returns the bytes received until the server closed the connection or,
   * if it stays open, until the responses were complete.
   */
  const exchange = async (parts: string[], responses = 1): Promise<string> => {
    const { socket, accepted } = await open();
    let received = '';
    const over = new Promise<string>((resolve) => {
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        const whole = received.match(/\r\n\r\n[[{]/g) ?? [];
        const isPersistent = !received.includes('\r\nconnection: close\r\n');
        if (isPersistent && whole.length >= responses) resolve(received);
      });
      socket.on('close', () => resolve(received));
    });
    let sent = 0;
    for (const part of parts) {
      socket.write(part);
      sent += part.length;
      // A refused upload is not read to its end.
      if (parts.length > 1) await until('the part is read', () => accepted.bytesRead >= sent);
    }
    return over.finally(() => socket.destroy());
  };

  test('a request with a bad token gets the 429 of the contract, and its connection is closed', async () => {
    const received = await exchange([`${BAD}X-Request-Id: not-ours-to-keep\r\n\r\n`]);
    assert.match(received, /^HTTP\/1\.1 429 Too Many Requests\r\n/);
    assert.match(received, /\r\nretry-after: [1-9]\d*\r\n/);
    assert.match(
      received,
      /\r\nx-ratelimit-limit: 5\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset: \d+\r\n/,
    );
    assert.match(received, /\r\nconnection: close\r\n/);
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n')));
    assert.equal(body.code, 'rate_limited');
    assert.equal(body.instance, '/prod/api/v1/incidents');
    assert.match(received, new RegExp(`\\r\\nx-request-id: ${body.request_id}\\r\\n`));
  });

  test('a known token is served from the same address, whether its requests arrive whole, in pieces or pipelined', async () => {
    assert.match(await exchange([`${good}\r\n`]), /^HTTP\/1\.1 200/);
    assert.match(await exchange([good.slice(0, 30), good.slice(30), '\r\n']), /^HTTP\/1\.1 200/);
    const both = await exchange([`${good}\r\n${good}\r\n`], 2);
    assert.equal(both.match(/HTTP\/1\.1 200/g)?.length, 2);
    const mixed = await exchange([`${good}\r\n${BAD}\r\n`], 2);
    assert.deepEqual(mixed.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 429']);
  });

  test('an absolute URL in the request line does not bypass the refusal', async () => {
    const received = await exchange([`${BAD.replace('/prod', 'http://x/prod')}\r\n`]);
    assert.match(received, /^HTTP\/1\.1 429[^]*"instance":"\/prod\/api\/v1\/incidents"/);
    assert.match(received, /\r\nconnection: close\r\n/);
  });

  test('only the first of many pipelined bad requests gets a response, and the rest are not read', async () => {
    const received = await exchange([`${BAD}\r\n`.repeat(50)], 2);
    assert.equal(received.match(/HTTP\/1\.1 \d+/g)?.length, 1);
  });

  test('an upload gets its 429 before its body has been received', async () => {
    const head = BAD.replace('GET', 'POST');
    const received = await exchange([
      `${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(200_000)}`,
    ]);
    assert.match(received, /^HTTP\/1\.1 429/);
  });

  test('probes, HEAD requests and a connection that stays open are served as without a flood', async () => {
    assert.match(await exchange(['GET /livez HTTP/1.1\r\nHost: x\r\n\r\n']), /^HTTP\/1\.1 200/);
    assert.match(
      await exchange([`${BAD.replace('GET', 'HEAD')}\r\n`]),
      /^HTTP\/1\.1 429[^]*\r\n\r\n$/,
    );
    const { socket } = await open();
    socket.write(`${good}\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(bytes.toString(), /^HTTP\/1\.1 200/);
  });

  test('a connection whose address is gone after a reset causes no error', async () => {
    const { socket, accepted } = await open();
    forgetAddress(accepted);
    socket.write(`${good}\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(bytes.toString(), /^HTTP\/1\.1 200/);
  });
});

test('an address charged for new valid tokens is refunded even if its connections were reset meanwhile', async (t) => {
  const clock = new TestClock();
  const instance = await startInstance({
    now: () => clock.now,
    env: { RATE_LIMITS: 'general=1000,address=1,address.burst=2' },
  });
  t.after(() => instance.stop());
  // The address is charged within the event; the token is verified later.
  instance.app.server.on('request', ({ socket }) => forgetAddress(socket));
  for (const sub of ['ada', 'ben', 'cleo', 'dan']) {
    const token = await instance.mint({ sub, gen: 0, roles: ['agent'] });
    const headers = { connection: 'close' };
    assert.equal((await instance.call('GET', '/me', { token, headers })).status, 200);
  }
});
