// Connections with real buffers; the looks are made by the test, so that nothing depends on the speed of the machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../../../test/support/processes.ts';
import { allowSlowDownload, closeSlowClients, slicesOf } from './slow-clients.ts';

/** More than the buffers of both sockets take. */
const SIZE = 24 * 1024 * 1024;
const LOOK_MS = 1000;

/** Both ends of a connection on which a response waits that is larger than its buffers. */
class Download {
  read = 0;
  readonly client: Socket;
  readonly sent: Socket;

  private constructor(client: Socket, sent: Socket) {
    this.client = client;
    this.sent = sent;
    client.on('data', (part) => (this.read += part.length));
  }

  static async start(port: number, path: string, accepted: Map<number, Socket>): Promise<Download> {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => {});
    await once(client, 'connect');
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await until('it is accepted', () => accepted.has(client.localPort ?? 0));
    const download = new Download(client.pause(), accepted.get(client.localPort ?? 0)!);
    await until('its response waits', () => download.sent.writableLength > 0);
    return download;
  }

  get drained(): number {
    return this.sent.bytesWritten - this.sent.writableLength;
  }

  get isClosed(): boolean {
    return this.sent.destroyed;
  }

  /** Reads until bytes have left the server, or all of them. */
  async readSome(): Promise<void> {
    const before = this.drained;
    this.client.resume();
    await until(
      'bytes have left',
      () => this.drained - before > SIZE / 8 || this.client.readableEnded,
    );
    this.client.pause();
  }

  async readRest(): Promise<void> {
    this.client.resume();
    if (!this.client.closed) await once(this.client, 'close');
  }
}

async function serve({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setInterval'] });
  const accepted = new Map<number, Socket>();
  const server = createServer(({ url }, response) => {
    if (url === '/file') allowSlowDownload(response);
    Readable.from(slicesOf(Buffer.alloc(SIZE))).pipe(response);
  });
  server.on('connection', (socket) => accepted.set(socket.remotePort ?? 0, socket));
  closeSlowClients(server, LOOK_MS, LOOK_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get: (path: string) => Download.start(port, path, accepted),
    look: () => mock.timers.tick(LOOK_MS),
    // Before the next test: a timer it mocks may have the same id as the one that is cleared here.
    close: () => once(server.close(), 'close'),
  };
}

describe('slow clients', () => {
  test('a client that does not read its response is closed; a slow one gets all of it', async (context) => {
    const { get, look, close } = await serve(context);
    const [lazy, slow] = [await get('/'), await get('/')];
    look();
    while (!slow.client.readableEnded) {
      await slow.readSome();
      look();
    }
    assert.equal(lazy.isClosed, true);
    lazy.client.destroy();
    await close();
    assert.ok(slow.read > SIZE, `${slow.read} bytes were read slowly`);
  });

  test('a download that stands still for a while goes on, where another response is closed', async (context) => {
    const { get, look, close } = await serve(context);
    const [file, other] = [await get('/file'), await get('/page')];
    for (let looks = 0; looks < 5; looks += 1) look();
    assert.deepEqual([file.isClosed, other.isClosed], [false, true]);
    await file.readRest();
    other.client.destroy();
    await close();
    assert.ok(file.read > SIZE, `${file.read} bytes of the file`);
  });

  test('a download that stands still for longer is closed too', async (context) => {
    const { get, look, close } = await serve(context);
    const file = await get('/file');
    for (let looks = 0; looks < 6; looks += 1) look();
    assert.equal(file.isClosed, true);
    file.client.destroy();
    await close();
  });
});
