import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cpuMs } from '../../support/cpu.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { regressions, type RequestSpec } from './regressions.ts';
import { checkResponse } from './expectations.ts';
import { bytesOf, Client } from '../../support/wire.ts';

/** Cases that once took the processor for seconds must stay fast. */
const MAX_CPU_MS = 1500;

describe('Regressions of the fuzzer', () => {
  let instance: Instance;
  let client: Client;
  before(async () => {
    instance = await startInstance();
    client = new Client(instance.url);
  });
  after(async () => {
    client.close();
    await instance.stop();
  });

  const send = async ({ method, target, headers = [], body }: RequestSpec) => {
    const token = await instance.tokenFor('itsm_manager');
    const wire = {
      method,
      target,
      headers: [['Authorization', `Bearer ${token}`] as const, ...headers],
      body: body === undefined ? undefined : Buffer.from(body),
    };
    const response = await client.send(bytesOf(wire));
    assert.ok(response, 'the connection was closed without a response');
    checkResponse(response, wire);
    return response;
  };

  for (const one of regressions) {
    test(one.name, async () => {
      if (one.after) await send(one.after);
      const began = cpuMs();
      const response = await send(one);
      const tookMs = cpuMs() - began;
      assert.equal(response.status, one.status, response.text.slice(0, 300));
      assert.equal(JSON.parse(response.text).code, one.code);
      assert.ok(tookMs < MAX_CPU_MS, `${tookMs} ms`);
    });
  }

  test('a client that offers another protocol gets an HTTP/1.1 response with Connection: close', async () => {
    const headers: [string, string][] = [
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', 'h2c'],
    ];
    for (const target of ['/prod/api/v1/incidents', '/livez', '/nowhere', '/%ZZ']) {
      const response = await send({ method: 'GET', target, headers });
      assert.equal(response.headers.get('connection'), 'close', `${target} ${response.status}`);
    }
  });

  test('the Location of a record created with an absolute URL as target leads to the record', async () => {
    const target = 'http://desk.example.com/prod/api/v1/incidents';
    const json: [string, string] = ['Content-Type', 'application/json'];
    const made = await send({
      method: 'POST',
      target,
      headers: [json],
      body: '{"short_description":"x"}',
    });
    const { pathname, origin } = new URL(made.headers.get('location') ?? '');
    assert.equal(origin, instance.deps.config.BASE_URL);
    assert.equal((await send({ method: 'GET', target: pathname })).status, 200);
  });
});
