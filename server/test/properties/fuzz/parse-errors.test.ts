import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../support/harness.ts';
import { checkResponse } from './expectations.ts';
import { until } from '../../support/processes.ts';
import { drawSeed, randomFrom } from '../../support/random.ts';
import { TOKEN, malformedInputs } from './parse-errors.ts';
import { bytesOf, Client, reproduction } from '../../support/wire.ts';

const RANDOM_REQUESTS = 300;
const good = bytesOf({ method: 'GET', target: '/livez', headers: [] });
const halfOpen = malformedInputs.filter(({ name }) => name === 'a word' || name === 'CONNECT');

const connectionsOf = ({ app }: Instance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('Input that is not HTTP', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  /** Uses a new connection each time: leftover bytes of one request must not start the next. */
  const responseTo = async (bytes: Buffer) => {
    const client = new Client(instance.url);
    const response = await client.send(bytes);
    client.close();
    return response;
  };
  const isServed = async () => assert.equal((await responseTo(good))?.status, 200);

  for (const { name, bytes, becomes } of malformedInputs) {
    test(`${name} gets ${becomes}, and the next caller is served`, async () => {
      const token = await instance.tokenFor('agent');
      const sent = typeof bytes === 'string' ? Buffer.from(bytes.replace(TOKEN, token)) : bytes;
      const response = await responseTo(sent);
      if (response) checkResponse(response, { method: 'GET', target: '', headers: [] });
      assert.equal(response?.status ?? 'closed', becomes, response?.text);
      await isServed();
    });
  }

  for (const { name, bytes } of halfOpen) {
    test(`a client that sends ${name} and stays connected is disconnected`, async () => {
      const sockets = Array.from({ length: 20 }, () => {
        const socket = connect({ port: Number(new URL(instance.url).port), allowHalfOpen: true });
        socket.on('error', () => {});
        socket.write(bytes);
        return socket;
      });
      try {
        await Promise.all(sockets.map((socket) => once(socket.resume(), 'end')));
        await until('all are closed', async () => (await connectionsOf(instance)) === 0);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      await isServed();
    });
  }

  test('a valid request with bytes changed at random gets a response or its connection is closed', async (t) => {
    const seed = drawSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    for (let made = 0; made < RANDOM_REQUESTS; made += 1) {
      const bytes = Buffer.from(good);
      for (let n = 0; n <= random.below(4); n += 1)
        bytes[random.below(bytes.length - 4)] = random.below(256);
      // The end of the headers is kept, so a response is always due at once.
      const response = await responseTo(bytes);
      try {
        if (response) checkResponse(response, { method: '', target: '', headers: [] });
      } catch (error) {
        assert.fail(
          `seed ${seed}: ${(error as Error).message}\n${reproduction(bytes, new URL(instance.url).port)}`,
        );
      }
    }
    await isServed();
  });
});
