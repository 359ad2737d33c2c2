import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/clock.ts';
import { MailParser } from './mail-parser.ts';

/** Replaces the thread with one that misbehaves, as its mail says. */
const behaviour = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (bytes) => { ${source} });`)}`,
  );
const EMPTY = { kind: 'failed', failure: 'empty' };
const answer = `parentPort.postMessage(${JSON.stringify(EMPTY)});`;

const [good, bad] = [Uint8Array.of(0), Uint8Array.of(1)];

describe('The thread that parses mail', () => {
  const running: MailParser[] = [];
  const parserOf = (...options: ConstructorParameters<typeof MailParser>): MailParser => {
    const parser = new MailParser(...options);
    running.push(parser);
    return parser;
  };
  after(() => Promise.all(running.map((parser) => parser.stop())));

  test('a mail is parsed in the thread, with its attachments', async () => {
    const text =
      'Subject: x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAQID\r\n';
    const result = await parserOf().parse(new TextEncoder().encode(text));
    assert.ok(result.kind === 'parsed');
    assert.equal(result.mail.subject, 'x');
    assert.deepEqual(result.mail.attachments[0]?.bytes, Uint8Array.of(1, 2, 3));
  });

  test('a mail that takes too long fails, and the next is parsed by another thread', async () => {
    const clock = new ManualClock();
    const parser = parserOf({
      clock,
      timeoutMs: 1000,
      thread: behaviour(`if (bytes[0]) for (;;); ${answer}`),
    });
    const slow = parser.parse(bad);
    const next = parser.parse(good);
    clock.advance(1000);
    assert.deepEqual(await slow, { kind: 'failed', failure: 'timeout' });
    assert.deepEqual(await next, EMPTY);
  });

  test('a thread that dies fails only its mail', async () => {
    const parser = parserOf({ thread: behaviour(`if (bytes[0]) process.exit(1); ${answer}`) });
    assert.deepEqual(await Promise.all([good, bad, good].map((bytes) => parser.parse(bytes))), [
      EMPTY,
      { kind: 'failed', failure: 'broken' },
      EMPTY,
    ]);
  });

  test('a mail that takes too much memory fails', async () => {
    const parser = parserOf({
      heapMegabytes: 16,
      thread: behaviour(`const all = []; if (bytes[0]) for (;;) all.push({ all }); ${answer}`),
    });
    assert.deepEqual(await parser.parse(bad), { kind: 'failed', failure: 'out_of_memory' });
    assert.deepEqual(await parser.parse(good), EMPTY);
  });

  test('mails that wait when the parser stops fail', async () => {
    const parser = parserOf({ thread: behaviour('') });
    const waiting = [parser.parse(good), parser.parse(good)];
    await parser.stop();
    const stopped = { kind: 'failed', failure: 'stopped' };
    assert.deepEqual(await Promise.all([...waiting, parser.parse(good)]), [
      stopped,
      stopped,
      stopped,
    ]);
  });
});
