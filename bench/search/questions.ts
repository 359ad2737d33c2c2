// People ask the one search for words, beginnings of words, names and ids; each has its goal.
import type { Client } from '../../server/test/support/databases.ts';
import { RARE_WORD, WORD_IN_ONE_PERCENT } from '../../server/test/support/generate-records.ts';

export interface Question {
  name: string;
  q: string;
  kind: 'word' | 'id';
  /** The first hit has this id. */
  first?: string;
}

export const GOAL_P95_MS = { word: 150, id: 20 };

const words: [name: string, q: string][] = [
  ['a word in one incident', RARE_WORD],
  ['a word in 1 % of incidents', WORD_IN_ONE_PERCENT],
  ['a word in 14 % of incidents', 'password'],
  ['a word in nearly all incidents', 'host'],
  ['two letters', 'pr'],
  ['three letters', 'pri'],
  ['five letters', 'print'],
  ['three letters of frequent words', 'rep'],
  ['two words', 'berlin password'],
  ['two words, the second incomplete', 'berlin pass'],
  ['two words that are rare together', `${WORD_IN_ONE_PERCENT} ${RARE_WORD}`],
  ['a word nobody wrote', 'xylophone'],
  ['a word of many notes', 'voicemail'],
  ['a word of many notes and articles', 'spooler'],
  ['the name of a person', 'novak'],
];

const ids: [name: string, q: string][] = [
  ['id of an incident', 'INC0000123'],
  ['id of a change', 'CHG0000007'],
  ['id of a request', 'REQ0000007'],
  ['id of an article', 'KB0000007'],
  ['id of a CI', 'CI7'],
];

/** Every note has a word of its own. */
async function readWordOfNote(client: Client): Promise<string> {
  const { rows } = await client.query(
    `select substring(body from 'Reference (\\w+)') as word from work_notes order by id desc limit 1`,
  );
  return rows[0].word;
}

/** Returns the id of an incident of the person, if there is one. */
async function findOwn(client: Client, email: string): Promise<[name: string, q: string][]> {
  const { rows } = await client.query(
    'select id from incidents where lower(opened_by) = $1 and deleted_at is null limit 1',
    [email],
  );
  return rows.map(({ id }) => ['id of an own incident', id]);
}

/** A requester asks for the id of an own incident; another id may be a word of a record, so all words are searched. */
export async function readQuestions(
  client: Client,
  { email, isWide }: { email: string; isWide: boolean },
): Promise<Question[]> {
  const readable: [string, string][] = isWide
    ? [...ids, ['an id in small letters', 'inc0000123']]
    : [['id of an article', 'KB0000007'], ...(await findOwn(client, email))];
  const inOneNote: [string, string] = ['a word in one note', await readWordOfNote(client)];
  const unknown: [string, string] = ['an unknown id', 'INC9999999'];
  return [
    ...[...words, inOneNote, unknown].map(([name, q]): Question => ({ name, q, kind: 'word' })),
    ...readable.map(([name, q]): Question => ({ name, q, kind: 'id', first: q.toUpperCase() })),
  ];
}
