// Reads everything that a viewer can read at one side, in a form in which two sides can be compared.
import { routes } from '../../../src/app.ts';
import type { Route } from '../../../src/platform/http/routes/route.ts';
import type { Json, Reply } from '../../support/harness.ts';
import { bodyOf, fillPath } from '../../support/records.ts';
import type { Name, Side } from './side.ts';
import { LAST, type Scene } from './story.ts';

/** Two instances have other ids and times, and nothing else of their own. */
const changing: [RegExp, string][] = [
  [/\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'TIME'],
  [/\b(note|ntf|lnk|att|job|view)_[0-9a-f]{32}/g, '$1'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID'],
  [/"(request_id|next_cursor|sha256)":"[^"]*"/g, '"$1"'],
  [/\b\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC\b/g, 'TIME'],
  [/"(\w+_)?seconds(_p\d+)?":-?[\d.]+/g, '"SECONDS"'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'AUTH'],
  [/canary-[0-9a-f]{16}/g, 'CANARY'],
  [/"latency_ms":\d+/g, '"MS"'],
];

const comparable = (text: string): string =>
  changing.reduce((all, [pattern, by]) => all.replaceAll(pattern, by), text);

/** Several mails of one update are sent at once, and their entries are in any order. */
const textOf = (path: string, { text, body }: Reply): string =>
  path.includes('/timeline') && Array.isArray(body?.data)
    ? body.data
        .map((entry: Json) => comparable(JSON.stringify(entry)))
        .toSorted()
        .join('\n')
    : text;

const ofReply = (path: string, reply: Reply): string =>
  comparable(`${reply.status} ${reply.headers.get('etag') ?? ''} ${textOf(path, reply)}`);

const collections = {
  '/incidents': ({ shown, hidden }: Scene) => [
    shown.incident,
    shown.duplicate,
    hidden.first,
    hidden.second,
  ],
  '/requests': ({ shown }: Scene) => [shown.request],
  '/changes': ({ hidden }: Scene) => [hidden.change],
  '/cmdb/cis': ({ hidden }: Scene) => [hidden.ci],
  '/knowledge/articles': ({ hidden }: Scene) => [hidden.article],
} as const;

const idsFor = (path: string, scene: Scene): readonly string[] => {
  const known = Object.entries(collections).find(([one]) => path.startsWith(`${one}/:id`));
  return known ? known[1](scene) : ['missing'];
};

const isRead = ({ method, path }: Route): boolean => method === 'GET' && !path.endsWith('/stream');

/** A list shows its records with all fields. */
const withAllFields = ({ query }: Route, url: string): string => {
  const { fields } = (query?.properties ?? {}) as { fields?: { items?: { enum?: string[] } } };
  const names = fields?.items?.enum;
  return names ? `${url}${url.includes('?') ? '&' : '?'}fields=${names.join()}&limit=200` : url;
};

/** The counts of jobs and of processes differ from moment to moment. */
const TECHNICAL = /^\/(health|jobs|scim|webhooks\/deliveries)/;

const readPaths = (scene: Scene): string[] =>
  routes
    .filter((row) => isRead(row) && !TECHNICAL.test(row.path))
    .flatMap((row) =>
      (row.path.includes(':') ? idsFor(row.path, scene) : ['']).map((id) =>
        withAllFields(row, fillPath(row.path, { id })),
      ),
    );

/** The viewer tries words, people and ids of both sides. */
const queriesOf = (scene: Scene, words: readonly string[]): string[] => [
  ...words.flatMap((word) => [`/search?q=${word}`, `/incidents?q=${word}`, `/requests?q=${word}`]),
  ...['xenia', 'yuri', 'hana', 'probe'].flatMap((name) => [
    `/incidents?requester=${name}@example.com`,
    `/incidents?assigned_to=${name}@example.com`,
    `/directory/${name}@example.com`,
  ]),
  ...[...Object.values(scene.shown), ...Object.values(scene.hidden)].flatMap((id) => [
    `/events?record=${id}&limit=200`,
    `/search?q=${id}`,
  ]),
  '/events?limit=200&order=asc',
  '/incidents?without=merged_into',
  '/incidents/counts?by=state,priority',
];

interface Attempt {
  method: string;
  path: string;
  body?: Json;
  headers?: Record<string, string>;
}

const ABSENT = 'INC9999999';

/** Attempts of a requester, which must not say more at one side than at the other. */
const attemptsOf = (scene: Scene): Attempt[] => {
  const { shown, hidden } = scene;
  const records = [
    `/incidents/${shown.incident}`,
    `/incidents/${shown.duplicate}`,
    `/requests/${shown.request}`,
  ];
  const writesOfHidden = routes
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/incidents/:id'))
    .flatMap((row) =>
      [hidden.first, hidden.second].map((id) => ({
        method: row.method,
        path: fillPath(row.path, { id }),
        ...(row.body && { body: bodyOf(row) }),
      })),
    );
  return [
    ...records.flatMap((path) => [
      {
        method: 'PATCH',
        path,
        body: { short_description: 'x' },
        headers: { 'if-match': '"1"' },
      },
      ...[hidden.first, hidden.second, hidden.change, ABSENT].map((id) => ({
        method: 'POST',
        path: `${path}/links`,
        body: { kind: 'related_to', record: { id } },
      })),
      { method: 'POST', path: `${path}/watch` },
      {
        method: 'POST',
        path: `${path}/notes`,
        body: { body: '@probe@example.com @xenia@example.com @Yuri Doe', visibility: 'public' },
      },
      { method: 'DELETE', path: `${path}/watch` },
      { method: 'GET', path: `${path}/timeline?limit=200` },
      { method: 'GET', path: `${path}/participants` },
    ]),
    ...writesOfHidden,
    ...[hidden.first, hidden.second, ABSENT].map((into) => ({
      method: 'POST',
      path: `/incidents/${shown.incident}/merge`,
      body: { into },
    })),
  ];
};

export interface Reading {
  what: string;
  text: string;
}

const mailsTo = ({ mailbox }: Side, email: string): string[] =>
  mailbox.delivered
    .filter(({ envelope }) => envelope.includes(email))
    .map(({ mail }) =>
      comparable([mail.subject, mail.text, mail.html, JSON.stringify(mail.to)].join('\n')),
    )
    .toSorted();

/** An event has its members in another order when it is read from the log. */
const withOrderedKeys = (value: Json): Json =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, member]) => [key, withOrderedKeys(member)]),
      );

