// Connections have real buffers, and the test runs the checks, so that nothing depends on the speed of the machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../../../test/support/processes.ts';
import { allowSlowDownload, closeSlowClients, slicesOf } from './slow-clients.ts';

/** The response exceeds the buffers of both sockets. */
const SIZE = 24 * 1024 * 1024;
const CHECK_MS = 1000;

/** A response waits on the connection because it exceeds the buffers of both ends. */
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
  closeSlowClients(server, CHECK_MS, CHECK_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get: (path: string) => Download.start(port, path, accepted),
    check: () => mock.timers.tick(CHECK_MS),
    // The server must close before the next test, which may mock a timer with the id that is cleared here.
    close: () => once(server.close(), 'close'),
  };
}

describe('slow clients', () => {
  test('a client that does not read its response is disconnected; a slow one gets all of it', async (context) => {
    const { get, check, close } = await serve(context);
    const [lazy, slow] = [await get('/'), await get('/')];
    check();
    while (!slow.client.readableEnded) {
      await slow.readSome();
      check();
    }
    assert.equal(lazy.isClosed, true);
    lazy.client.destroy();
    await close();
    assert.ok(slow.read > SIZE, `${slow.read} bytes were read slowly`);
  });

  test('a download may stall for longer than another response, which is closed', async (context) => {
    const { get, check, close } = await serve(context);
    const [file, other] = [await get('/file'), await get('/page')];
    for (let checks = 0; checks < 5; checks += 1) check();
    assert.deepEqual([file.isClosed, other.isClosed], [false, true]);
    await file.readRest();
    other.client.destroy();
    await close();
    assert.ok(file.read > SIZE, `${file.read} bytes of the file`);
  });

  test('a download that stalls for too long is closed', async (context) => {
    const { get, check, close } = await serve(context);
    const file = await get('/file');
    for (let checks = 0; checks < 6; checks += 1) check();
    assert.equal(file.isClosed, true);
    file.client.destroy();
    await close();
  });
});
