// A receiver in a process of its own, so that what it costs is not taken from the sender. Answers 204; tells on request
// when each delivery arrived.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const arrived = new Map<string, number>();

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile), keepAliveTimeout: 60_000 },
  (request, response) => {
    const at = performance.timeOrigin + performance.now();
    request.resume().on('end', () => {
      const id = request.headers['x-service-event-id'];
      if (typeof id === 'string') arrived.set(id, at);
      response.writeHead(204).end();
    });
  },
);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.([...arrived]);
  arrived.clear();
});
process.on('disconnect', () => process.exit());
