// A test that waits for a lock reads those of its own database: the server lists the locks of all its databases, and
// clones of one template have the same object ids.
export const OWN_LOCKS = `(select * from pg_locks
  where database = (select oid from pg_database where datname = current_database()))`;
