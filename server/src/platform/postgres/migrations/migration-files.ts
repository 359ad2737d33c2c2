// A migration is a file of plain SQL, forward only. Marks in its heading say how it is applied:
//   -- migrate: expands            an older release works on the new schema, so it may be started again
//   -- migrate: concurrently       runs statement by statement without a transaction, as `create index concurrently` needs
//   -- migrate: in batches         one statement that changes at most $1 rows; workers repeat it until it finds none
//   -- migrate: after 0002_fill    waits until the batches of that migration have finished
import { readdir, readFile } from 'node:fs/promises';

type Mode = 'in a transaction' | 'concurrently' | 'in batches';

export interface Migration {
  name: string;
  text: string;
  mode: Mode;
  expands: boolean;
  /** The batches of this migration must have finished. */
  after?: string;
  /** The first sentence of the heading explains the migration in a plan. */
  purpose: string;
}

const FOLDER = new URL('../../../../migrations/', import.meta.url);

const MARK = /^-- migrate: (.+)$/gm;
const MODES = new Set<string>(['concurrently', 'in batches'] satisfies Mode[]);
const AFTER = /^after (\S+)$/;

const isKnown = (mark: string): boolean =>
  mark === 'expands' || MODES.has(mark) || AFTER.test(mark);

function purposeOf(text: string): string {
  const heading = /^(?:--.*\n)+/.exec(text)?.[0] ?? '';
  const words = heading
    .replaceAll(MARK, '')
    .replaceAll(/^--\s?/gm, '')
    .replaceAll(/\s+/g, ' ');
  return /^.*?[.](?=\s|$)/.exec(words.trim())?.[0] ?? words.trim();
}

/** Throws for an unknown mark: a misspelt one would be ignored. */
export function parseMigration(name: string, text: string): Migration {
  const marks = [...text.matchAll(MARK)].map(([, mark = '']) => mark.trim());
  const unknown = marks.find((mark) => !isKnown(mark));
  if (unknown !== undefined) throw new Error(`${name} has the unknown mark "${unknown}"`);
  if (marks.includes('in batches') && !text.includes('$1'))
    throw new Error(`${name} runs in batches and has no limit of $1 rows`);
  const after = marks.map((mark) => AFTER.exec(mark)?.[1]).find(Boolean);
  return {
    name,
    text,
    mode: (marks.find((mark) => MODES.has(mark)) ?? 'in a transaction') as Mode,
    expands: marks.includes('expands'),
    ...(after && { after }),
    purpose: purposeOf(text),
  };
}

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(new URL(file, folder), 'utf8')),
    ),
  );
}
