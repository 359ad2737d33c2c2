// One parser and one resolver serve a process. The parser reads one mail at a time, while others wait.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type MailResolver, systemResolver } from '../senders/resolver.ts';
import { MailParser } from '../text/parse/mail-parser.ts';

/** The pool stands for the process, which has only one. */
const parsers = new WeakMap<Db, MailParser>();
const resolvers = new WeakMap<Db, MailResolver>();

type Key = Pick<Deps, 'db'>;

export function mailParserOf({ db }: Key): MailParser {
  const parser = parsers.get(db) ?? new MailParser();
  parsers.set(db, parser);
  return parser;
}

/** Messages that wait for the parser fail, and are processed by the next worker. */
export const stopMailParsing = async ({ db }: Key): Promise<void> => parsers.get(db)?.stop();

const serialWork = new WeakMap<Db, Promise<unknown>>();

/** Runs one such work after another in the process, also after one that failed. */
export function runSerially<T>({ db }: Key, work: () => Promise<T>): Promise<T> {
  const running = (serialWork.get(db) ?? Promise.resolve()).then(work);
  serialWork.set(
    db,
    running.catch(() => {}),
  );
  return running;
}

export function mailResolverOf({ db }: Key): MailResolver {
  const resolver = resolvers.get(db) ?? systemResolver();
  resolvers.set(db, resolver);
  return resolver;
}

/** Must be called before the first use. Tests answer for the domains of their senders. */
export const useMailResolver = ({ db }: Key, resolver: MailResolver): void => {
  resolvers.set(db, resolver);
};
