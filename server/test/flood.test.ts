// Requests that an address may still make while it floods: valid ones are served as if there were no flood.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instance, startInstance } from './support/harness.ts';

const PATH = '/prod/api/v1/incidents?limit=1';
const BAD = 'GET /prod/api/v1/incidents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer bad\r\n';

describe('A flood of bad tokens', () => {
  let instance: Instance;
  let good: string;
  before(async () => {
    instance = await startInstance({
      env: { RATE_LIMITS: 'general=1000,address=1,address.burst=5' },
    });
    good = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await instance.tokenFor('agent')}\r\n`;
    assert.match(await exchange([`${good}\r\n`]), /^HTTP\/1\.1 200/);
  });
  after(() => instance.stop());

  /** Sends the parts with pauses, and returns the bytes received until the server closed or the responses were complete. */
  const exchange = (parts: string[], responses = 1): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(instance.url).port), '127.0.0.1');
      let received = '';
      const end = () => {
        socket.destroy();
        resolve(received);
      };
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        const whole = received.match(/\r\n\r\n[[{]/g) ?? [];
        // The response to a HEAD has no body; waiting for the connection to close would let the bucket refill.
        const isHeadOnly = responses < 1 && received.endsWith('\r\n\r\n');
        if (whole.length >= responses || isHeadOnly) setTimeout(end, 20);
      });
      socket.on('error', () => {}).on('close', end);
      // A response without a body leaves the connection open once the bucket has a token again.
      setTimeout(end, 2000);
      const send = async () => {
        for (const part of parts) {
          socket.write(part);
          await sleep(30);
        }
      };
      void send();
    });

  const drain = async () => {
    for (let n = 0; n < 8; n += 1) await exchange([`${BAD}\r\n`]);
  };

  /** Retries until refused: the bucket regains one token a second meanwhile. */
  const exchangeUntilRefused = async (parts: string[], responses = 1): Promise<string> => {
    for (let tries = 0; tries < 5; tries += 1) {
      const received = await exchange(parts, responses);
      if (received.includes('HTTP/1.1 429')) return received;
    }
    return 'not refused';
  };

  test('it is notified in the contract’s words, and its connection ends', async () => {
    await drain();
    const received = await exchangeUntilRefused([`${BAD}X-Request-Id: not-ours-to-keep\r\n\r\n`]);
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

  test('anyone who is known is served from the same address: at once, in pieces, several in one go', async () => {
    await drain();
    assert.match(await exchange([`${good}\r\n`]), /^HTTP\/1\.1 200/);
    assert.match(await exchange([good.slice(0, 30), good.slice(30), '\r\n']), /^HTTP\/1\.1 200/);
    const both = await exchange([`${good}\r\n${good}\r\n`], 2);
    assert.equal(both.match(/HTTP\/1\.1 200/g)?.length, 2);
    await drain();
    const mixed = await exchangeUntilRefused([`${good}\r\n${BAD}\r\n`], 2);
    assert.deepEqual(mixed.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 429']);
  });

  test('the whole url in the request line is no way around', async () => {
    await drain();
    const received = await exchangeUntilRefused([`${BAD.replace('/prod', 'http://x/prod')}\r\n`]);
    assert.match(received, /^HTTP\/1\.1 429[^]*"instance":"\/prod\/api\/v1\/incidents"/);
    assert.match(received, /\r\nconnection: close\r\n/);
  });

  test('of many bad ones sent in one go the first gets a response and the rest are not read', async () => {
    await drain();
    const received = await exchange([`${BAD}\r\n`.repeat(50)], 2);
    assert.equal(received.match(/HTTP\/1\.1 \d+/g)?.length, 1);
  });

  test('an upload is refused in words before it has come', async () => {
    await drain();
    const head = BAD.replace('GET', 'POST');
    const received = await exchangeUntilRefused([
      `${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(200_000)}`,
    ]);
    assert.match(received, /^HTTP\/1\.1 429/);
  });

  test('a probe, a HEAD and a silent connection are left to the parser', async () => {
    await drain();
    assert.match(await exchange(['GET /livez HTTP/1.1\r\nHost: x\r\n\r\n']), /^HTTP\/1\.1 200/);
    assert.match(
      await exchangeUntilRefused([`${BAD.replace('GET', 'HEAD')}\r\n`], 0.5),
      /^HTTP\/1\.1 429[^]*\r\n\r\n$/,
    );
    const late = new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(instance.url).port), '127.0.0.1');
      socket.once('data', (bytes) => {
        socket.destroy();
        resolve(bytes.toString());
      });
      setTimeout(() => socket.write(`${good}\r\n`), 1300);
    });
    assert.match(await late, /^HTTP\/1\.1 200/);
  });
});
