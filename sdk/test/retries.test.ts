// A scripted server responds, to see which responses are retried, how, and for how long; also time limits and signals.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { until } from '../../server/test/support/processes.ts';
import { type ConnectionOptions, Signalbox, SignalboxError } from '../src/index.ts';
import { withRetries } from '../src/retry.ts';

type Step = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: object = {}, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const problem = (status: number, code: string, headers = {}): Step =>
  json(status, { status, code, title: code, detail: code, request_id: 'r1' }, headers);
const reset: Step = (response) => void response.destroy();
const silence: Step = () => {};
const cut: Step = (response) => {
  response
    .writeHead(200, { 'content-length': '1000' })
    .write('{"id":', () => void response.destroy());
};
const incident = json(200, { id: 'INC0000001' });

describe('Retries of the SDK', () => {
  let server: Server;
  let script: Step[] = [];
  /** Each test has its own token. */
  let token = '';
  let tests = 0;
  let seen: { method: string; key: string | undefined }[] = [];
  before(async () => {
    server = createServer((request, response) => {
      const { method = '', headers } = request;
      // A request that an earlier test gave up may arrive late.
      if (headers.authorization !== `Bearer ${token}`) {
        response.destroy();
        return;
      }
      seen.push({ method, key: headers['idempotency-key']?.toString() });
      request.resume().on('end', () => (script.shift() ?? incident)(response, request));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen = [];
    token = `token-${(tests += 1)}`;
  });

  const clientWith = (options: Partial<ConnectionOptions> = {}) =>
    new Signalbox({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token,
      ...options,
    });
  const create = (steps: Step[], options: Partial<ConnectionOptions> = {}) => {
    script = steps;
    return clientWith(options).incidents.create({ short_description: 'x' });
  };
  const failure = (promise: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(promise).then(
      () => assert.fail('the request should fail'),
      (error: unknown) => error,
    );

  const retried: Record<string, Step> = {
    'a 429': problem(429, 'rate_limited'),
    'a 503': problem(503, 'overloaded'),
    'a 408': problem(408, 'request_timeout'),
    'a 409 request_in_progress': problem(409, 'request_in_progress'),
    'a 502 of a proxy': (response) => void response.writeHead(502).end('<html>Bad gateway</html>'),
    'a reset connection': reset,
    'a body that is cut': cut,
    'a response that never comes': silence,
    'a body that is not JSON': (response) => void response.writeHead(200).end('<html>'),
  };
  for (const [name, step] of Object.entries(retried)) {
    test(`${name} is retried with the same idempotency key`, async () => {
      const { response } = await create(
        [step],
        step === silence ? { timeoutMs: 5000 } : {},
      ).withResponse();
      assert.equal(response.attempts, 2);
      assert.equal(seen.length, 2);
      assert.ok(seen[0]?.key);
      assert.equal(seen[0]?.key, seen[1]?.key);
    });
  }

  const final: Record<string, [Step, string]> = {
    'a redirect': [
      (response) => void response.writeHead(308, { location: 'https://x.example.com' }).end(),
      'invalid_response',
    ],
    'a 404 that is not of the service': [
      (response) => void response.writeHead(404).end('<html>'),
      'invalid_response',
    ],
    'a 409': [problem(409, 'invalid_transition'), 'invalid_transition'],
    'a 412': [problem(412, 'version_mismatch'), 'version_mismatch'],
    'a 400': [problem(400, 'validation_failed'), 'validation_failed'],
    'a 500': [problem(500, 'internal_error'), 'internal_error'],
    'a 502 of the service': [problem(502, 'model_output_invalid'), 'model_output_invalid'],
    'a 429 that asks for an hour': [
      problem(429, 'ai_budget_exceeded', { 'retry-after': '3600' }),
      'ai_budget_exceeded',
    ],
  };
  for (const [name, [step, code]] of Object.entries(final)) {
    test(`${name} is not retried`, async () => {
      const error = await failure(create([step]));
      assert.ok(error instanceof SignalboxError && error.code === code, String(error));
      assert.equal(seen.length, 1);
    });
  }

  test('two creates have different keys, and a given key is used', async () => {
    await create([]);
    await create([]);
    assert.notEqual(seen[0]?.key, seen[1]?.key);
    await clientWith().incidents.create({ short_description: 'x' }, { idempotencyKey: 'mine' });
    assert.equal(seen[2]?.key, 'mine');
  });

  test('headers of the options replace those of the SDK', async () => {
    const headers = { 'Idempotency-Key': 'from the options' };
    await clientWith({ headers }).incidents.create({ short_description: 'x' });
    assert.equal(seen[0]?.key, 'from the options');
  });

  test('the retries end after maxRetries, with the last error', async () => {
    const error = await failure(
      create(
        Array.from({ length: 9 }, () => reset),
        { maxRetries: 2 },
      ),
    );
    assert.ok(SignalboxError.is(error, 'network_error'));
    assert.equal(seen.length, 3);
  });

  test('Retry-After is read in seconds and as a date', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-15T08:00:00Z') });
    const values = { 1: 1, [new Date('2026-11-15T08:00:02Z').toUTCString()]: 2 };
    for (const [value, seconds] of Object.entries(values)) {
      const step = problem(503, 'overloaded', { 'retry-after': value });
      const error = await failure(create([step], { maxRetries: 0 }));
      assert.ok(error instanceof SignalboxError);
      assert.equal(error.retryAfterSeconds, seconds);
    }
  });

  test('a retry waits for Retry-After, and at random a little longer', async () => {
    const waits: number[] = [];
    const refuse = async () => {
      throw new SignalboxError('rate_limited', 'x', { status: 429, retryAfterSeconds: 1 });
    };
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const limits = { retryForMs: 60_000, maxRetries: 3 };
    await failure(withRetries(refuse, limits, undefined, { now: () => 0, wait }));
    assert.equal(waits.length, 3);
    for (const [attempt, milliseconds] of waits.entries())
      assert.ok(milliseconds >= 1000 && milliseconds <= 1000 + 250 * 2 ** attempt, String(waits));
    assert.ok(new Set(waits).size > 1, String(waits));
  });

  /** Returns when each attempt began; an attempt takes a second, and time passes only in waits and attempts. */
  const attemptTimes = async (retryForMs: number, retryAfterSeconds?: number) => {
    const times: number[] = [];
    let time = 0;
    const refuse = async () => {
      times.push(time);
      time += 1000;
      throw new SignalboxError('overloaded', 'x', { status: 503, retryAfterSeconds });
    };
    const wait = async (milliseconds: number) => void (time += milliseconds);
    const limits = { retryForMs, maxRetries: Infinity };
    await failure(withRetries(refuse, limits, undefined, { now: () => time, wait }));
    return times;
  };

  test('a request is retried until its time is over, at least every five seconds', async () => {
    const times = await attemptTimes(60_000);
    const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    assert.ok(Math.max(...pauses) <= 5000, String(pauses));
    assert.equal(times.at(-1), Math.max(...times));
    assert.ok((times.at(-1) ?? 0) >= 59_000 && (times.at(-1) ?? 0) <= 60_000, String(times));
  });

  test('a retry never comes before Retry-After, and only the first may exceed the time', async () => {
    const late = await attemptTimes(10_000, 4);
    for (const [n, time] of late.slice(1).entries()) assert.ok(time - (late[n] ?? 0) >= 5000);
    assert.ok((late.at(-1) ?? 0) <= 10_000, String(late));
    assert.equal((await attemptTimes(10_000, 30)).length, 2);
  });

  test('onRetry is called before each retry', async () => {
    const codes: string[] = [];
    await create([reset, problem(503, 'overloaded')], {
      onRetry: ({ code }, delayMs) => void codes.push(`${code} ${delayMs >= 0}`),
    });
    assert.deepEqual(codes, ['network_error true', 'overloaded true']);
  });

  test('a 404 on a retried DELETE is a success, and on the first one an error', async () => {
    script = [reset, problem(404, 'not_found')];
    assert.equal(await clientWith().incidents.delete('INC0000001'), undefined);
    script = [problem(404, 'not_found')];
    const error = await failure(clientWith().incidents.delete('INC0000001'));
    assert.ok(SignalboxError.is(error, 'not_found'));
    assert.deepEqual(
      seen.map(({ method, key }) => [method, key]),
      [
        ['DELETE', undefined],
        ['DELETE', undefined],
        ['DELETE', undefined],
      ],
    );
  });

  test('a time limit is an error with the code timeout', async () => {
    const error = await failure(create([silence], { timeoutMs: 20, maxRetries: 0 }));
    assert.ok(SignalboxError.is(error, 'timeout'));
    assert.equal(error.status, 0);
  });

  test('a signal ends a request and a wait between retries, with its reason', async () => {
    for (const step of [silence, problem(503, 'overloaded', { 'retry-after': '60' })]) {
      seen = [];
      script = [step];
      const aborter = new AbortController();
      const pending = clientWith().incidents.list({}, { signal: aborter.signal });
      const failed = failure(pending);
      await until('the request has arrived', () => seen.length > 0);
      aborter.abort(new Error('enough'));
      assert.match(String(await failed), /enough/);
    }
    const error = await failure(
      clientWith().me.get({ signal: AbortSignal.abort(new Error('before')) }),
    );
    assert.match(String(error), /before/);
  });

  test('an unchanged record is reported as the error not_modified', async () => {
    script = [(response) => void response.writeHead(304).end()];
    const error = await failure(clientWith().cis.get('CI0000001', { ifNoneMatch: 3 }));
    assert.ok(SignalboxError.is(error, 'not_modified'));
  });

  test('a failure is reported only to the caller who waits', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    script = [problem(400, 'validation_failed'), problem(400, 'validation_failed')];
    await failure(clientWith().me.get().withResponse());
    await failure(
      clientWith()
        .me.get()
        .finally(() => {}),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
  });

  test('an id that is empty, missing or a dot segment is refused before anything is sent', () => {
    for (const id of ['', '.', '..', undefined as never])
      assert.throws(() => clientWith().incidents.get(id), TypeError);
    assert.equal(seen.length, 0);
  });

  test('an id cannot leave its place in the path', async () => {
    let path = '';
    script = [
      (response, request) => {
        path = request.url ?? '';
        incident(response, request);
      },
    ];
    await clientWith().changes.get('../settings?x=1');
    assert.equal(path, '/prod/api/v1/changes/..%2Fsettings%3Fx%3D1');
  });
});
