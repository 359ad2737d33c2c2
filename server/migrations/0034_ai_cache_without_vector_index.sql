-- Few cached responses share a signature, so that their vectors are compared one by one. An insert into the index took
-- more than all of these comparisons. The table is small and only a cache: waiting for its lock does no harm.
-- squawk-ignore require-concurrent-index-deletion
drop index ai_cache_nearest;
