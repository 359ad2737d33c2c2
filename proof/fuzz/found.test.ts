import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../server/test/harness.ts';
import { found } from './found.ts';
import { judgeAnswer } from './judge.ts';
import { bytesOf, Client } from './wire.ts';

/** Judged in full and in time: what once took seconds must not again. */
const LONGEST_MS = 1500;

describe('what the fuzz has found stays mended', () => {
  let desk: Instance;
  let client: Client;
  before(async () => {
    desk = await startInstance();
    client = new Client(desk.url);
  });
  after(async () => {
    client.close();
    await desk.stop();
  });

  const send = async (
    method: string,
    target: string,
    headers: [string, string][],
    body?: string,
  ) => {
    const token = await desk.tokenFor('itsm_manager');
    const wire = {
      method,
      target,
      headers: [['Authorization', `Bearer ${token}`] as const, ...headers],
      body: body === undefined ? undefined : Buffer.from(body),
    };
    const answer = await client.send(bytesOf(wire));
    assert.ok(answer, 'the connection was closed without an answer');
    judgeAnswer(answer, wire);
    return answer;
  };

  for (const { name, method, target, headers = [], body, status, code } of found) {
    test(name, async () => {
      const answer = await send(method, target, headers, body);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      assert.equal(JSON.parse(answer.text).code, code);
      assert.ok(answer.milliseconds < LONGEST_MS, `${answer.milliseconds} ms`);
    });
  }

  test('the Location of a record made with a whole target leads to it', async () => {
    const target = 'http://desk.example.com/prod/api/v1/incidents';
    const json: [string, string] = ['Content-Type', 'application/json'];
    const made = await send('POST', target, [json], '{"short_description":"x"}');
    const { pathname, origin } = new URL(made.headers.get('location') ?? '');
    assert.equal(origin, desk.deps.config.BASE_URL);
    assert.equal((await send('GET', pathname, [])).status, 200);
  });
});
