import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstance } from '../../support/harness.ts';
import { entryPointRequests } from './entry-points.ts';
import { checkResponse } from './expectations.ts';
import { drawSeed, randomFrom } from '../../support/random.ts';
import { bytesOf, Client, reproduction } from '../../support/wire.ts';

test('a request outside the operations gets a well-formed response, whatever its path, Host and method', async (t) => {
  const seed = drawSeed();
  t.diagnostic(`seed ${seed}`);
  const instance = await startInstance();
  const client = new Client(instance.url);
  const failures: string[] = [];
  for (const wire of entryPointRequests(randomFrom(seed))) {
    const bytes = bytesOf(wire);
    try {
      const response = await client.send(bytes, { isHead: wire.method === 'HEAD' });
      assert.ok(response, 'the connection was closed without a response');
      checkResponse(response, wire);
    } catch (error) {
      failures.push(`${(error as Error).message}\n    ${reproduction(bytes, client.port)}`);
    }
  }
  client.close();
  await instance.stop();
  assert.deepEqual(failures.slice(0, 20), [], `seed ${seed}, ${failures.length} failures`);
});
