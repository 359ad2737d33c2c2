// Server-sent events are parsed whatever the boundaries of the chunks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverSentEvents } from '../src/sse.ts';

const bodyOf = (...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      const encoder = new TextEncoder();
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });

const text =
  ': connected\nid: 1\n\nid: 2\nevent: incident.created\ndata: {"a":\ndata: "ä"}\n\nretry: 4000\n\ndata\n\nid: 3\ndata: cut';
const expected = [
  { event: 'message', id: '1' },
  { event: 'incident.created', id: '2', data: '{"a":\n"ä"}' },
  { event: 'message', retryMs: 4000 },
  { event: 'message', data: '' },
];

describe('Server-sent events', () => {
  test('blocks have their fields, comments are left out, and a block without an end is not one', async () => {
    assert.deepEqual(await Array.fromAsync(serverSentEvents(bodyOf(text))), expected);
  });

  test('every boundary of chunks and every line ending gives the same events', async () => {
    for (const ending of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(text.replaceAll('\n', ending));
      for (let at = 1; at < bytes.length; at += 1) {
        const body = bodyOf(bytes.slice(0, at), bytes.slice(at));
        const found = await Array.fromAsync(serverSentEvents(body));
        assert.deepEqual(found, expected, `${JSON.stringify(ending)} at ${at}`);
      }
    }
  });

  test('a body that falls silent ends, and an aborted one fails with the reason', async () => {
    const silent = () => new ReadableStream<Uint8Array>();
    assert.deepEqual(await Array.fromAsync(serverSentEvents(silent(), { idleMs: 5 })), []);
    const controller = new AbortController();
    const reading = Array.fromAsync(serverSentEvents(silent(), { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await assert.rejects(reading, /enough/);
  });
});
