// Fields that only agents see are filled with words that occur nowhere else. Requesters, agents and the others read
// everything they can: values, entries and events are those of a model, and no word of a hidden field reaches a requester.
import { isDeepStrictEqual } from 'node:util';
import { type Json, startInstance, UNLIMITED_AI } from '../../support/harness.ts';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import { type Receiver, receiverEnv, startReceiver } from '../../support/receivers.ts';
import { type Person, type World, worldOf } from '../../support/records.ts';
import type { Report } from '../../support/report.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { COMMON_WORD, CustomizedRecords, paths } from './customized-records.ts';
import { customOf, Expected } from './expected.ts';
import { Fields } from './fields.ts';
import { type Reader, Walk } from './walk.ts';

type Sizes = Record<
  'rounds' | 'fields' | 'records' | 'writes' | 'requesters' | 'others' | 'seed',
  number
>;

const types = Object.keys(paths) as (keyof typeof paths)[];

const eventKey = ({ record, sequence }: Json): string => `${record.id} ${sequence}`;

interface Round {
  world: World;
  fields: Fields;
  records: CustomizedRecords;
  readers: readonly Reader[];
  manager: Person;
  receiver: Receiver;
  models: ModelServer;
  ids: Readonly<Record<string, string>>;
  prompts: number;
  mails: number;
}

