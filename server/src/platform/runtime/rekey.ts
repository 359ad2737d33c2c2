// Changes ENCRYPTION_KEY: seals everything again under the new key, in one transaction.
import { sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import { sealedColumns } from '../crypto/sealed-columns.ts';
import { isSealedUnder, open, rowIdOf, seal, secretKeyOf } from '../crypto/sealing.ts';

const MAX_BATCH_ROWS = 500;

/** Skips rows that are already sealed under the new key, so it can be repeated. Returns the number of rows. */
export const rekey = (db: Db, from: Buffer, to: Buffer): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const [oldKey, newKey] = [secretKeyOf(from), secretKeyOf(to)];
    await sql`set local statement_timeout = 0`.execute(tx);
    let count = 0;
    for (const { table, column } of sealedColumns()) {
      const [name, sealed] = [sql.table(table), sql.ref(column)];
      // Writers wait until the end: a row sealed under the old key meanwhile would become unreadable.
      await sql`lock table ${name} in share row exclusive mode`.execute(tx);
      for (let after = ''; ;) {
        const { rows } = await sql<{ id: string; sealed: Buffer }>`
          select id, ${sealed} as sealed from ${name} where id > ${after} and ${sealed} is not null
          order by id limit ${sql.lit(MAX_BATCH_ROWS)}`.execute(tx);
        for (const row of rows.filter((one) => !isSealedUnder(newKey, one.sealed))) {
          const rowId = rowIdOf(table, row.id);
          const again = seal(newKey, rowId, open(oldKey, rowId, row.sealed));
          await sql`update ${name} set ${sealed} = ${again} where id = ${row.id}`.execute(tx);
          count += 1;
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.id;
      }
    }
    return count;
  });
