// A fingerprint of the schema tells whether a database that earlier commits have migrated equals the baseline.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * Each line describes one object as PostgreSQL prints it. Left out are objects of extensions, the tables of migrations,
 * and partitions of months, which depend on the date.
 */
const DESCRIPTION = sql<{ line: string }>`
  with own as (
    select c.oid, c.relname, c.relkind, c.reloptions
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relname not like 'schema\\_%'
      and (not c.relispartition or c.relname like '%\\_default')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  ), lines as (
    select format('table %s %s %s %s', relname, relkind, reloptions,
      case when relkind = 'p' then pg_get_partkeydef(oid) end) as line
    from own where relkind in ('r', 'p')
    union all
    select format('column %s %s %s %s %s %s %s %s', relname,
      row_number() over (partition by own.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
      (select collname from pg_collation where oid = a.attcollation),
      pg_get_expr(d.adbin, d.adrelid))
    from own
      join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
    where relkind in ('r', 'p')
    union all
    select format('constraint %s %s %s', own.relname, k.conname, pg_get_constraintdef(k.oid))
    from own join pg_constraint k on k.conrelid = own.oid
    union all
    select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
    from own join pg_index i on i.indrelid = own.oid
    union all
    select format('trigger %s', pg_get_triggerdef(t.oid))
    from own join pg_trigger t on t.tgrelid = own.oid where not t.tgisinternal
    union all
    select format('view %s %s', relname, pg_get_viewdef(oid)) from own where relkind = 'v'
    union all
    select format('sequence %s %s %s', relname, s.seqstart, s.seqincrement)
    from own join pg_sequence s on s.seqrelid = own.oid
    union all
    select format('function %s', pg_get_functiondef(p.oid))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select line from lines order by line collate "C"`;

export async function fingerprintSchema(db: Db): Promise<string> {
  const { rows } = await DESCRIPTION.execute(db);
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex');
}