async function create({ instance }: World, { token }: Person, path: string, body: Json) {
  const reply = await instance.call('POST', path, { token, body });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.text}`);
  return reply.body;
}

/** Routes about other things than records get the id of one that has to do with hidden fields. */
async function createOthers(
  world: World,
  fields: Fields,
  { manager, agent, receiver }: { manager: Person; agent: Person; receiver: Receiver },
): Promise<Record<string, string>> {
  const webhook = await create(world, manager, '/webhooks/outbound', {
    name: 'All events',
    url: receiver.url,
    events: types.flatMap((type) => [`${type}.created`, `${type}.updated`]),
  });
  const hidden = fields.of('incident').filter(({ visible_to: by }) => by === 'agents');
  const custom = Object.fromEntries(hidden.map((field) => [field.key, fields.valueOf(field)]));
  const job = await create(world, agent, '/incidents/bulk', {
    operation: 'create',
    records: [{ short_description: 'A job creates it', custom }],
  });
  const [field] = hidden;
  const text = { title: `The ${COMMON_WORD}`, body: `Say how the ${COMMON_WORD} is stuck.` };
  const article = await create(world, agent, '/knowledge/articles', text);
  const path = `/knowledge/articles/${article.id}`;
  await world.instance.call('PATCH', path, { token: agent.token, body: { state: 'review' } });
  await create(world, manager, `${path}/publish`, undefined);
  const view = await create(world, manager, '/views', {
    name: 'Shared',
    list: 'incidents',
    query: { [`cf.${field?.key}`]: Object.values(custom).flat()[0] + '' },
    columns: ['state', `custom.${field?.key}`],
    column_widths: { [`custom.${field?.key}`]: 90 },
    audience: 'everyone',
  });
  return {
    '/webhooks/outbound': webhook.id,
    '/jobs': job.job_id,
    '/fields': field?.id ?? '',
    '/views': view.id,
    '/knowledge/articles': article.id,
  };
}

/** Streams, the log and a webhook have the same events; a requester's are those of an agent without what is hidden. */
async function checkEvents(
  round: Round,
  walks: ReadonlyMap<Reader, Walk>,
  streams: ReadonlyMap<Reader, StreamClient>,
  isStreamed: (event: Json) => boolean,
): Promise<string[]> {
  const faults: string[] = [];
  const { fields, records, receiver } = round;
  const expected = new Expected(fields);
  const typeOf = new Map(records.rows.map(({ id, type }) => [id, type]));
  const logs = new Map<Reader, Json[]>();
  for (const [reader, walk] of walks) logs.set(reader, await walk.events());
  const whole = new Map<string, Json>();
  for (const [reader, log] of logs)
    if (reader.isAgent) for (const event of log) whole.set(eventKey(event), event);
  for (const row of records.rows) {
    const ofRow = [...whole.values()].filter(({ record }) => record.id === row.id);
    const changes = ofRow
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ event, data }) => event.endsWith('.updated') && customOf(data.changes))
      .filter((diff) => diff && Object.keys(diff).length > 0);
    const stored = row.diffs.slice(row.firstUpdate);
    if (!isDeepStrictEqual(changes.slice(-stored.length), stored.slice(-changes.length)))
      faults.push(
        `events of ${row.id}: ${JSON.stringify(changes)}, by the model ${JSON.stringify(stored)}`,
      );
  }
  for (const [reader, log] of logs) {
    const name = reader.person.role;
    for (const event of log) {
      const stored = whole.get(eventKey(event));
      const model = reader.isAgent
        ? stored
        : expected.ownEvent(typeOf.get(event.record.id) ?? '', stored);
      if (!isDeepStrictEqual(event, model))
        faults.push(
          `event as ${name}: ${JSON.stringify(event)}, by the model ${JSON.stringify(model)}`,
        );
    }
    const stream = streams.get(reader);
    const due = log.filter(isStreamed).map(eventKey);
    if (!stream) continue;
    const eventsByKey = () =>
      new Map(stream.events.map(({ data }) => [data.record && eventKey(data), data]));
    await stream.until(() => due.every((key) => eventsByKey().has(key)), `all events as ${name}`);
    for (const event of log.filter(isStreamed))
      if (!isDeepStrictEqual(eventsByKey().get(eventKey(event)), event))
        faults.push(
          `stream as ${name}: ${JSON.stringify(eventsByKey().get(eventKey(event)))}, the log has ${JSON.stringify(event)}`,
        );
  }
  const deliveriesByKey = () =>
    new Map(
      receiver.received
        .map(({ body }) => JSON.parse(body.toString()))
        .map((body) => [`${body.data.id} ${body.data.sequence}`, body]),
    );
  const due = [...whole.values()].filter(({ event }) => /\.(created|updated)$/.test(event));
  await until('the deliveries', () => due.every((event) => deliveriesByKey().has(eventKey(event))));
  for (const event of due)
    if (!isDeepStrictEqual(deliveriesByKey().get(eventKey(event))?.data, event.data))
      faults.push(
        `the webhook got ${JSON.stringify(deliveriesByKey().get(eventKey(event)))}, the log has ${JSON.stringify(event)}`,
      );
  return faults;
}

/** Neither what a requester asks nor the mails that they get has a word of a hidden field. */
async function checkModelAndMails(round: Round): Promise<string[]> {
  const { world, fields, readers, models } = round;
  const faults: string[] = [];
  models.behave(() => ({ text: 'NO_ANSWER' }));
  const requesters = readers.filter(({ isAgent }) => !isAgent);
  for (const { person } of requesters) {
    const { token } = person;
    const body = { question: `Which ${COMMON_WORD} is stuck?` };
    const reply = await world.instance.call('POST', '/ai/ask', { token, body });
    for (const text of [reply.text, ...models.requests.map((request) => request.text)])
      for (const word of fields.findHidden(text)) faults.push(`an answer has ${word}: ${text}`);
    round.prompts += models.requests.length;
  }
  const addresses = requesters.map(({ person }) => person.email);
  const mails = await world.instance.sql(
    `select mails::text as text from mails where mails::text ~ any($1::text[])`,
    [addresses],
  );
  round.mails = mails.length;
  for (const { text } of mails)
    for (const word of fields.findHidden(text)) faults.push(`a mail has ${word}: ${text}`);
  return faults;
}

async function playRound(round: Round, { records: created, writes }: Sizes): Promise<Walk[]> {
  const { world, fields, records, readers, ids } = round;
  const streams = new Map<Reader, StreamClient>();
  const firstNew = records.rows.length;
  try {
    for (const reader of readers) {
      const { token } = reader.person;
      streams.set(reader, await StreamClient.open(world.instance.url, { token }));
    }
    for (const type of types) for (let n = 0; n < created; n += 1) await records.create(type);
    const rows = records.rows.slice(firstNew);
    const isNew = new Set(rows.map(({ id }) => id));
    for (const row of rows) for (let n = 0; n < writes; n += 1) await records.update(row);
    const expected = new Expected(fields);
    const walks = new Map(
      readers.map((reader) => [reader, new Walk(world, fields, expected, records.rows, reader)]),
    );
    const faults = await checkEvents(round, walks, streams, ({ record }) => isNew.has(record.id));
    for (const walk of walks.values()) await walk.check(ids);
    faults.push(...(await checkModelAndMails(round)));
    const all = [...walks.values()];
    all[0]?.faults.push(...faults);
    return all;
  } finally {
    for (const stream of streams.values()) stream.destroy();
  }
}

export async function proveHiddenFields(sizes: Sizes): Promise<Report> {
  const { rounds, seed } = sizes;
  const random = randomFrom(seed);
  const models = await startModelServer();
  const receiver = await startReceiver();
  const instance = await startInstance({
    worker: true,
    env: {
      ...models.env('openai-compatible'),
      ...receiverEnv(),
      RATE_LIMITS: UNLIMITED_AI,
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  });
  try {
    const world = await worldOf(instance);
    const fields = new Fields(world, random);
    for (const type of types)
      for (let n = 0; n < sizes.fields; n += 1)
        await fields.define(type, n % 2 === 0 ? 'agents' : 'everyone');
    await fields.waitForIndexes();
    const [agent, manager] = [await world.person('agent'), await world.person('itsm_manager')];
    const requesters: Person[] = [];
    while (requesters.length < sizes.requesters) requesters.push(await world.person('requester'));
    const others = [agent, manager, await world.person('auditor'), world.admin];
    const readers: Reader[] = [
      ...requesters.map((person) => ({ person, isAgent: false })),
      ...others.slice(0, sizes.others).map((person) => ({ person, isAgent: true })),
    ];
    const records = new CustomizedRecords(world, fields, { requesters, agent }, random);
    const ids = await createOthers(world, fields, { manager, agent, receiver });
    const round = {
      world,
      fields,
      records,
      readers,
      manager,
      receiver,
      models,
      ids,
      prompts: 0,
      mails: 0,
    };
    const walks: Walk[] = [];
    for (let n = 0; n < rounds; n += 1) {
      walks.push(...(await playRound(round, sizes)));
      if (n + 1 === rounds) break;
      for (const type of types) {
        const known = fields.of(type).filter(({ isGone }) => !isGone);
        if (known.length > 2) await fields.remove(random.pick(known));
        await fields.flip(random.pick(fields.of(type).filter(({ isGone }) => !isGone)));
        await fields.define(type, random.pick(['agents', 'everyone']));
      }
      await fields.waitForIndexes();
    }
    const faults = walks.flatMap((walk) => walk.faults);
    return {
      figures: {
        rounds,
        fields: fields.all.length,
        records: records.rows.length,
        comparisons: walks.reduce((sum, { comparisons }) => sum + comparisons, 0),
        prompts: round.prompts,
        mails: round.mails,
        differences: faults.length,
        seed,
      },
      faults,
    };
  } finally {
    await instance.stop();
    await receiver.close();
    await models.stop();
  }
}
