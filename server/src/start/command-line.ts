// A line that a person can paste repeats the way in which this process was started: by npm or by node.
import { relative } from 'node:path';

export interface OwnProcess {
  argv: readonly string[];
  execArgv: readonly string[];
  env: Record<string, string | undefined>;
  cwd: () => string;
}

const PACKAGE = 'signalbox';

/** Quotes a word if a shell would split or expand it. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll(`'`, `'\\''`)}'`;

const FIRST_USER = 'user create --email ada@example.com --name Ada --role super_admin';

/** Returns the name of the script of npm that started this process. */
const scriptOf = ({ env }: OwnProcess): string | undefined =>
  env['npm_package_name'] === PACKAGE ? env['npm_lifecycle_event'] : undefined;

const runByNode = ({ execArgv, argv, cwd }: OwnProcess, ...args: string[]): string =>
  ['node', ...execArgv, relative(cwd(), argv[1] ?? ''), ...args].map(quote).join(' ');

/** Returns the line that starts this process again. */
export function repeatCommand(own: OwnProcess): string {
  const script = scriptOf(own);
  if (!script) return runByNode(own, ...own.argv.slice(2));
  // npm has a short form of this script alone.
  return script === 'start' ? 'npm start' : `npm run ${script}`;
}

/** Returns the line that creates the first user; docs/tutorials/run-it.md has the same one. */
export const createUserCommand = (own: OwnProcess): string =>
  `${scriptOf(own) ? 'npm run -s admin --' : runByNode(own, 'admin')} ${FIRST_USER}`;
