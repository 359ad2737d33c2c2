import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { describe, test } from 'node:test';
import { waitingConnections } from './stop-listening.ts';

/** Listens, says on which port, and then accepts nothing because its event loop is blocked. */
const BLOCKED = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    require('node:fs').writeSync(1, String(server.address().port));
    for (;;);
  });`;

describe('Connections that wait to be accepted', () => {
  test(
    'connections that are not accepted yet are counted per port',
    { skip: !existsSync('/proc/net/tcp') },
    async () => {
      const child: ChildProcess = spawn(execPath, ['-e', BLOCKED]);
      const [chunk] = await once(child.stdout ?? child, 'data');
      const port = Number(String(chunk));
      const sockets: Socket[] = [];
      try {
        assert.equal(waitingConnections(port), 0);
        sockets.push(connect(port, '127.0.0.1'), connect(port, '127.0.0.1'));
        for (const socket of sockets) socket.on('error', () => {});
        await Promise.all(sockets.map((socket) => once(socket, 'connect')));
        assert.equal(waitingConnections(port), 2);
      } finally {
        for (const socket of sockets) socket.destroy();
        child.kill('SIGKILL');
      }
    },
  );

  test('no waiting connections are reported where the system has no table of them', () => {
    assert.equal(waitingConnections(1, ['/nowhere']), 0);
  });
});
