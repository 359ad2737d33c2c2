import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { UsageError } from '../platform/errors.ts';
import { requireFreePorts } from './ports.ts';

const names = ['PORT', 'AUTH_PORT', 'METRICS_PORT'] as const;

describe('requireFreePorts', () => {
  const servers: Server[] = [];
  let taken: number[] = [];
  before(async () => {
    for (const _ of [1, 2]) {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
    }
    taken = servers.map((server) => (server.address() as AddressInfo).port);
  });
  after(() => {
    for (const server of servers) server.close();
  });

  const check = (ports: readonly number[], bind = '127.0.0.1') => {
    const [PORT = 0, AUTH_PORT = 0, METRICS_PORT = 0] = ports;
    const config = { PORT, AUTH_PORT, METRICS_PORT, BIND: bind };
    return requireFreePorts(config, names, 'npm start', taken[0]);
  };
  const faultOf = async (ports: readonly number[], bind?: string): Promise<string> => {
    const error: unknown = await check(ports, bind).catch((fault: unknown) => fault);
    assert.ok(error instanceof UsageError, 'it is refused');
    return error.message;
  };

  test('ports that the system chooses are free', () => check([0, 0, 0]));

  test('all taken ports are named together, and the suggested ports are free and different', async () => {
    const [first = 0, second = 0] = taken;
    const message = await faultOf([first, 0, second]);
    const [one, other, advice, , line = ''] = message.split('\n');
    assert.equal(one, `Port ${first} (PORT) is in use by another process.`);
    assert.equal(other, `Port ${second} (METRICS_PORT) is in use by another process.`);
    assert.equal(advice, 'Use other ports, for example:');
    const suggestion = /^PORT=(\d+) AUTH_PORT=0 METRICS_PORT=(\d+) npm start$/;
    const [port = 0, metrics = 0] = suggestion.exec(line)?.slice(1).map(Number) ?? [];
    // The first port that is tried is taken.
    assert.ok(port > first, line);
    assert.ok(metrics > port, line);
    assert.ok(!taken.includes(port) && !taken.includes(metrics), line);
  });

  test('two settings with the same port are refused', async () => {
    const message = await faultOf([taken[0] ?? 0, taken[0] ?? 0, 0]);
    assert.match(message, /^PORT and AUTH_PORT are both \d+\.$/m);
  });

  test('an address of another machine is refused with the name of its setting', async () => {
    assert.match(await faultOf([0, 0, 0], '192.0.2.1'), /BIND, which is 192\.0\.2\.1/);
  });
});
