// The event log, a stream and a webhook on all types are followed through random writes on every record type: each has the
// same events, in the order of their record and without gaps.
import { eventNames } from '../../../src/events/index.ts';
import { deliveryFaults, startDeliveryLog } from '../../support/delivery-log.ts';
import type { Instance, Json } from '../../support/harness.ts';
import { within } from '../../support/processes.ts';
import {
  type RandomWriteOptions,
  type WriteLog,
  writeRandomly,
} from '../../support/random-writes.ts';
import { respondWith } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { StreamReader } from '../../support/stream-readers.ts';

interface SeenEvent {
  id: string;
  type: string;
  record: string;
  sequence: number;
}

const MAX_SHOWN = 3;
const ARRIVES_WITHIN_SECONDS = 300;

const keyOf = ({ id, type, record, sequence }: SeenEvent): string =>
  `${id} ${type} ${record} ${sequence}`;

/** Reads all pages, as a client that catches up does. */
async function readLog(instance: Instance, since: string): Promise<SeenEvent[]> {
  const events: SeenEvent[] = [];
  const first = `?limit=200&since=${since}`;
  for (let query = first; query !== '';) {
    const { body } = await instance.call('GET', `/events${query}`);
    for (const { id, event, record, sequence } of body.data)
      events.push({ id, type: event, record: record.id, sequence });
    query = body.next_cursor ? `${first}&cursor=${body.next_cursor}` : '';
  }
  return events;
}

/** Records that existed before have events that a new stream does not get. */
function newRecordsOf(log: readonly SeenEvent[]): Set<string> {
  return new Set(log.filter(({ sequence }) => sequence === 1).map(({ record }) => record));
}

const describeSome = (keys: readonly string[], name: string): string[] =>
  keys.length === 0
    ? []
    : [`${keys.length} events ${name}: ${keys.slice(0, MAX_SHOWN).join('; ')}`];

/** Compares the events of one follower with those of the log. */
function setFaults(name: string, expected: readonly SeenEvent[], got: readonly SeenEvent[]) {
  const [expectedKeys, seen] = [new Set(expected.map(keyOf)), new Set(got.map(keyOf))];
  return [
    ...describeSome(
      [...expectedKeys].filter((key) => !seen.has(key)),
      `are not in the ${name}`,
    ),
    ...describeSome(
      [...seen].filter((key) => !expectedKeys.has(key)),
      `are only in the ${name}`,
    ),
    ...describeSome(
      got.slice(seen.size).map(keyOf),
      `of ${got.length} in the ${name} are repeated`,
    ),
  ];
}

/** The events of each record must come as 1, 2, 3 and so on. */
function orderFaults(name: string, got: readonly SeenEvent[]): string[] {
  const last = new Map<string, number>();
  const wrong = got.filter(({ record, sequence }) => {
    const isNext = sequence === (last.get(record) ?? 0) + 1;
    last.set(record, sequence);
    return !isNext;
  });
  return describeSome(wrong.map(keyOf), `of the ${name} are out of order or follow a gap`);
}

/** Each accepted creation, deletion and note has its event; otherwise three empty sets would be equal. */
function writeFaults({ created, deletions, notes }: WriteLog, log: readonly SeenEvent[]): string[] {
  const seen = Map.groupBy(log, ({ record, type }) => `${record} ${type}`);
  const expect = (id: string, type: string, count: number): string[] => {
    const found = seen.get(`${id} ${type}`)?.length ?? 0;
    return found === count ? [] : [`${id} has ${found} of ${count} events of the type ${type}`];
  };
  return [...created].flatMap(([id, type]) => [
    ...expect(id, `${type}.created`, 1),
    ...expect(id, `${type}.deleted`, deletions.get(id) ?? 0),
    ...(type === 'incident' ? expect(id, 'incident.note_added', notes.get(id) ?? 0) : []),
  ]);
}

export async function proveSameEvents(
  instance: Instance,
  options: RandomWriteOptions,
): Promise<Report> {
  const since = new Date().toISOString();
  const deliveryLog = await startDeliveryLog(respondWith(204));
  const streamed: SeenEvent[] = [];
  const reader = new StreamReader({
    name: 'the stream',
    token: await instance.tokenFor('itsm_manager'),
    urlOf: () => instance.url,
    types: new Set(eventNames),
    onEvent: (record, sequence, { id, event }: Json) =>
      void streamed.push({ id, type: event, record, sequence }),
  });
  await reader.start();
  const { body: webhook, text } = await instance.call('POST', '/webhooks/outbound', {
    body: { name: 'All', url: deliveryLog.urlOf('all'), events: ['*'] },
  });
  if (!webhook.id) throw new Error(text);
  deliveryLog.secrets.set('all', [webhook.secret]);
  try {
    const began = performance.now();
    const written = await writeRandomly(instance, options);
    const writeSeconds = (performance.now() - began) / 1000;
    const all = await readLog(instance, since);
    const records = newRecordsOf(all);
    const ofNew = (events: readonly SeenEvent[]) => events.filter((one) => records.has(one.record));
    const log = ofNew(all);
    const readDelivered = (): SeenEvent[] => [
      ...new Map(
        deliveryLog.all.map(({ event: id, type, record, sequence }) => [
          id,
          { id, type, record, sequence },
        ]),
      ).values(),
    ];
    const hasAll = () =>
      Math.min(streamed.length, deliveryLog.all.length) >= log.length &&
      ofNew(streamed).length >= log.length &&
      ofNew(readDelivered()).length >= log.length;
    await within(ARRIVES_WITHIN_SECONDS, 'all events arrive', hasAll).catch(() => {});
    const followers: Record<string, SeenEvent[]> = {
      'event log': log,
      stream: ofNew(streamed),
      deliveries: ofNew(readDelivered()),
    };
    const faults = [
      ...writeFaults(written, log),
      ...Object.entries(followers).flatMap(([name, got]) => [
        ...setFaults(name, log, got),
        ...orderFaults(name, got),
      ]),
      ...deliveryFaults(deliveryLog),
      ...reader.refused.map((reply) => `the stream was refused: ${reply}`),
    ];
    return {
      figures: {
        seed: options.seed,
        writes: written.writes,
        refused: written.refused,
        records: records.size,
        discoveries: written.discoveries,
        types: new Set(log.map(({ type }) => type)).size,
        events: log.length,
        streamed: ofNew(streamed).length,
        delivered: ofNew(readDelivered()).length,
        writeSeconds: Math.round(writeSeconds),
      },
      faults,
    };
  } finally {
    await instance.call('DELETE', `/webhooks/outbound/${webhook.id}`);
    await reader.stop();
    await deliveryLog.receiver.close();
  }
}
