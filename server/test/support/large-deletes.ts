// Makes statements time out by their size instead of their duration, so that a test does not depend on the machine.
import type { Instance } from './harness.ts';

/** A statement that deletes more than `most` rows fails as if it had timed out. Returns a function that ends this. */
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
