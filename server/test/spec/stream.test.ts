import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import type { Role } from '../../src/identity/index.ts';
import { addressOf, type Json } from '../support/harness.ts';
import { StreamClient } from '../support/stream-client.ts';
import { restartStreams } from '../support/streams.ts';
import { section } from './setup.ts';

/** The times are short and no event is cached, so that a resumed stream reads the log. */
const TIMES = { heartbeatMs: 50, checkIntervalMs: 20, recentMs: 0 };

section('The event stream', (instance) => {
  before(() => restartStreams(instance.running.deps, TIMES));

  interface As {
    as?: Role;
    email?: string;
    query?: string;
    lastEventId?: string | undefined;
  }
  const open = async ({ as = 'itsm_manager', email, ...options }: As = {}) =>
    StreamClient.open(instance.running.url, {
      token: await instance.running.tokenFor(as, email),
      ...options,
    });
  const positionsOf = ({ events }: StreamClient) =>
    events.map(({ data }) => [data.record.id, data.sequence]);

  test('a stream sends each committed event as the log shows it', async () => {
    const stream = await open();
    assert.equal(stream.status, 200);
    assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/);
    assert.ok(stream.headers['x-request-id'] && stream.headers['x-ratelimit-limit']);
    const { id } = await instance.incident();
    await instance.walk(id, 'in_progress', 'resolved');
    await stream.untilEvents(4);
    const log = await instance.call('GET', `/events?record=${id}`);
    assert.deepEqual(
      stream.events.map(({ data }) => data),
      log.body.data,
    );
    assert.deepEqual(
      stream.events.map(({ event }) => event),
      log.body.data.map((event: Json) => event.event),
    );
    await stream.close();
  });

  test('a client that reconnects misses no event and gets none twice', async () => {
    const first = await open();
    const { id } = await instance.incident();
    await first.untilEvents(1);
    await first.close();
    await instance.walk(id, 'in_progress', 'resolved');
    const second = await open({ lastEventId: first.lastEventId });
    await second.untilEvents(3);
    await instance.walk(id, 'closed');
    await second.untilEvents(4);
    assert.deepEqual(
      [...positionsOf(first), ...positionsOf(second)],
      [1, 2, 3, 4, 5].map((sequence) => [id, sequence]),
    );
    await second.close();
  });

  test('an event that is committed after later ones is not lost, and none is sent twice', async () => {
    const stream = await open();
    const late = new pg.Client({ connectionString: instance.running.deps.config.DATABASE_URL });
    await late.connect();
    try {
      await late.query('begin');
      await late.query(`insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
        values ('incident.updated', 'incident', 'INC9000001', 1, now(), '{}', now())`);
      const { id } = await instance.incident();
      // The reader may have read the log between the two commits, which is the case that loses an event.
      const seen = stream.blocks.length;
      await stream.until(({ blocks }) => blocks.length >= seen + 5, 'five more heartbeats');
      await late.query('commit');
      const { id: last } = await instance.incident();
      await stream.until(({ events }) => events.some(({ data }) => data.record.id === last));
      assert.deepEqual(positionsOf(stream), [
        ['INC9000001', 1],
        [id, 1],
        [last, 1],
      ]);
    } finally {
      await late.end();
      await stream.close();
    }
  });

  test('a stream is filtered by type and record', async () => {
    const { id } = await instance.incident();
    const ofRecord = await open({ query: `?record=${id}` });
    const ofType = await open({ query: '?type=incident.resolved,incident.priority_changed' });
    const other = await instance.incident();
    await instance.walk(other.id, 'in_progress', 'resolved');
    await instance.walk(id, 'in_progress', 'resolved');
    await Promise.all([ofRecord.untilEvents(3), ofType.untilEvents(2)]);
    assert.deepEqual(new Set(ofRecord.events.map(({ data }) => data.record.id)), new Set([id]));
    assert.deepEqual(
      ofType.events.map(({ event, data }) => [event, data.record.id]),
      [
        ['incident.resolved', other.id],
        ['incident.resolved', id],
      ],
    );
    await Promise.all([ofRecord.close(), ofType.close()]);
    const unknown = await open({ query: '?type=incident.exploded' });
    assert.equal(unknown.status, 400);
  });

  /** A requester may read the second of these records, and the last once it is published. */
  const othersToCreate = [
    ['/requests', { short_description: 'A laptop', item: 'laptop' }],
    [
      '/requests',
      { short_description: 'A laptop', item: 'laptop', requested_for: addressOf('requester') },
    ],
    ['/changes', { short_description: 'Replace the switch', type: 'normal', risk: 'low' }],
    ['/cmdb/cis', { name: 'web-01', class: 'server' }],
    ['/knowledge/articles', { title: 'A draft', body: 'Text' }],
    ['/knowledge/articles', { title: 'Published', body: 'Text' }],
  ] as const;

  test('every role gets the events that the log shows to it, live and after a reconnect', async () => {
    const roles: Role[] = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'];
    const streams = await Promise.all(roles.map((as) => open({ as })));
    const ids = streams.map(({ blocks }) => blocks[0]?.id);
    const own = await instance.incident({}, { as: 'requester' });
    const other = await instance.incident();
    for (const id of [own.id, other.id]) {
      const note = (visibility: string) =>
        instance.call('POST', `/incidents/${id}/notes`, { body: { body: 'x', visibility } });
      for (const visibility of ['public', 'team', 'private']) await note(visibility);
      await instance.patch(id, { category: 'mail', work_note: 'for the team' });
    }
    const deleted = await instance.call('DELETE', `/incidents/${other.id}`);
    assert.ok(deleted.status < 300, deleted.text);
    const others: string[] = [];
    for (const [path, body] of othersToCreate) {
      const created = await instance.call('POST', path, { body });
      assert.equal(created.status, 201, created.text);
      others.push(created.body.id);
    }
    const article = `/knowledge/articles/${others.at(-1)}`;
    await instance.call('PATCH', article, { as: 'agent', body: { state: 'review' } });
    assert.equal((await instance.call('POST', `${article}/publish`)).status, 200);
    const last = await instance.incident({}, { as: 'requester' });
    for (const [index, as] of roles.entries()) {
      const live = streams[index];
      assert.ok(live);
      await live.until(({ events }) => events.at(-1)?.data.record.id === last.id, `${as}'s last`);
      const resumed = await open({ as, lastEventId: ids[index] });
      await resumed.untilEvents(live.events.length);
      const records = [own.id, other.id, ...others, last.id].join();
      const log = await instance.call('GET', `/events?limit=100&record=${records}`, { as });
      const sortedEvents = ({ events }: StreamClient) =>
        events
          .map(({ data }) => data)
          .toSorted((a, b) => (a.record.id + a.sequence < b.record.id + b.sequence ? -1 : 1));
      const expected = log.body.data.toSorted((a: Json, b: Json) =>
        a.record.id + a.sequence < b.record.id + b.sequence ? -1 : 1,
      );
      assert.deepEqual(sortedEvents(resumed), expected, as);
      // Events sent before the deletion had the whole record.
      assert.deepEqual(
        new Set(live.events.map(({ data }) => data.id)),
        new Set(expected.map(({ id }: Json) => id)),
        as,
      );
      await Promise.all([live.close(), resumed.close()]);
    }
    const foreign = await open({ as: 'requester', email: `x${addressOf('requester')}` });
    await instance.incident();
    const theirs = await instance.incident(
      {},
      { as: 'requester', email: `x${addressOf('requester')}` },
    );
    await foreign.untilEvents(1);
    assert.deepEqual(positionsOf(foreign), [[theirs.id, 1]]);
    await foreign.close();
  });

  test('resuming from an invalid or unknown id reports a gap', async () => {
    const stream = await open();
    const { id = '' } = stream.blocks[0] ?? {};
    await stream.close();
    const [epoch, xid] = id.split('-');
    for (const lastEventId of [
      'x',
      `${epoch}-999999999999-1`,
      `00000000-${xid}-0`,
      `${id}\u00e9`,
    ]) {
      const refused = await open({ lastEventId });
      assert.equal(refused.status, 410, lastEventId);
      await refused.untilEnded();
      assert.equal(JSON.parse(refused.text).code, 'stream_gap');
    }
  });

  test('a HEAD request opens no stream', async () => {
    const { status, headers } = await instance.call('HEAD', '/events/stream');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/);
  });
});