/** Waits until the stream has sent the last write that the viewer sees. */
async function streamOf(side: Side, name: Name, { shown }: Scene): Promise<string[]> {
  const stream = side.streams.get(name);
  const last = name === 'ben' ? shown.duplicate : shown.incident;
  const isLast = ({ record, data }: Json) => record?.id === last && data.short_description === LAST;
  await stream?.until(({ events }) => events.some(({ data }) => isLast(data)), 'the last event');
  return (stream?.events ?? []).map(({ event, data }) =>
    comparable(`${event} ${JSON.stringify(withOrderedKeys(data))}`),
  );
}

const IN_FLIGHT = 8;

/** Returns what somebody reads of the shown records who sees everything. */
export async function readTimelines(side: Side, name: Name, { shown }: Scene): Promise<string> {
  const paths = [
    `/incidents/${shown.incident}`,
    `/incidents/${shown.duplicate}`,
    `/requests/${shown.request}`,
  ];
  const replies = paths.map((path) => side.call('GET', `${path}/timeline?limit=200`, name));
  return (await Promise.all(replies)).map(({ text }) => text).join('\n');
}

/** Returns the same readings at both sides if the viewer sees the same. */
export async function readAll(
  side: Side,
  name: Name,
  scene: Scene,
  words: readonly string[],
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const add = (what: string, text: string) => readings.push({ what: `${what} as ${name}`, text });
  const events = await streamOf(side, name, scene);
  add('the event stream', events.join('\n'));
  const paths = [...readPaths(scene), ...queriesOf(scene, words)];
  for (let n = 0; n < paths.length; n += IN_FLIGHT) {
    const some = paths.slice(n, n + IN_FLIGHT);
    const replies = await Promise.all(some.map((path) => side.call('GET', path, name)));
    for (const [index, path] of some.entries())
      add(`GET ${path}`, ofReply(path, replies[index] as Reply));
  }
  if (name === 'anna' || name === 'ben')
    for (const { method, path, body, headers } of attemptsOf(scene))
      add(`${method} ${path}`, ofReply(path, await side.call(method, path, name, body, headers)));
  await side.settle();
  const mails = mailsTo(side, side.people[name].email);
  add('the mails', mails.join('\n\n'));
  return readings;
}
