// A login shows whether a host is the primary: PostgreSQL reports `in_hot_standby` before the first statement.
import pg from 'pg';
import { afterAwake, type Clock, systemClock } from '../../clock.ts';

/** A host that is frozen or cut off accepts no connection, or accepts it and sends nothing. */
const RESPOND_WITHIN_MS = 1200;

export type HostState =
  | { is: 'primary'; timeline: number }
  | { is: 'standby' }
  | { is: 'silent' }
  | { is: 'unreachable'; error: Error };

export function describeState(state: HostState | undefined): string {
  if (state?.is === 'primary') return `is the primary on timeline ${state.timeline}`;
  if (state?.is === 'standby') return 'is a standby';
  if (state?.is !== 'unreachable') return 'does not respond';
  const { message } = state.error;
  return `cannot be used (${message || (state.error as NodeJS.ErrnoException).code})`;
}

/** The declared types of the driver lack this member. */
export type Wire<Client> = Client & { connection: pg.Connection };

/** A primary whose operator has switched off writes is as good as a standby. */
const READ_ONLY_PARAMETERS = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Returns a function that says whether the connection has been reported to accept no writes. */
export function watchReadOnly({ connection }: Wire<pg.ClientBase>): () => boolean {
  const readOnly = new Set<string>();
  type Status = Record<'parameterName' | 'parameterValue', string>;
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Status) => {
    if (!READ_ONLY_PARAMETERS.has(parameterName)) return;
    if (parameterValue === 'on') readOnly.add(parameterName);
    else readOnly.delete(parameterName);
  });
  return () => readOnly.size > 0;
}

/** Each promotion begins a timeline, so of two hosts that accept writes the one with the higher number is the primary. */
const STATE = `select current_setting('transaction_read_only')::boolean as "isReadOnly",
  case when not pg_is_in_recovery() then
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

async function readState(client: Wire<pg.Client>): Promise<HostState> {
  const isReadOnly = watchReadOnly(client);
  await client.connect();
  if (isReadOnly()) return { is: 'standby' };
  const { rows } = await client.query(STATE);
  return rows[0].isReadOnly ? { is: 'standby' } : { is: 'primary', timeline: rows[0].timeline };
}

export function askHost(url: string, clock: Clock = systemClock): Promise<HostState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'signalbox hosts',
  }) as Wire<pg.Client>;
  client.on('error', () => {});
  return new Promise((resolve) => {
    const cancel = afterAwake(clock, RESPOND_WITHIN_MS, () => {
      resolve({ is: 'silent' });
      client.connection.stream.destroy();
    });
    readState(client)
      .catch((error: Error): HostState => ({ is: 'unreachable', error }))
      .then((state) => {
        cancel();
        resolve(state);
        return client.end();
      })
      .catch(() => {});
  });
}
