// Behind a connection pooler such as PgBouncer, sessions (LISTEN, the lock of migrations), startup parameters (timeouts)
// and, with an old one, names of prepared statements are lost.
import type { Logger } from 'pino';
import { UsageError } from '../platform/errors.ts';
import { type Config, directUrlOf } from '../platform/runtime/config.ts';
import { readSession } from './pooler.sql.ts';

type Urls = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

export interface PoolerFault {
  detail: string;
  advice: string;
  /** The service must not start with a fatal fault. */
  isFatal: boolean;
}

const SEE = 'See "Connection pooler" in docs/operations.md.';

/** Returns undefined if there is no pooler. Rejects if there is no connection. */
export async function poolerFaults(urls: Urls): Promise<PoolerFault[] | undefined> {
  const session = await readSession(urls.DATABASE_URL);
  if (!session.isPooled) return undefined;
  const hasDirect = directUrlOf(urls) !== urls.DATABASE_URL;
  const faults: PoolerFault[] = [];
  if (!hasDirect || (await readSession(urls.DATABASE_DIRECT_URL)).isPooled) {
    faults.push({
      detail: `${hasDirect ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} points to a connection pooler, such as PgBouncer; notifications, migrations and jobs need PostgreSQL itself.`,
      advice: `Set DATABASE_DIRECT_URL to the address of PostgreSQL. ${SEE}`,
      isFatal: true,
    });
  }
  if (session.keepsStatementNames) {
    faults.push({
      detail: 'The pooler does not manage prepared statements.',
      advice: `Use PgBouncer 1.21 or later with max_prepared_statements above 0. ${SEE}`,
      isFatal: false,
    });
  }
  if (session.withoutTimeout.length > 0) {
    faults.push({
      detail: `The pooler does not pass on timeouts, and the role has none: ${session.withoutTimeout.join(', ')}.`,
      advice: `Set the timeouts for the role, such as \`alter role signalbox set statement_timeout = '10s'\`. ${SEE}`,
      isFatal: false,
    });
  }
  return faults;
}

/** Does nothing while the database is unreachable, which other checks report. */
export async function requireUsablePooler(urls: Urls, log: Logger): Promise<void> {
  const faults = (await poolerFaults(urls).catch(() => undefined)) ?? [];
  const fatal = faults.find(({ isFatal }) => isFatal);
  if (fatal) throw new UsageError(`${fatal.detail} ${fatal.advice}`);
  for (const { detail, advice } of faults) log.warn({ detail, advice }, 'database.pooler_fault');
}
