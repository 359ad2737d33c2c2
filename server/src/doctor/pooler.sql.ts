// PostgreSQL reports on the session of a plain client, which shows whether a pooler is in between.
import { randomUUID } from 'node:crypto';
import { TIMEOUTS_MS } from '../platform/postgres/connection.ts';
import { clientOf, connectionNames, fixedLogin } from '../platform/postgres/login.ts';

interface Session {
  isPooled: boolean;
  /** These timeouts are off for a client that requests none. */
  withoutTimeout: string[];
  /** Statements keep the name that the client gave them, so clients that share a backend would mix them up. */
  keepsStatementNames: boolean;
}

const CONNECT_WITHIN_MS = 5000;

/** Sends no startup parameter that a pooler could refuse. */
export async function readSession(url: string): Promise<Session> {
  const client = new (clientOf(fixedLogin(url)))({
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: CONNECT_WITHIN_MS,
    application_name: connectionNames.pool,
  });
  client.on('error', () => {});
  const name = `signalbox_${randomUUID()}`;
  try {
    await client.connect();
    // A pooler gives its clients process ids of its own, for cancel requests. The transaction holds on to the backend.
    await client.query('begin');
    const names = Object.keys(TIMEOUTS_MS);
    const { rows } = await client.query({
      name,
      text: `select pg_backend_pid() as pid,
        (select array_agg(name) from pg_settings where name = any($1) and setting = '0') as missing`,
      values: [names],
    });
    const { rows: sameName } = await client.query(
      'select from pg_prepared_statements where name = $1',
      [name],
    );
    // Another client may get this backend.
    if (sameName.length > 0) await client.query(`deallocate "${name}"`);
    await client.query('rollback');
    const { processID } = client as unknown as { processID: number };
    return {
      isPooled: rows[0].pid !== processID,
      withoutTimeout: rows[0].missing ?? [],
      keepsStatementNames: sameName.length > 0,
    };
  } finally {
    await client.end().catch(() => {});
  }
}
