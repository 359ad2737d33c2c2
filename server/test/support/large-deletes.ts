// Statements that take too long, by their size instead of their time.
import type { Instance } from './harness.ts';

/** A statement that deletes more rows than this fails as one does that exceeds its time. Returns how to end that. */
export async function refuseLargeDeletes(
  instance: Instance,
  table: string,
  most: number,
): Promise<() => Promise<unknown>> {
  await instance.sql(`create function refuse_large_delete() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${most} then
        raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
      end if;
      return null;
    end $$`);
  await instance.sql(`create trigger refuse_large after delete on ${table}
    referencing old table as gone for each statement execute function refuse_large_delete()`);
  return () => instance.sql('drop function refuse_large_delete cascade');
}
