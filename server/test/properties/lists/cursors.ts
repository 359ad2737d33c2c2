// A cursor that the list did not return for this query must be rejected as invalid_cursor.
import type { RequestOptions, Instance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const LIST = '/incidents?limit=2&sort=priority&order=asc&state=new';

interface Forgery {
  name: string;
  path: string;
  cursor: string;
  ask?: RequestOptions;
}

const kim: RequestOptions = { as: 'requester', email: 'kim@example.com' };
const lee: RequestOptions = { as: 'requester', email: 'lee@example.com' };

/** Changes every character and byte, and truncates to every length. */
function damage(cursor: string, seed: number): Forgery[] {
  const random = randomFrom(seed);
  const bytes = Buffer.from(cursor, 'base64url');
  const characters = Array.from(cursor, (character, index) => {
    const other = random.pick(Array.from(ALPHABET).filter((one) => one !== character));
    return `${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`;
  });
  const flipped = Array.from(bytes, (byte, index) => {
    const copy = Buffer.from(bytes);
    copy[index] = byte ^ (1 + random.below(255));
    return copy.toString('base64url');
  });
  const cut = Array.from(cursor, (_, length) => cursor.slice(0, length));
  const grown = [
    `${cursor}A`,
    `${cursor}%3D`,
    `${cursor}%20`,
    cursor + cursor,
    'null',
    '%F0%9F%94%91',
  ];
  return Object.entries({ character: characters, byte: flipped, cut, grown }).flatMap(
    ([name, cursors]) =>
      cursors.map((one, index) => ({ name: `${name} ${index}`, path: LIST, cursor: one })),
  );
}

/** Each query asks the same list another question. */
const otherQuestions = [
  '/incidents?limit=2&sort=priority&order=asc',
  '/incidents?limit=2&sort=priority&order=asc&state=in_progress',
  '/incidents?limit=2&sort=priority&order=asc&state=new,in_progress',
  '/incidents?limit=2&sort=priority&order=asc&state=new&priority=P1',
  '/incidents?limit=2&sort=priority&order=asc&state=new&created_after=2020-01-01',
  '/incidents?limit=2&sort=priority&order=asc&category=new',
  '/incidents?limit=2&sort=priority&order=desc&state=new',
  '/incidents?limit=2&sort=created_at&order=asc&state=new',
  '/incidents?limit=2&sort=updated_at&order=asc&state=new',
  '/incidents?limit=2&state=new',
  '/audit?limit=2',
];

async function cursorOf(instance: Instance, path: string, ask?: RequestOptions): Promise<string> {
  const { body, text } = await instance.call('GET', path, ask);
  if (!body.next_cursor) throw new Error(`${path} has no further page: ${text}`);
  return body.next_cursor;
}

async function notesCursor(
  instance: Instance,
): Promise<{ paths: [string, string]; cursor: string }> {
  const paths = await Promise.all(
    ['one', 'other'].map(async (short_description) => {
      const { body } = await instance.call('POST', '/incidents', { body: { short_description } });
      const path = `/incidents/${body.id}/notes`;
      for (const note of ['a', 'b']) await instance.call('POST', path, { body: { body: note } });
      return `${path}?limit=1`;
    }),
  );
  const [first = '', second = ''] = paths;
  return { paths: [first, second], cursor: await cursorOf(instance, first) };
}

/** Returns the cursors that were not rejected as invalid_cursor, and how many were tried. */
export async function tryForgeries(instance: Instance, seed: number) {
  const cursor = await cursorOf(instance, LIST);
  const ofKim = await cursorOf(instance, LIST, kim);
  const ofAudit = await cursorOf(instance, '/audit?limit=2');
  const notes = await notesCursor(instance);
  const forgeries: Forgery[] = [
    ...damage(cursor, seed),
    ...otherQuestions.map((path) => ({ name: 'other question', path, cursor })),
    { name: "all records', as a requester", path: LIST, cursor, ask: kim },
    { name: "a requester's, as a manager", path: LIST, cursor: ofKim },
    { name: "another requester's", path: LIST, cursor: ofKim, ask: lee },
    { name: "the audit's", path: LIST, cursor: ofAudit },
    { name: "another incident's notes'", path: notes.paths[1], cursor: notes.cursor },
    { name: "incidents', on notes", path: notes.paths[0], cursor },
    { name: "notes', on incidents", path: LIST, cursor: notes.cursor },
    {
      name: "notes', as an auditor who sees fewer",
      path: notes.paths[0],
      cursor: notes.cursor,
      ask: { as: 'auditor' },
    },
  ];
  const faults: string[] = [];
  for (const { name, path, cursor: forged, ask } of forgeries) {
    const { status, body } = await instance.call('GET', `${path}&cursor=${forged}`, ask);
    if (status !== 400 || body.code !== 'invalid_cursor')
      faults.push(`seed ${seed}: cursor (${name}) on ${path} is ${status} ${body.code ?? ''}`);
  }
  const genuine: [string, string, RequestOptions?][] = [
    [LIST, cursor],
    [LIST, cursor, { as: 'auditor' }],
    [LIST, cursor, { prefix: '/prod/api' }],
    [LIST, ofKim, kim],
    ['/audit?limit=2', ofAudit],
    [notes.paths[0], notes.cursor],
  ];
  for (const [path, good, ask] of genuine) {
    const { status } = await instance.call('GET', `${path}&cursor=${good}`, ask);
    if (status !== 200) faults.push(`a genuine cursor on ${path} is ${status}`);
  }
  return { tried: forgeries.length, faults };
}
