// The SDK reads the event stream in order, resumes it after a cut and from a saved position, until it is aborted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../server/test/support/processes.ts';
import type { EventStream, Signalbox } from '../src/index.ts';
import type { SdkInstance } from './setup.ts';

export function streamTests(instance: SdkInstance): void {
  const create = async (client: Signalbox, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await client.incidents.create({ short_description: 'x' })).id);
    return ids;
  };
  /** Reads events in the background; a test waits until there are enough. */
  const collect = (stream: EventStream<'incident.created'>) => {
    const found: string[] = [];
    const ended = (async () => {
      for await (const { data } of stream) found.push(data.id);
    })();
    ended.catch(() => {});
    return {
      found,
      ended,
      has: (count: number) => until(`${count} events`, () => found.length >= count),
    };
  };

  test('events arrive in order, and a cut connection is resumed without loss or repetition', async () => {
    const client = await instance.clientAs('agent');
    let connections = 0;
    const aborter = new AbortController();
    const stream = client.events.stream(
      { type: 'incident.created' },
      { onConnect: () => (connections += 1), signal: aborter.signal },
    );
    const { found, ended, has } = collect(stream);
    await until('it is connected', () => connections === 1);
    const ids = await create(client, 3);
    await has(3);
    for (const cuts of [1, 2]) {
      instance.running.app.server.closeAllConnections();
      ids.push(...(await create(client, 3)));
      await has(3 + 3 * cuts);
    }
    assert.deepEqual(found, ids);
    assert.ok(connections >= 2, `${connections} connections`);
    aborter.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
  });

  test('a stream continues where another one was left', async () => {
    const client = await instance.clientAs('agent');
    let isConnected = false;
    const first = client.events.stream(
      { type: 'incident.created' },
      { onConnect: () => (isConnected = true) },
    );
    const events = first[Symbol.asyncIterator]();
    const next = events.next();
    await until('it is connected', () => isConnected);
    const [one, ...rest] = await create(client, 4);
    const { value } = await next;
    assert.equal(value?.data.id, one);
    await events.return();
    const { lastEventId } = first;
    assert.ok(lastEventId);
    const found: string[] = [];
    for await (const event of client.events.stream({ type: 'incident.created' }, { lastEventId })) {
      found.push(event.data.id);
      if (found.length === rest.length) break;
    }
    assert.deepEqual(found, rest);
  });

  test('the presence of a person is sent on the stream', async () => {
    const [client, other] = [await instance.clientAs('agent'), await instance.clientAs('agent')];
    const [id = ''] = await create(client, 1);
    await other.presence.put({ record: { type: 'incident', id }, mode: 'editing' });
    for await (const event of client.events.stream({ type: 'presence', record: id })) {
      assert.equal(event.event, 'presence');
      assert.equal(event.data.mode, 'editing');
      assert.equal(event.data.record.id, id);
      break;
    }
  });

  test('the number of unread notifications is sent on the stream', async () => {
    const client = await instance.clientAs('agent');
    const { unread } = await client.notifications.list();
    for await (const { event, data } of client.events.stream({ type: 'notification' })) {
      assert.deepEqual([event, data], ['notification', { unread }]);
      break;
    }
  });

  test('a connection that falls silent is given up and resumed', async () => {
    const client = await instance.clientAs('agent');
    let connections = 0;
    const aborter = new AbortController();
    const { found, ended } = collect(
      client.events.stream(
        { type: 'incident.created' },
        { onConnect: () => (connections += 1), idleTimeoutMs: 50, signal: aborter.signal },
      ),
    );
    await until('it has connected three times', () => connections >= 3);
    const ids = await create(client, 1);
    await until('the event', () => found.includes(ids[0] ?? ''));
    // The list may begin with an event of the test before, which was committed but not read yet.
    assert.deepEqual(
      found.filter((id) => ids.includes(id)),
      ids,
    );
    aborter.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
  });
}
