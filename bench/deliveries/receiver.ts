// Receives deliveries in its own process, so that its cost is not charged to the sender. It responds 204 and reports on
// request when each event was received.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const receivedAt = new Map<string, number>();

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certFile), keepAliveTimeout: 60_000 },
  (request, response) => {
    const at = performance.timeOrigin + performance.now();
    request.resume().on('end', () => {
      const id = request.headers['x-service-event-id'];
      if (typeof id === 'string') receivedAt.set(id, at);
      response.writeHead(204).end();
    });
  },
);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  process.send?.([...receivedAt]);
  receivedAt.clear();
});
process.on('disconnect', () => process.exit());
