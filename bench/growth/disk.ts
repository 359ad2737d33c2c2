// Reads how much of the disk each table takes, partitions added up, and how far the write-ahead log is.
import type { Client } from '../../server/test/support/databases.ts';

export interface TableSize {
  bytes: number;
  indexBytes: number;
}

const SIZES = `
  select coalesce(parent.relname, part.relname) as name, sum(pg_table_size(part.oid))::float8 as bytes,
    sum(pg_indexes_size(part.oid))::float8 as "indexBytes"
  from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class parent on parent.oid = inhparent
  where part.relkind = 'r' and part.relnamespace = 'public'::regnamespace group by 1`;

export async function readSizes(client: Client): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { name: string }>(SIZES);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

export const totalOf = (sizes: ReadonlyMap<string, TableSize>, tables: readonly string[]): number =>
  tables.reduce((sum, name) => {
    const { bytes = 0, indexBytes = 0 } = sizes.get(name) ?? {};
    return sum + bytes + indexBytes;
  }, 0);

/** The log is shared by all databases of the server. */
export async function readLogPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

const COUNTS = ['incident_stats', 'incident_totals', 'incident_requester_totals'];

/** Returns bytes for each incident, and for each note and article, with their indexes. */
export async function measureDisk(client: Client): Promise<Record<string, number>> {
  const sizes = await readSizes(client);
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*) from incidents)::float8 as incidents, (select count(*) from work_notes)::float8 as notes,
       (select count(*) from articles)::float8 as articles, pg_database_size(current_database())::float8 as all`,
  );
  const { incidents = 0, notes = 0, articles = 0, all = 0 } = rows[0] ?? {};
  const each = (bytes: number, count: number) => Math.round(bytes / Math.max(1, count));
  const { bytes: heap = 0, indexBytes: indexes = 0 } = sizes.get('incidents') ?? {};
  return {
    database_mb: Math.round(all / 2 ** 20),
    incident_row_bytes: each(heap, incidents),
    incident_index_bytes: each(indexes, incidents),
    incident_count_bytes: each(totalOf(sizes, COUNTS), incidents),
    note_bytes: each(totalOf(sizes, ['work_notes']), notes),
    article_bytes: each(totalOf(sizes, ['articles', 'passages']), articles),
  };
}
