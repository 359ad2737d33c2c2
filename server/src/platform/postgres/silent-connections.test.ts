import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type pg from 'pg';
import { ManualClock } from '../../../test/support/clock.ts';
import { SilentConnections } from './silent-connections.ts';

/** Only these members of the driver's client are checked. */
class Client {
  readyForQuery = true;
  destroyed: string | undefined;
  readonly connection = {
    stream: { bytesRead: 0, destroy: ({ message }: Error) => void (this.destroyed = message) },
  };
}

describe('A connection that sends nothing', () => {
  const start = () => {
    const [clock, client] = [new ManualClock(), new Client()];
    const silent = new SilentConnections(11_000, clock);
    silent.watch(client as unknown as pg.ClientBase);
    return { clock, client, silent };
  };

  test('a connection that sends nothing is closed after eleven seconds of a statement', () => {
    const { clock, client } = start();
    client.readyForQuery = false;
    clock.advance(11_000);
    assert.equal(client.destroyed, undefined);
    clock.advance(500);
    assert.match(client.destroyed ?? '', /^Connection terminated: .* nothing for 11000 ms$/);
    assert.deepEqual(clock.waiting, [], 'no connection is left to check');
  });

  test('a connection stays open while it is idle, and while bytes arrive', () => {
    const { clock, client } = start();
    clock.advance(60_000);
    client.readyForQuery = false;
    for (let n = 0; n < 10; n += 1) {
      clock.advance(9000);
      client.connection.stream.bytesRead += 1;
    }
    assert.equal(client.destroyed, undefined);
  });
});
