-- Written by `npm run generate`; the migrations are the source.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';

CREATE FUNCTION public.add_article_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into article_words (word)
  select distinct lower(part[1]) from written,
    regexp_matches(title || ' ' || coalesce(summary, ''), '[[:alnum:]]{4,}', 'g') as part
  where length(part[1]) <= 40
  order by 1
  on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.add_histograms(one integer[], other integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select array_agg(array[bucket, n] order by bucket) from (
    select pairs[i][1] as bucket, sum(pairs[i][2])::integer as n
    from (select one || other as pairs) as both_of, generate_subscripts(pairs, 1) as i group by 1) as summed
$$;

CREATE FUNCTION public.count_incident() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into incident_deltas (day, state, priority, category, assignment_group, assigned_to, opened_by, n)
    values ((old.created_at at time zone 'UTC')::date, old.state, old.priority, old.category,
      old.assignment_group, old.assigned_to, old.opened_by, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into incident_deltas (day, state, priority, category, assignment_group, assigned_to, opened_by, n)
    values ((new.created_at at time zone 'UTC')::date, new.state, new.priority, new.category,
      new.assignment_group, new.assigned_to, new.opened_by, 1);
  end if;
  return null;
end $$;

CREATE FUNCTION public.count_incident_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category)
    values ((new.created_at at time zone 'UTC')::date, 'created', new.priority, new.assignment_group, new.category);
  end if;
  if (tg_op = 'INSERT' and new.resolved_at is not null)
    or (tg_op = 'UPDATE' and new.state = 'resolved' and old.state <> 'resolved')
  then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category, bucket)
    values ((coalesce(new.resolved_at, new.updated_at) at time zone 'UTC')::date, 'resolved', new.priority,
      new.assignment_group, new.category,
      seconds_bucket(extract(epoch from coalesce(new.resolved_at, new.updated_at) - new.created_at)));
  end if;
  if new.sla_breached_at is not null and (tg_op = 'INSERT' or new.sla_breached_at is distinct from old.sla_breached_at)
  then
    insert into incident_stat_deltas (day, event, priority, assignment_group, category)
    values ((new.sla_breached_at at time zone 'UTC')::date, 'breached', new.priority, new.assignment_group, new.category);
  end if;
  return null;
end $$;

CREATE FUNCTION public.count_other_requester() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and lower(old.requester) <> lower(old.opened_by) then
    insert into incident_requester_deltas (state, priority, other_requester, n)
    values (old.state, old.priority, old.requester, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and lower(new.requester) <> lower(new.opened_by) then
    insert into incident_requester_deltas (state, priority, other_requester, n)
    values (new.state, new.priority, new.requester, 1);
  end if;
  return null;
end $$;

CREATE FUNCTION public.delivery_id(event uuid, webhook text, replay integer) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select (left(replace(event::text, '-', ''), 12) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 14, 3) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 18))::uuid
$$;

CREATE FUNCTION public.ensure_month_partitions(since date, ahead integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('ensure_month_partitions'));
  perform make_month_partition(c.relname, (date_trunc('month', since::timestamp) + make_interval(months => step))::date)
  from pg_partitioned_table p
    join pg_class c on c.oid = p.partrelid
    cross join generate_series(0, ahead) as step
  where c.relnamespace = 'public'::regnamespace
  order by c.relname, step;
end $$;

CREATE FUNCTION public.fill_incident_stats() RETURNS void
    LANGUAGE plpgsql
    SET work_mem TO '256MB'
    AS $_$
declare
  slot record;
begin
  lock table incidents in share row exclusive mode;
  delete from incident_stat_deltas;
  delete from incident_stats;
  create temporary table facts on commit drop as
    select day, priority, assignment_group collate "C" as assignment_group, category collate "C" as category, bucket,
      sum(created)::integer as created, sum(resolved)::integer as resolved, sum(breached)::integer as breached
    from incidents cross join lateral (values
      ((created_at at time zone 'UTC')::date, null::smallint, 1, 0, 0),
      ((resolved_at at time zone 'UTC')::date, seconds_bucket(extract(epoch from resolved_at - created_at)), 0, 1, 0),
      ((sla_breached_at at time zone 'UTC')::date, null, 0, 0, 1)
    ) as happened (day, bucket, created, resolved, breached)
    where day is not null
    group by 1, 2, 3, 4, 5;
  analyze facts;
  -- One statement per dimension: all at once sorted 64 million rows for 5 million incidents.
  for slot in
    select intervals.name || ':' || columns.name as dimension, value, first_day
    from (values ('day', 'day'), ('week', 'day - (extract(isodow from day)::integer - 1)')) as intervals (name, first_day),
      (values
        ('', ''''''),
        ('priority', 'priority'),
        ('assignment_group', 'assignment_group'),
        ('category', 'category'),
        ('priority,assignment_group', 'length(priority) || '':'' || priority || assignment_group'),
        ('priority,category', 'length(priority) || '':'' || priority || category'),
        ('assignment_group,category', 'length(assignment_group) || '':'' || assignment_group || category'),
        ('priority,assignment_group,category',
          'length(priority) || '':'' || priority || length(assignment_group) || '':'' || assignment_group || category')
      ) as columns (name, value)
  loop
    execute format(
      'insert into incident_stats (dimension, value, day, created, resolved, breached, resolve_seconds)
       select %1$L, value, first_day, sum(created), sum(resolved), sum(breached),
         array_agg(array[bucket, resolved] order by bucket) filter (where bucket is not null)
       from (
         select (%2$s) collate "C" as value, %3$s as first_day, bucket::integer, sum(created)::integer as created,
           sum(resolved)::integer as resolved, sum(breached)::integer as breached
         from facts group by 1, 2, 3) as of_bucket
       where value is not null group by 2, 3', slot.dimension, slot.value, slot.first_day);
  end loop;
end $_$;

CREATE FUNCTION public.joined_tags(tags text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_string(tags, ' '::text);

CREATE FUNCTION public.lease_due_deliveries(claim uuid, at timestamp with time zone, lease interval, cap integer, busy_ids text[], busy_counts integer[], only_ids text[], most integer) RETURNS TABLE(id uuid, webhook_id text, webhook_version integer, event_id uuid, event text, record_id text, sequence integer, attempts integer, body bytea)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_sort TO 'off'
    AS $$
#variable_conflict use_column
declare
  asked_at constant timestamptz := clock_timestamp();
  taken_ids uuid[];
  versions int[];
begin
  perform set_config('synchronous_commit', 'off', true);
  with room as materialized (
    select w.id, w.version, cap - coalesce(busy.n, 0) as n
    from outbound_webhooks w left join unnest(busy_ids, busy_counts) as busy (id, n) on busy.id = w.id
    where w.active and w.deleted_at is null and (only_ids is null or w.id = any(only_ids))
  ), picked as materialized (
    select due.id, room.version
    from room cross join lateral lock_due_deliveries(room.id, at, asked_at, room.n) as due (id)
    limit most
  ), taken as (
    update delivery_queue q
    set claim = lease_due_deliveries.claim, leased_until = clock_timestamp() + lease
    from picked where q.id = picked.id
    returning q.id, picked.version
  )
  select array_agg(taken.id), array_agg(taken.version) into taken_ids, versions from taken;
  if taken_ids is null then return; end if;
  return query
  select d.id, d.webhook_id, taken.version, d.event_id, d.event, d.record_id, d.sequence, d.attempts, d.body
  from unnest(taken_ids, versions) as taken (id, version) join deliveries d on d.id = taken.id;
end $$;

CREATE FUNCTION public.lock_due_deliveries(webhook text, at timestamp with time zone, asked_at timestamp with time zone, n integer) RETURNS SETOF uuid
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  most_passed constant int := 200;
  most_heads constant int := 1000;
  first_ids uuid[];
  waiting int;
  start text;
begin
  if n <= 0 then return; end if;
  first_ids := array(select q.id
  from (
    select d.id, d.due_at from delivery_queue d
    where d.webhook_id = webhook and d.due_at <= at order by d.due_at limit most_passed) as oldest
    join delivery_queue q on q.id = oldest.id
  where (q.leased_until is null or q.leased_until <= asked_at)
    and (not q.in_order or not exists (
      select from delivery_queue earlier
      where earlier.webhook_id || earlier.record_id = q.webhook_id || q.record_id
        and earlier.sequence < q.sequence and earlier.in_order))
  order by oldest.due_at
  limit n
  for update of q skip locked);
  return query select unnest(first_ids);
  if cardinality(first_ids) = n then return; end if;

  select count(*) into waiting from (
    select from delivery_queue d where d.webhook_id = webhook and d.due_at <= at limit most_passed + 1) as due;
  if waiting <= most_passed then return; end if;

  select d.webhook_id || d.record_id into start
  from delivery_queue d
  where d.webhook_id = webhook and d.due_at >= (
    select min(e.due_at) + random() * (at - min(e.due_at)) from delivery_queue e where e.webhook_id = webhook)
  order by d.due_at limit 1;
  return query
  with recursive after_start as (
    (select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id >= coalesce(start, webhook)
        and d.webhook_id || d.record_id < webhook || '~'
      order by d.webhook_id || d.record_id, d.sequence limit 1)
    union all
    select next.* from after_start, lateral (
      select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id > after_start.key
        and d.webhook_id || d.record_id < webhook || '~'
      order by d.webhook_id || d.record_id, d.sequence limit 1) as next
  ), before_start as (
    (select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id >= webhook
        and d.webhook_id || d.record_id < start
      order by d.webhook_id || d.record_id, d.sequence limit 1)
    union all
    select next.* from before_start, lateral (
      select d.webhook_id || d.record_id as key, d.id from delivery_queue d
      where d.in_order and d.webhook_id || d.record_id > before_start.key
        and d.webhook_id || d.record_id < start
      order by d.webhook_id || d.record_id, d.sequence limit 1) as next
  ), heads as materialized (
    select heads.id from (select id from after_start union all select id from before_start) as heads limit most_heads
  ), retries as materialized (
    select d.id from delivery_queue d
    where d.webhook_id = webhook and d.due_at <= at and not d.in_order
      and (d.leased_until is null or d.leased_until <= asked_at)
    order by d.due_at limit n
  ), candidates as materialized (
    select q.id from (select heads.id from heads union all select retries.id from retries) as found
      join delivery_queue q on q.id = found.id
    where q.due_at <= at and (q.leased_until is null or q.leased_until <= asked_at) and q.id <> all(first_ids)
    order by q.due_at limit n
  )
  select q.id from candidates join delivery_queue q on q.id = candidates.id
  where q.leased_until is null or q.leased_until <= asked_at
  limit n - cardinality(first_ids)
  for update of q skip locked;
end $$;

CREATE FUNCTION public.log_changed_recipients() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into notification_changes (recipient) select distinct lower(recipient) from changed;
  return null;
end $$;

CREATE FUNCTION public.log_recipients_of_read() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into notification_changes (recipient)
  select distinct lower(changed.recipient) from changed join former using (id)
  where (changed.read_at is null) <> (former.read_at is null);
  return null;
end $$;

CREATE FUNCTION public.make_month_partition(parent text, month date) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  part constant text := parent || to_char(month, '_YYYY_MM');
  first_id constant uuid := month_floor(month);
  end_id constant uuid := month_floor((month + interval '1 month')::date);
begin
  if to_regclass(format('public.%I', part)) is not null then
    return;
  end if;
  execute format('create table public.%I (like public.%I including all)', part, parent);
  execute format('with moved as (delete from public.%I where id >= %L and id < %L returning *) insert into public.%I select * from moved',
    parent || '_default', first_id, end_id, part);
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
    parent, part, first_id, end_id);
end $$;

CREATE FUNCTION public.month_floor(month date) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT
    AS $$
  select (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

CREATE FUNCTION public.present_group_name(given text) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select coalesce(
    (select groups.name from group_names join groups on groups.id = group_names.group_id
     where group_names.name = given),
    given)
$$;

CREATE FUNCTION public.record_id(prefix text, n bigint) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT
    AS $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  first_letter constant bigint := 21767823360; -- A000000 in base 36
  rest bigint := n - 10000000 + first_letter;
  code text := '';
begin
  if n < 10000000 then
    return prefix || lpad(n::text, 7, '0');
  end if;
  for place in 1..7 loop
    code := substr(digits, (rest % 36)::int + 1, 1) || code;
    rest := rest / 36;
  end loop;
  if rest > 0 then
    raise exception 'no seven characters are left for record number %', n;
  end if;
  return prefix || code;
end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.reserve_group_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into group_names values (new.name, new.id) on conflict do nothing;
  if not exists (select from group_names where name = new.name and group_id = new.id) then
    raise unique_violation using constraint = 'group_names_pkey',
      message = 'the name belongs to another group';
  end if;
  return null;
end $$;

CREATE FUNCTION public.reserve_user_address() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into user_addresses values (lower(new.email), new.id) on conflict do nothing;
  if not exists (select from user_addresses where address = lower(new.email) and user_id = new.id) then
    raise unique_violation using constraint = 'user_addresses_pkey',
      message = 'the address belongs to another user';
  end if;
  return null;
end $$;

CREATE FUNCTION public.save_attempts(results json) RETURNS SETOF uuid
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
begin
  return query
  with result as materialized (
    select * from json_to_recordset(results) as r (id uuid, claim uuid, number int, status text,
      next_attempt_at timestamptz, ended_at timestamptz, started_at timestamptz, duration_ms int, status_code int,
      error text, request jsonb, response jsonb)
  ), ended as (
    delete from delivery_queue q using result r
    where q.id = r.id and q.claim = r.claim and r.next_attempt_at is null
    returning r.*
  ), owed as (
    update delivery_queue q set due_at = r.next_attempt_at, in_order = false, leased_until = null, claim = null
    from result r
    where q.id = r.id and q.claim = r.claim and r.next_attempt_at is not null
    returning r.*
  ), kept as materialized (
    select * from ended union all select * from owed
  ), written as (
    update deliveries d
    set status = k.status, attempts = k.number, next_attempt_at = k.next_attempt_at,
      finished_at = case when k.next_attempt_at is null then k.ended_at end,
      last_status = k.status_code, last_error = k.error
    from kept k where d.id = k.id
    returning k.*
  )
  insert into attempts (id, number, started_at, duration_ms, status_code, error, request, response)
  select w.id, w.number, w.started_at, w.duration_ms, w.status_code, w.error, w.request, w.response from written w
  returning attempts.id;
end $$;

CREATE FUNCTION public.seconds_bucket(seconds double precision) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case when seconds < 1 then 0 else 1 + floor(ln(seconds) / ln(1.1::float8)) end::smallint
$$;

CREATE TABLE public.account_links (
    user_id text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL,
    audience text NOT NULL,
    token_hash bytea,
    browser_hash bytea,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT account_links_audience_check CHECK ((audience = ANY (ARRAY['reset'::text, 'invitation'::text, 'api_keys'::text])))
);

CREATE UNLOGGED TABLE public.ai_cache (
    id uuid DEFAULT uuidv7() NOT NULL,
    scope text NOT NULL,
    question text NOT NULL,
    signature text,
    embedding public.vector(384),
    response jsonb NOT NULL,
    sources jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.ai_quotes (
    quoted_id text NOT NULL COLLATE pg_catalog."C",
    incident_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.ai_usage (
    caller text NOT NULL,
    day date NOT NULL,
    tokens bigint NOT NULL
);

CREATE TABLE public.api_keys (
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.article_counts (
    article_id text NOT NULL COLLATE pg_catalog."C",
    view_count bigint DEFAULT 0 NOT NULL,
    helpful_count integer DEFAULT 0 NOT NULL,
    vote_count integer DEFAULT 0 NOT NULL,
    citation_count bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE SEQUENCE public.article_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.article_versions (
    id uuid DEFAULT uuidv7() NOT NULL,
    article_id text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    title text NOT NULL,
    summary text,
    body text NOT NULL,
    category text,
    tags text[] NOT NULL,
    language text NOT NULL,
    edited_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.article_votes (
    article_id text NOT NULL COLLATE pg_catalog."C",
    voter text NOT NULL,
    helpful boolean NOT NULL,
    voted_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.article_words (
    word text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.articles (
    id text DEFAULT public.record_id('KB'::text, nextval('public.article_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    summary text,
    body text NOT NULL,
    category text,
    tags text[] NOT NULL,
    language text NOT NULL,
    state text NOT NULL,
    author text NOT NULL,
    pending jsonb,
    pending_revision boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    search tsvector GENERATED ALWAYS AS (((setweight(to_tsvector('english'::regconfig, ((id || ' '::text) || title)), 'A'::"char") || setweight(to_tsvector('english'::regconfig, ((((COALESCE(summary, ''::text) || ' '::text) || COALESCE(category, ''::text)) || ' '::text) || public.joined_tags(tags))), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, body), 'D'::"char"))) STORED NOT NULL,
    sent_back jsonb,
    event_sequence integer DEFAULT 0 NOT NULL,
    CONSTRAINT articles_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'review'::text, 'published'::text, 'retired'::text])))
);

CREATE TABLE public.assignment_rotations (
    group_id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C"
);

CREATE TABLE public.attachment_usage (
    caller text NOT NULL,
    day date NOT NULL,
    bytes bigint NOT NULL
);

CREATE TABLE public.attachments (
    id text DEFAULT ('att_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    note_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    sha256 bytea NOT NULL,
    filename text NOT NULL,
    content_type text NOT NULL,
    size integer NOT NULL
);

CREATE TABLE public.attempts (
    id uuid NOT NULL,
    number integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    error text,
    request jsonb NOT NULL,
    response jsonb,
    CONSTRAINT attempts_number_check CHECK (((number >= 1) AND (number <= 5)))
)
PARTITION BY RANGE (id);

CREATE TABLE public.attempts_default (
    id uuid CONSTRAINT attempts_id_not_null NOT NULL,
    number integer CONSTRAINT attempts_number_not_null NOT NULL,
    started_at timestamp(3) with time zone CONSTRAINT attempts_started_at_not_null NOT NULL,
    duration_ms integer CONSTRAINT attempts_duration_ms_not_null NOT NULL,
    status_code integer,
    error text,
    request jsonb CONSTRAINT attempts_request_not_null NOT NULL,
    response jsonb,
    CONSTRAINT attempts_number_check CHECK (((number >= 1) AND (number <= 5)))
);

CREATE TABLE public.automatic_answers (
    id uuid DEFAULT uuidv7() NOT NULL,
    address text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    answered_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.backups (
    kind text NOT NULL COLLATE pg_catalog."C",
    finished_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.bulk_jobs (
    id text DEFAULT ('job_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    operation text NOT NULL,
    dry_run boolean NOT NULL,
    caller text NOT NULL COLLATE pg_catalog."C",
    actor jsonb NOT NULL,
    request_id text NOT NULL,
    records jsonb NOT NULL,
    fields jsonb,
    status text DEFAULT 'queued'::text NOT NULL,
    total integer NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    cancel_reason text,
    CONSTRAINT bulk_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
)
WITH (fillfactor='70');

CREATE TABLE public.bulk_results (
    job_id text NOT NULL COLLATE pg_catalog."C",
    index integer NOT NULL,
    record_id text COLLATE pg_catalog."C",
    status text NOT NULL,
    error jsonb,
    warnings jsonb,
    CONSTRAINT bulk_results_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE public.calendars (
    id text DEFAULT ('cal_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    time_zone text NOT NULL,
    weekly jsonb NOT NULL,
    exceptions jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE SEQUENCE public.catalog_item_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.catalog_items (
    id text DEFAULT public.record_id('CAT'::text, nextval('public.catalog_item_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    category text NOT NULL,
    summary text,
    description text,
    icon text,
    audience jsonb,
    form jsonb NOT NULL,
    approvals jsonb NOT NULL,
    tasks jsonb NOT NULL,
    assignment_group text,
    state text NOT NULL,
    pending jsonb,
    pending_revision boolean DEFAULT false NOT NULL,
    published_version integer,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((((id || ' '::text) || name) || ' '::text) || category) || ' '::text) || COALESCE(summary, ''::text)) || ' '::text) || COALESCE(description, ''::text)))) STORED NOT NULL,
    CONSTRAINT catalog_items_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'retired'::text])))
);

CREATE TABLE public.catalog_versions (
    item_id text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    id text DEFAULT replace((uuidv7())::text, '-'::text, ''::text) NOT NULL COLLATE pg_catalog."C",
    content jsonb NOT NULL,
    published_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.change_approvals (
    change_id text NOT NULL COLLATE pg_catalog."C",
    approver text NOT NULL,
    decision text NOT NULL,
    comment text,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT change_approvals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
);

CREATE SEQUENCE public.change_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.changes (
    id text DEFAULT public.record_id('CHG'::text, nextval('public.change_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    short_description text NOT NULL,
    description text,
    type text NOT NULL,
    state text NOT NULL,
    risk text NOT NULL,
    impact text,
    priority text NOT NULL,
    assignment_group text,
    assigned_to text,
    requested_by text NOT NULL,
    ci_ids text[] NOT NULL,
    incident_ids text[] NOT NULL,
    planned_start_at timestamp(3) with time zone,
    planned_end_at timestamp(3) with time zone,
    implementation_plan text,
    backout_plan text,
    test_plan text,
    template text,
    work_notes_count integer DEFAULT 0 NOT NULL,
    note_counts jsonb,
    version integer DEFAULT 1 NOT NULL,
    event_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((id || ' '::text) || short_description) || ' '::text) || COALESCE(description, ''::text)))) STORED NOT NULL,
    custom_values jsonb,
    CONSTRAINT changes_check CHECK (((template IS NULL) OR (type = 'standard'::text))),
    CONSTRAINT changes_check1 CHECK ((planned_end_at > planned_start_at)),
    CONSTRAINT changes_impact_check CHECK ((impact = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
    CONSTRAINT changes_priority_check CHECK ((priority = ANY (ARRAY['P1'::text, 'P2'::text, 'P3'::text, 'P4'::text]))),
    CONSTRAINT changes_risk_check CHECK ((risk = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
    CONSTRAINT changes_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text, 'scheduled'::text, 'implementing'::text, 'review'::text, 'closed'::text, 'cancelled'::text]))),
    CONSTRAINT changes_type_check CHECK ((type = ANY (ARRAY['normal'::text, 'standard'::text, 'emergency'::text])))
);

CREATE SEQUENCE public.ci_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.ci_relations (
    ci_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    target text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT ci_relations_check CHECK ((ci_id <> target)),
    CONSTRAINT ci_relations_type_check CHECK ((type = ANY (ARRAY['depends_on'::text, 'runs_on'::text, 'connects_to'::text, 'part_of'::text])))
);

CREATE TABLE public.cis (
    id text DEFAULT ('CI'::text || nextval('public.ci_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    class text NOT NULL,
    status text NOT NULL,
    environment text,
    criticality text,
    owner text,
    support_group text,
    ip_address text,
    fqdn text,
    serial_number text,
    location text,
    attributes jsonb NOT NULL,
    discovery_source text,
    first_discovered_at timestamp(3) with time zone,
    last_discovered_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    event_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((((((((((((id || ' '::text) || name) || ' '::text) || class) || ' '::text) || COALESCE(fqdn, ''::text)) || ' '::text) || COALESCE(ip_address, ''::text)) || ' '::text) || COALESCE(serial_number, ''::text)) || ' '::text) || COALESCE(location, ''::text)) || ' '::text) || translate(((name || ' '::text) || COALESCE(fqdn, ''::text)), '._/:'::text, '    '::text)) || ' '::text) || translate(((name || ' '::text) || COALESCE(fqdn, ''::text)), '._/:-'::text, '     '::text)))) STORED NOT NULL,
    custom_values jsonb,
    CONSTRAINT cis_criticality_check CHECK ((criticality = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT cis_status_check CHECK ((status = ANY (ARRAY['operational'::text, 'degraded'::text, 'maintenance'::text, 'non_operational'::text, 'retired'::text])))
);
ALTER TABLE ONLY public.cis ALTER COLUMN search SET STATISTICS 1000;

CREATE TABLE public.clients (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    email text,
    roles text[] NOT NULL,
    redirect_uris text[] NOT NULL,
    secret_hash bytea,
    active boolean NOT NULL,
    token_generation integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.deliveries (
    id uuid NOT NULL,
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    event_id uuid NOT NULL,
    event text NOT NULL,
    record_type text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    sequence integer NOT NULL,
    replay integer NOT NULL,
    body bytea NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    last_status integer,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'retrying'::text, 'delivered'::text, 'failed'::text])))
)
PARTITION BY RANGE (id);

CREATE TABLE public.deliveries_default (
    id uuid CONSTRAINT deliveries_id_not_null NOT NULL,
    webhook_id text CONSTRAINT deliveries_webhook_id_not_null NOT NULL COLLATE pg_catalog."C",
    event_id uuid CONSTRAINT deliveries_event_id_not_null NOT NULL,
    event text CONSTRAINT deliveries_event_not_null NOT NULL,
    record_type text CONSTRAINT deliveries_record_type_not_null NOT NULL,
    record_id text CONSTRAINT deliveries_record_id_not_null NOT NULL COLLATE pg_catalog."C",
    sequence integer CONSTRAINT deliveries_sequence_not_null NOT NULL,
    replay integer CONSTRAINT deliveries_replay_not_null NOT NULL,
    body bytea CONSTRAINT deliveries_body_not_null NOT NULL,
    status text DEFAULT 'pending'::text CONSTRAINT deliveries_status_not_null NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT deliveries_attempts_not_null NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    last_status integer,
    last_error text,
    created_at timestamp(3) with time zone CONSTRAINT deliveries_created_at_not_null NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'retrying'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE public.delivery_queue (
    id uuid NOT NULL,
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    sequence integer NOT NULL,
    in_order boolean NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    leased_until timestamp(3) with time zone,
    claim uuid
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0.02');

CREATE SEQUENCE public.group_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.groups (
    id text DEFAULT public.record_id('GRP'::text, nextval('public.group_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    email text,
    members text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    previous_names text[] DEFAULT '{}'::text[] NOT NULL,
    provisioned_by text COLLATE pg_catalog."C"
);

CREATE SEQUENCE public.user_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.users (
    id text DEFAULT public.record_id('USR'::text, nextval('public.user_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    name text NOT NULL,
    roles text[] NOT NULL,
    password_hash text,
    password_changed_at timestamp(3) with time zone,
    active boolean NOT NULL,
    token_generation integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    previous_emails text[] DEFAULT '{}'::text[] NOT NULL,
    manager text,
    department text,
    title text,
    site text,
    locale text,
    time_zone text,
    away_until timestamp(3) with time zone,
    delegate text,
    capacity integer,
    provisioned_by text COLLATE pg_catalog."C",
    assigned_roles text[],
    invited_at timestamp(3) with time zone,
    invitation_expires_at timestamp(3) with time zone,
    access_ended_at timestamp(3) with time zone
);

CREATE VIEW public.directory AS
 SELECT 'person'::text AS kind,
    users.id,
    users.name,
    users.email
   FROM public.users
  WHERE users.active
UNION ALL
 SELECT 'group'::text AS kind,
    groups.id,
    groups.name,
    groups.email
   FROM public.groups;

CREATE TABLE public.due_rules (
    rule_id text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    ran_at timestamp(3) with time zone
);

CREATE TABLE public.entries (
    id uuid DEFAULT uuidv7() NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor text NOT NULL,
    kind text NOT NULL,
    record_type text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    record_version integer NOT NULL,
    request_id text NOT NULL,
    changes jsonb,
    via jsonb,
    cause jsonb,
    origin jsonb
)
PARTITION BY RANGE (id);

CREATE TABLE public.entries_default (
    id uuid DEFAULT uuidv7() CONSTRAINT entries_id_not_null NOT NULL,
    at timestamp(3) with time zone CONSTRAINT entries_at_not_null NOT NULL,
    actor text CONSTRAINT entries_actor_not_null NOT NULL,
    kind text CONSTRAINT entries_kind_not_null NOT NULL,
    record_type text CONSTRAINT entries_record_type_not_null NOT NULL,
    record_id text CONSTRAINT entries_record_id_not_null NOT NULL COLLATE pg_catalog."C",
    record_version integer CONSTRAINT entries_record_version_not_null NOT NULL,
    request_id text CONSTRAINT entries_request_id_not_null NOT NULL,
    changes jsonb,
    via jsonb,
    cause jsonb,
    origin jsonb
);

CREATE TABLE public.event_log (
    only_row boolean DEFAULT true NOT NULL,
    epoch text DEFAULT ''::text NOT NULL,
    base_position bigint DEFAULT 0 NOT NULL,
    dropped_xid xid8 DEFAULT '0'::xid8 NOT NULL,
    identity text DEFAULT ''::text NOT NULL,
    generation integer DEFAULT 1 NOT NULL,
    cluster text DEFAULT ''::text NOT NULL,
    base_xid xid8 DEFAULT '0'::xid8 NOT NULL,
    dropped_position bigint DEFAULT 0 NOT NULL,
    restore_suspected_at timestamp(3) with time zone,
    restore_evidence jsonb,
    CONSTRAINT event_log_only_row_check CHECK (only_row)
);

CREATE SEQUENCE public.event_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.events (
    id uuid DEFAULT uuidv7() NOT NULL,
    "position" bigint DEFAULT nextval('public.event_position'::regclass) NOT NULL,
    type text NOT NULL,
    record_type text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    sequence integer NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    data jsonb NOT NULL,
    relayed_at timestamp(3) with time zone,
    xid xid8 DEFAULT pg_current_xact_id(),
    traceparent text,
    chain jsonb
)
PARTITION BY RANGE (id);

CREATE TABLE public.events_default (
    id uuid DEFAULT uuidv7() CONSTRAINT events_id_not_null NOT NULL,
    "position" bigint DEFAULT nextval('public.event_position'::regclass) CONSTRAINT events_position_not_null NOT NULL,
    type text CONSTRAINT events_type_not_null NOT NULL,
    record_type text CONSTRAINT events_record_type_not_null NOT NULL,
    record_id text CONSTRAINT events_record_id_not_null NOT NULL COLLATE pg_catalog."C",
    sequence integer CONSTRAINT events_sequence_not_null NOT NULL,
    occurred_at timestamp(3) with time zone CONSTRAINT events_occurred_at_not_null NOT NULL,
    data jsonb CONSTRAINT events_data_not_null NOT NULL,
    relayed_at timestamp(3) with time zone,
    xid xid8 DEFAULT pg_current_xact_id(),
    traceparent text,
    chain jsonb
);

CREATE TABLE public.factor_requirements (
    user_id text NOT NULL COLLATE pg_catalog."C",
    applied_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.factors (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    secret bytea,
    used_step bigint,
    credential_id text COLLATE pg_catalog."C",
    public_key bytea,
    counter bigint,
    transports text[],
    is_synced boolean,
    CONSTRAINT factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text])))
);

CREATE TABLE public.fields (
    id text DEFAULT ('fld_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL,
    key text NOT NULL,
    type text NOT NULL,
    label text NOT NULL,
    description text,
    choices jsonb NOT NULL,
    "default" jsonb,
    required boolean NOT NULL,
    visible_to text NOT NULL,
    editable_by text NOT NULL,
    filterable boolean NOT NULL,
    index_state text,
    "position" integer NOT NULL,
    active boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.files (
    sha256 bytea NOT NULL,
    size integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT files_check CHECK ((octet_length(content) = size)),
    CONSTRAINT files_sha256_check CHECK ((octet_length(sha256) = 32))
);
ALTER TABLE ONLY public.files ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE public.granted_roles (
    user_id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    roles text[] NOT NULL,
    groups text[] NOT NULL
);

CREATE TABLE public.group_names (
    name text NOT NULL,
    group_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.idempotency_keys (
    id text NOT NULL,
    request_hash bytea NOT NULL,
    status integer NOT NULL,
    headers jsonb NOT NULL,
    body bytea,
    sealed_body bytea,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT idempotency_keys_check CHECK ((num_nonnulls(body, sealed_body) = 1))
);

CREATE SEQUENCE public.identity_provider_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.identity_providers (
    id text DEFAULT public.record_id('IDP'::text, nextval('public.identity_provider_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret bytea NOT NULL,
    scopes text[] NOT NULL,
    domains text[] NOT NULL,
    create_users boolean NOT NULL,
    trusts_addresses boolean NOT NULL,
    may_grant_super_admin boolean NOT NULL,
    role_rules jsonb NOT NULL,
    active boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.inbound_deliveries (
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    event_id uuid NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.inbound_events (
    id uuid DEFAULT uuidv7() NOT NULL,
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    received_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    incident_id text COLLATE pg_catalog."C",
    occurrences integer,
    delivery_id text,
    dedup_key text,
    reason text,
    mapping_warnings jsonb NOT NULL,
    request_id text NOT NULL,
    replay_of uuid,
    headers jsonb NOT NULL,
    payload bytea NOT NULL,
    ci_id text COLLATE pg_catalog."C",
    CONSTRAINT inbound_events_status_check CHECK ((status = ANY (ARRAY['created'::text, 'updated'::text, 'deduplicated'::text, 'resolved'::text, 'ignored'::text])))
)
PARTITION BY RANGE (id);

CREATE TABLE public.inbound_events_default (
    id uuid DEFAULT uuidv7() CONSTRAINT inbound_events_id_not_null NOT NULL,
    webhook_id text CONSTRAINT inbound_events_webhook_id_not_null NOT NULL COLLATE pg_catalog."C",
    received_at timestamp(3) with time zone CONSTRAINT inbound_events_received_at_not_null NOT NULL,
    status text CONSTRAINT inbound_events_status_not_null NOT NULL,
    incident_id text COLLATE pg_catalog."C",
    occurrences integer,
    delivery_id text,
    dedup_key text,
    reason text,
    mapping_warnings jsonb CONSTRAINT inbound_events_mapping_warnings_not_null NOT NULL,
    request_id text CONSTRAINT inbound_events_request_id_not_null NOT NULL,
    replay_of uuid,
    headers jsonb CONSTRAINT inbound_events_headers_not_null NOT NULL,
    payload bytea CONSTRAINT inbound_events_payload_not_null NOT NULL,
    ci_id text COLLATE pg_catalog."C",
    CONSTRAINT inbound_events_status_check CHECK ((status = ANY (ARRAY['created'::text, 'updated'::text, 'deduplicated'::text, 'resolved'::text, 'ignored'::text])))
);

CREATE TABLE public.inbound_keys (
    dedup_key text NOT NULL COLLATE pg_catalog."C",
    incident_id text COLLATE pg_catalog."C",
    used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.inbound_webhooks (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    description text,
    action text NOT NULL,
    field_mapping jsonb NOT NULL,
    filters jsonb NOT NULL,
    dedup_key text,
    secret_enabled boolean NOT NULL,
    secret bytea,
    previous_secret bytea,
    previous_secret_until timestamp(3) with time zone,
    active boolean NOT NULL,
    owner_id text NOT NULL,
    owner text NOT NULL,
    owner_roles text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    handle text DEFAULT ('whr_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    ends_at timestamp(3) with time zone,
    resolve_when jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT inbound_webhooks_action_check CHECK ((action = ANY (ARRAY['create_incident'::text, 'resolve_incident'::text, 'upsert_ci'::text])))
);

CREATE TABLE public.incident_deltas (
    id bigint NOT NULL,
    day date NOT NULL,
    state text NOT NULL,
    priority text NOT NULL,
    category text,
    assignment_group text,
    assigned_to text,
    opened_by text NOT NULL,
    n smallint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='20000');

ALTER TABLE public.incident_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.incident_deltas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.incident_embeddings (
    incident_id text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL,
    text_hash text NOT NULL
);

CREATE SEQUENCE public.incident_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.incident_requester_deltas (
    id bigint NOT NULL,
    state text NOT NULL,
    priority text NOT NULL,
    other_requester text NOT NULL,
    n smallint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='20000');

ALTER TABLE public.incident_requester_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.incident_requester_deltas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.incident_requester_totals (
    dimension text NOT NULL,
    value text NOT NULL,
    day date NOT NULL,
    state text NOT NULL,
    priority text NOT NULL,
    n bigint NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.incident_stat_deltas (
    id bigint NOT NULL,
    day date NOT NULL,
    event text NOT NULL,
    priority text NOT NULL,
    assignment_group text,
    category text,
    bucket smallint,
    CONSTRAINT incident_stat_deltas_event_check CHECK ((event = ANY (ARRAY['created'::text, 'resolved'::text, 'breached'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='20000');

ALTER TABLE public.incident_stat_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.incident_stat_deltas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.incident_stats (
    dimension text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    day date NOT NULL,
    created integer NOT NULL,
    resolved integer NOT NULL,
    breached integer NOT NULL,
    resolve_seconds integer[]
)
WITH (fillfactor='80');

CREATE TABLE public.incident_totals (
    dimension text NOT NULL,
    value text NOT NULL,
    day date NOT NULL,
    state text NOT NULL,
    priority text NOT NULL,
    n bigint NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.incidents (
    id text DEFAULT public.record_id('INC'::text, nextval('public.incident_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    short_description text NOT NULL,
    description text,
    priority text NOT NULL,
    priority_explicit boolean NOT NULL,
    state text NOT NULL,
    category text,
    subcategory text,
    impact text,
    urgency text,
    assignment_group text,
    assigned_to text,
    ci_id text,
    parent_problem_id text,
    change_id text,
    external_id text,
    on_hold_reason text,
    resolution text,
    ai_suggested_resolution text DEFAULT ''::text NOT NULL,
    opened_by text NOT NULL,
    resolved_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    reopen_count integer DEFAULT 0 NOT NULL,
    work_notes_count integer DEFAULT 0 NOT NULL,
    sla_target_seconds integer NOT NULL,
    sla_paused_ms bigint DEFAULT 0 NOT NULL,
    sla_halted_at timestamp(3) with time zone,
    sla_breach_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    event_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((id || ' '::text) || short_description) || ' '::text) || COALESCE(description, ''::text)) || ' '::text) || COALESCE(category, ''::text)))) STORED NOT NULL,
    sla_warned_at timestamp(3) with time zone,
    sla_breached_at timestamp(3) with time zone,
    sla_next_due_at timestamp(3) with time zone,
    occurrences integer DEFAULT 1 NOT NULL,
    note_counts jsonb,
    sla_sort_at timestamp(3) with time zone GENERATED ALWAYS AS (
CASE
    WHEN (sla_halted_at IS NULL) THEN sla_breach_at
    ELSE NULL::timestamp with time zone
END) STORED,
    requester text,
    last_reply_by text,
    last_reply_at timestamp(3) with time zone,
    other_requester text GENERATED ALWAYS AS (
CASE
    WHEN (lower(requester) <> lower(opened_by)) THEN requester
    ELSE NULL::text
END),
    on_hold_until timestamp(3) with time zone,
    custom_values jsonb,
    merged_into text COLLATE pg_catalog."C",
    sender_verified boolean,
    sla_policy jsonb,
    sla_clocks jsonb,
    sla_version integer DEFAULT 0 NOT NULL,
    sla_warning_at timestamp(3) with time zone,
    other_target_at timestamp(3) with time zone,
    next_target_at timestamp(3) with time zone GENERATED ALWAYS AS (LEAST(
CASE
    WHEN (sla_halted_at IS NULL) THEN sla_breach_at
    ELSE NULL::timestamp with time zone
END, other_target_at)),
    CONSTRAINT incidents_impact_check CHECK ((impact = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT incidents_priority_check CHECK ((priority = ANY (ARRAY['P1'::text, 'P2'::text, 'P3'::text, 'P4'::text]))),
    CONSTRAINT incidents_state_check CHECK ((state = ANY (ARRAY['new'::text, 'in_progress'::text, 'on_hold'::text, 'resolved'::text, 'closed'::text, 'cancelled'::text, 'reopened'::text]))),
    CONSTRAINT incidents_urgency_check CHECK ((urgency = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])))
);
ALTER TABLE ONLY public.incidents ALTER COLUMN search SET STATISTICS 1000;

CREATE TABLE public.job_pools (
    id text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.user_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    claims jsonb NOT NULL,
    linked_at timestamp(3) with time zone NOT NULL,
    last_sign_in_at timestamp(3) with time zone NOT NULL
);

CREATE VIEW public.linked_identities AS
 SELECT user_identities.user_id AS id,
    user_identities.issuer,
    user_identities.subject,
    users.email,
    users.name,
    user_identities.linked_at,
    user_identities.last_sign_in_at
   FROM (public.user_identities
     JOIN public.users ON ((users.id = user_identities.user_id)));

CREATE TABLE public.login_failures (
    account text NOT NULL,
    failures integer NOT NULL,
    retry_at timestamp(3) with time zone NOT NULL,
    slot_at timestamp(3) with time zone
);

CREATE TABLE public.login_networks (
    account text NOT NULL,
    network text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.macros (
    id text DEFAULT ('mac_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    record_type text NOT NULL,
    "group" text,
    actions jsonb NOT NULL,
    active boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.mail_counts (
    hour timestamp(3) with time zone NOT NULL,
    caller text NOT NULL COLLATE pg_catalog."C",
    recipients integer NOT NULL
);

CREATE TABLE public.mailboxes (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL,
    aliases text[] NOT NULL,
    name text NOT NULL,
    record_type text NOT NULL,
    defaults jsonb NOT NULL,
    incoming jsonb NOT NULL,
    outgoing jsonb NOT NULL,
    outgoing_password bytea,
    trust jsonb NOT NULL,
    reply_policy text NOT NULL,
    active boolean NOT NULL,
    last_message_at timestamp(3) with time zone,
    last_error text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    incoming_secret bytea,
    incoming_since timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    reader text,
    read_until timestamp(3) with time zone,
    uid_validity bigint,
    last_uid bigint DEFAULT 0 NOT NULL,
    first_uid bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.mails (
    id text DEFAULT ('mail_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    recipients text[] NOT NULL,
    pending text[] NOT NULL,
    letter jsonb NOT NULL,
    record_type text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    record_version integer NOT NULL,
    request_id text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    caller text,
    admitted boolean DEFAULT false NOT NULL,
    chain jsonb
);

CREATE TABLE public.message_ids (
    hash bytea NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    mailbox_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.messages (
    id text DEFAULT ('msg_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    mailbox_id text NOT NULL COLLATE pg_catalog."C",
    via text NOT NULL,
    envelope_from text,
    envelope_to text[] NOT NULL,
    sha256 bytea NOT NULL,
    size integer NOT NULL,
    message_id_hash bytea,
    sender text,
    subject text,
    excerpt text,
    state text DEFAULT 'received'::text NOT NULL,
    cause text,
    matched_by text,
    record_id text COLLATE pg_catalog."C",
    note_id text COLLATE pg_catalog."C",
    sender_verified boolean,
    verified_by text,
    verification_reason text,
    attempts integer DEFAULT 0 NOT NULL,
    decision text,
    attach_to text COLLATE pg_catalog."C",
    decided_by text,
    decided_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    processed_at timestamp(3) with time zone
);

CREATE TABLE public.note_mails (
    mail_id text NOT NULL COLLATE pg_catalog."C",
    note_id text NOT NULL COLLATE pg_catalog."C",
    recipient text NOT NULL,
    state text NOT NULL,
    CONSTRAINT note_mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE public.notification_changes (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    recipient text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='20000');

CREATE TABLE public.notification_preferences (
    recipient text NOT NULL,
    email jsonb NOT NULL,
    version integer NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.notifications (
    id text DEFAULT ('ntf_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    recipient text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    caller text
);

CREATE TABLE public.outbound_webhooks (
    id text DEFAULT ('wh_out_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    filters jsonb NOT NULL,
    headers bytea NOT NULL,
    sign_payloads boolean NOT NULL,
    secret bytea,
    previous_secret bytea,
    previous_secret_until timestamp(3) with time zone,
    active boolean NOT NULL,
    timeout_seconds integer NOT NULL,
    owner text NOT NULL,
    alert_mailed_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    owner_id text NOT NULL,
    missed_since timestamp(3) with time zone,
    CONSTRAINT outbound_webhooks_timeout_seconds_check CHECK (((timeout_seconds >= 1) AND (timeout_seconds <= 30)))
);

CREATE TABLE public.outgoing (
    only_row boolean DEFAULT true NOT NULL,
    base_url text,
    held_since timestamp(3) with time zone,
    released_at timestamp(3) with time zone,
    CONSTRAINT outgoing_only_row_check CHECK (only_row)
);

CREATE TABLE public.participants (
    id uuid DEFAULT uuidv7() NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    email text NOT NULL,
    source text NOT NULL,
    added_by text NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT participants_kind_check CHECK ((kind = ANY (ARRAY['cc'::text, 'watcher'::text]))),
    CONSTRAINT participants_source_check CHECK ((source = ANY (ARRAY['added'::text, 'watch'::text, 'mention'::text])))
);

CREATE TABLE public.passages (
    article_id text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL,
    "position" integer NOT NULL,
    article_version integer NOT NULL,
    heading_path text[] NOT NULL,
    text text NOT NULL,
    embedding public.vector(384),
    search tsvector NOT NULL
);

CREATE TABLE public.passkey_challenges (
    id text NOT NULL COLLATE pg_catalog."C",
    bound_to text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['create'::text, 'get'::text])))
);

CREATE TABLE public.provider_state (
    id text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    grant_hash text,
    uid_hash text,
    consumed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone
);

CREATE TABLE public.record_links (
    id text DEFAULT ('lnk_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    source_type text NOT NULL,
    source_id text NOT NULL COLLATE pg_catalog."C",
    target_type text NOT NULL,
    target_id text NOT NULL COLLATE pg_catalog."C",
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT record_links_kind_check CHECK ((kind = ANY (ARRAY['child_of'::text, 'caused_by'::text, 'fixed_by'::text, 'follow_up_of'::text, 'related_to'::text])))
);

CREATE TABLE public.recovery_codes (
    user_id text NOT NULL COLLATE pg_catalog."C",
    code_hash text NOT NULL COLLATE pg_catalog."C",
    used_at timestamp(3) with time zone
);

CREATE TABLE public.relay_failures (
    event_id uuid NOT NULL,
    error text NOT NULL,
    failed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.reply_keys (
    id text DEFAULT ('rky_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    key bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE SEQUENCE public.request_task_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.request_tasks (
    id text DEFAULT public.record_id('TSK'::text, nextval('public.request_task_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    assignment_group text,
    assigned_to text,
    depends_on text[] NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    due_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    event_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT request_tasks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'in_progress'::text, 'done'::text, 'skipped'::text])))
);

CREATE TABLE public.requester_backfill (
    last_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.returned_mails (
    mail_id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL,
    returned_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.revocations (
    id bigint NOT NULL,
    subject text NOT NULL,
    generation integer NOT NULL,
    revoked_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE public.revocations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.revocations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rule_definitions (
    only_row boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    CONSTRAINT rule_definitions_only_row_check CHECK (only_row)
);

CREATE TABLE public.rule_runs (
    id text DEFAULT replace((uuidv7())::text, '-'::text, ''::text) NOT NULL COLLATE pg_catalog."C",
    rule_id text NOT NULL COLLATE pg_catalog."C",
    rule_version integer NOT NULL,
    record_type text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    record_version integer NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.rules (
    id text DEFAULT ('rul_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    record_type text NOT NULL,
    "position" integer NOT NULL,
    "on" text NOT NULL,
    "when" jsonb NOT NULL,
    due jsonb,
    actions jsonb NOT NULL,
    stop boolean NOT NULL,
    active boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.schema_backfills (
    name text NOT NULL COLLATE pg_catalog."C",
    rows bigint DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone
);

CREATE TABLE public.schema_migrations (
    name text NOT NULL COLLATE pg_catalog."C",
    applied_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expands boolean NOT NULL
);

CREATE SEQUENCE public.scim_connector_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.scim_connectors (
    id text DEFAULT public.record_id('SCM'::text, nextval('public.scim_connector_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    role_rules jsonb NOT NULL,
    allow_emptying boolean NOT NULL,
    may_grant_super_admin boolean NOT NULL,
    active boolean NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.scim_group_members (
    group_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.scim_groups (
    group_id text NOT NULL COLLATE pg_catalog."C",
    connector text NOT NULL COLLATE pg_catalog."C",
    external_id text
);

CREATE TABLE public.scim_users (
    user_id text NOT NULL COLLATE pg_catalog."C",
    connector text NOT NULL COLLATE pg_catalog."C",
    external_id text,
    attributes jsonb NOT NULL
);

CREATE SEQUENCE public.service_request_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.service_requests (
    id text DEFAULT public.record_id('REQ'::text, nextval('public.service_request_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    short_description text NOT NULL,
    description text,
    item text,
    priority text NOT NULL,
    state text NOT NULL,
    requested_by text NOT NULL,
    requested_for text,
    assignment_group text,
    assigned_to text,
    due_at timestamp(3) with time zone,
    decided_by text,
    decided_at timestamp(3) with time zone,
    decision_comment text,
    fulfilled_at timestamp(3) with time zone,
    work_notes_count integer DEFAULT 0 NOT NULL,
    note_counts jsonb,
    version integer DEFAULT 1 NOT NULL,
    event_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    search tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, ((((((id || ' '::text) || short_description) || ' '::text) || COALESCE(description, ''::text)) || ' '::text) || COALESCE(item, ''::text)))) STORED NOT NULL,
    custom_values jsonb,
    sender_verified boolean,
    sla_policy jsonb,
    sla_clocks jsonb,
    sla_version integer DEFAULT 0 NOT NULL,
    sla_next_due_at timestamp(3) with time zone,
    next_target_at timestamp(3) with time zone,
    item_id text COLLATE pg_catalog."C",
    item_version integer,
    answers jsonb,
    stages jsonb,
    approvers text[],
    CONSTRAINT service_requests_priority_check CHECK ((priority = ANY (ARRAY['P1'::text, 'P2'::text, 'P3'::text, 'P4'::text]))),
    CONSTRAINT service_requests_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text, 'fulfilled'::text, 'cancelled'::text])))
);

CREATE TABLE public.sessions (
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    client_id text NOT NULL COLLATE pg_catalog."C",
    user_agent text,
    grant_hash text NOT NULL,
    uid_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.settings (
    only_row boolean DEFAULT true NOT NULL,
    document jsonb DEFAULT '{}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT settings_only_row_check CHECK (only_row)
);

CREATE TABLE public.sign_in_events (
    id uuid DEFAULT uuidv7() NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    actor text,
    account_hash text,
    address text NOT NULL,
    client text,
    dedup_key text
);

CREATE TABLE public.signing_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    private_key bytea NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    signs_from timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.sla_definitions (
    only_row boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    clocks_version integer NOT NULL,
    CONSTRAINT sla_definitions_only_row_check CHECK (only_row)
);

CREATE TABLE public.sla_policies (
    id text DEFAULT ('slp_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    record_type text NOT NULL,
    "position" integer NOT NULL,
    "when" jsonb NOT NULL,
    calendar_id text COLLATE pg_catalog."C",
    targets jsonb NOT NULL,
    pause jsonb NOT NULL,
    active boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.symptom_embeddings (
    model text NOT NULL,
    text_hash text NOT NULL,
    embedding public.vector(384) NOT NULL
);

CREATE TABLE public.tasks (
    kind text NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    due_at timestamp with time zone NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    revision integer DEFAULT 0 NOT NULL
);

CREATE VIEW public.timeline AS
 SELECT entries.id,
    entries.at,
    entries.actor,
    entries.kind,
    entries.record_type,
    entries.record_id,
    entries.request_id,
    entries.changes,
    NULL::jsonb AS delivery,
    entries.via,
    entries.cause
   FROM public.entries
UNION ALL
 SELECT deliveries.id,
    deliveries.created_at AS at,
    ( SELECT outbound_webhooks.owner
           FROM public.outbound_webhooks
          WHERE (outbound_webhooks.id = deliveries.webhook_id)) AS actor,
    'webhook.delivery'::text AS kind,
    deliveries.record_type,
    deliveries.record_id,
    ('relay-'::text || deliveries.event_id) AS request_id,
    NULL::jsonb AS changes,
    jsonb_build_object('id', deliveries.id, 'webhook_id', deliveries.webhook_id, 'webhook_name', ( SELECT outbound_webhooks.name
           FROM public.outbound_webhooks
          WHERE (outbound_webhooks.id = deliveries.webhook_id)), 'event', deliveries.event, 'status', deliveries.status, 'attempts', deliveries.attempts, 'last_status', deliveries.last_status) AS delivery,
    NULL::jsonb AS via,
    NULL::jsonb AS cause
   FROM public.deliveries;

CREATE TABLE public.user_addresses (
    address text NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT user_addresses_address_check CHECK ((address = lower(address)))
);

CREATE TABLE public.verifications (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    amr text[] NOT NULL,
    form_token text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    secret bytea
);

CREATE SEQUENCE public.view_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.views (
    id text DEFAULT public.record_id('VIW'::text, nextval('public.view_number'::regclass)) NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    list text NOT NULL,
    query jsonb NOT NULL,
    columns text[] NOT NULL,
    audience text NOT NULL,
    "group" text,
    owner text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    column_widths jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT views_audience_check CHECK ((audience = ANY (ARRAY['me'::text, 'group'::text, 'everyone'::text])))
);

CREATE TABLE public.work_notes (
    id text DEFAULT ('note_'::text || replace((uuidv7())::text, '-'::text, ''::text)) NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    visibility text NOT NULL,
    author text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    record_id text NOT NULL COLLATE pg_catalog."C",
    quoted jsonb,
    is_response boolean,
    via jsonb,
    CONSTRAINT work_notes_visibility_check CHECK ((visibility = ANY (ARRAY['team'::text, 'private'::text, 'public'::text])))
);

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_default DEFAULT;

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_default DEFAULT;

ALTER TABLE ONLY public.entries ATTACH PARTITION public.entries_default DEFAULT;

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY public.inbound_events ATTACH PARTITION public.inbound_events_default DEFAULT;

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_id_key UNIQUE (id);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.ai_cache
    ADD CONSTRAINT ai_cache_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ai_cache
    ADD CONSTRAINT ai_cache_scope_question_key UNIQUE (scope, question);

ALTER TABLE ONLY public.ai_quotes
    ADD CONSTRAINT ai_quotes_pkey PRIMARY KEY (quoted_id, incident_id);

ALTER TABLE ONLY public.ai_usage
    ADD CONSTRAINT ai_usage_pkey PRIMARY KEY (caller, day);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.article_counts
    ADD CONSTRAINT article_counts_pkey PRIMARY KEY (article_id);

ALTER TABLE ONLY public.article_versions
    ADD CONSTRAINT article_versions_article_id_version_key UNIQUE (article_id, version);

ALTER TABLE ONLY public.article_versions
    ADD CONSTRAINT article_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.article_votes
    ADD CONSTRAINT article_votes_pkey PRIMARY KEY (article_id, voter);

ALTER TABLE ONLY public.article_words
    ADD CONSTRAINT article_words_pkey PRIMARY KEY (word);

ALTER TABLE ONLY public.articles
    ADD CONSTRAINT articles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assignment_rotations
    ADD CONSTRAINT assignment_rotations_pkey PRIMARY KEY (group_id);

ALTER TABLE ONLY public.attachment_usage
    ADD CONSTRAINT attachment_usage_pkey PRIMARY KEY (caller, day);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_note_id_position_key UNIQUE (note_id, "position");

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (id, number);

ALTER TABLE ONLY public.attempts_default
    ADD CONSTRAINT attempts_default_pkey PRIMARY KEY (id, number);

ALTER TABLE ONLY public.automatic_answers
    ADD CONSTRAINT automatic_answers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backups
    ADD CONSTRAINT backups_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.bulk_jobs
    ADD CONSTRAINT bulk_jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bulk_results
    ADD CONSTRAINT bulk_results_pkey PRIMARY KEY (job_id, index);

ALTER TABLE ONLY public.calendars
    ADD CONSTRAINT calendars_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.catalog_items
    ADD CONSTRAINT catalog_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.catalog_versions
    ADD CONSTRAINT catalog_versions_pkey PRIMARY KEY (item_id, version);

ALTER TABLE ONLY public.change_approvals
    ADD CONSTRAINT change_approvals_pkey PRIMARY KEY (change_id, approver);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ci_relations
    ADD CONSTRAINT ci_relations_pkey PRIMARY KEY (ci_id, type, target);

ALTER TABLE ONLY public.cis
    ADD CONSTRAINT cis_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliveries_default
    ADD CONSTRAINT deliveries_default_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.delivery_queue
    ADD CONSTRAINT delivery_queue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.due_rules
    ADD CONSTRAINT due_rules_pkey PRIMARY KEY (rule_id, record_id);

ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.entries_default
    ADD CONSTRAINT entries_default_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT event_log_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.factor_requirements
    ADD CONSTRAINT factor_requirements_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.factors
    ADD CONSTRAINT factors_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.factors
    ADD CONSTRAINT factors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY public.granted_roles
    ADD CONSTRAINT granted_roles_pkey PRIMARY KEY (user_id, source);

ALTER TABLE ONLY public.group_names
    ADD CONSTRAINT group_names_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identity_providers
    ADD CONSTRAINT identity_providers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbound_deliveries
    ADD CONSTRAINT inbound_deliveries_pkey PRIMARY KEY (webhook_id, delivery_id);

ALTER TABLE ONLY public.inbound_events
    ADD CONSTRAINT inbound_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbound_events_default
    ADD CONSTRAINT inbound_events_default_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.inbound_keys
    ADD CONSTRAINT inbound_keys_pkey PRIMARY KEY (dedup_key);

ALTER TABLE ONLY public.inbound_webhooks
    ADD CONSTRAINT inbound_webhooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.incident_deltas
    ADD CONSTRAINT incident_deltas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.incident_embeddings
    ADD CONSTRAINT incident_embeddings_pkey PRIMARY KEY (incident_id, model);

ALTER TABLE ONLY public.incident_requester_deltas
    ADD CONSTRAINT incident_requester_deltas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.incident_requester_totals
    ADD CONSTRAINT incident_requester_totals_pkey PRIMARY KEY (dimension, value, day, state, priority);

ALTER TABLE ONLY public.incident_stat_deltas
    ADD CONSTRAINT incident_stat_deltas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.incident_stats
    ADD CONSTRAINT incident_stats_pkey PRIMARY KEY (dimension, value, day);

ALTER TABLE ONLY public.incident_totals
    ADD CONSTRAINT incident_totals_pkey PRIMARY KEY (dimension, value, day, state, priority);

ALTER TABLE ONLY public.incidents
    ADD CONSTRAINT incidents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_pools
    ADD CONSTRAINT job_pools_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.login_failures
    ADD CONSTRAINT login_failures_pkey PRIMARY KEY (account);

ALTER TABLE ONLY public.login_networks
    ADD CONSTRAINT login_networks_pkey PRIMARY KEY (account, network);

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_counts
    ADD CONSTRAINT mail_counts_pkey PRIMARY KEY (hour, caller);

ALTER TABLE ONLY public.mailboxes
    ADD CONSTRAINT mailboxes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_pkey PRIMARY KEY (hash, record_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.note_mails
    ADD CONSTRAINT note_mails_pkey PRIMARY KEY (mail_id);

ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_pkey PRIMARY KEY (recipient);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbound_webhooks
    ADD CONSTRAINT outbound_webhooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outgoing
    ADD CONSTRAINT outgoing_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passages
    ADD CONSTRAINT passages_pkey PRIMARY KEY (article_id, model, "position");

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.provider_state
    ADD CONSTRAINT provider_state_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_source_id_kind_target_id_key UNIQUE (source_id, kind, target_id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.relay_failures
    ADD CONSTRAINT relay_failures_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.reply_keys
    ADD CONSTRAINT reply_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.request_tasks
    ADD CONSTRAINT request_tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.returned_mails
    ADD CONSTRAINT returned_mails_pkey PRIMARY KEY (address, mail_id);

ALTER TABLE ONLY public.revocations
    ADD CONSTRAINT revocations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rule_definitions
    ADD CONSTRAINT rule_definitions_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.rule_runs
    ADD CONSTRAINT rule_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rules
    ADD CONSTRAINT rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_backfills
    ADD CONSTRAINT schema_backfills_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.scim_connectors
    ADD CONSTRAINT scim_connectors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.scim_group_members
    ADD CONSTRAINT scim_group_members_pkey PRIMARY KEY (group_id, user_id);

ALTER TABLE ONLY public.scim_groups
    ADD CONSTRAINT scim_groups_pkey PRIMARY KEY (group_id);

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.service_requests
    ADD CONSTRAINT service_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.sign_in_events
    ADD CONSTRAINT sign_in_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sla_definitions
    ADD CONSTRAINT sla_definitions_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.sla_policies
    ADD CONSTRAINT sla_policies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.symptom_embeddings
    ADD CONSTRAINT symptom_embeddings_pkey PRIMARY KEY (model, text_hash);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (kind, record_id);

ALTER TABLE ONLY public.user_addresses
    ADD CONSTRAINT user_addresses_pkey PRIMARY KEY (address);

ALTER TABLE ONLY public.user_identities
    ADD CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.work_notes
    ADD CONSTRAINT work_notes_pkey PRIMARY KEY (id);

CREATE INDEX account_links_expires_at ON public.account_links USING btree (expires_at);

CREATE INDEX ai_cache_expired ON public.ai_cache USING btree (expires_at);

CREATE INDEX ai_cache_similar ON public.ai_cache USING btree (scope, signature) WHERE (embedding IS NOT NULL);

CREATE INDEX ai_quotes_of_incident ON public.ai_quotes USING btree (incident_id);

CREATE INDEX api_keys_by_user ON public.api_keys USING btree (user_id, created_at, id);

CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (key_hash);

CREATE INDEX article_versions_of_article ON public.article_versions USING btree (article_id, created_at, id);

CREATE INDEX article_words_similar ON public.article_words USING gin (word public.gin_trgm_ops);

CREATE INDEX articles_by_created_at ON public.articles USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_by_updated_at ON public.articles USING btree (updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_of_author ON public.articles USING btree (lower(author), created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_of_category ON public.articles USING btree (category, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_of_language ON public.articles USING btree (language, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_of_state ON public.articles USING btree (state, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX articles_of_tag ON public.articles USING gin (tags) WHERE (deleted_at IS NULL);

CREATE INDEX articles_search ON public.articles USING gin (search) WHERE (deleted_at IS NULL);

CREATE INDEX attachments_of_file ON public.attachments USING btree (sha256);

CREATE INDEX automatic_answers_by_time ON public.automatic_answers USING btree (answered_at);

CREATE INDEX automatic_answers_to_address ON public.automatic_answers USING btree (address, answered_at);

CREATE INDEX bulk_jobs_by_created_at ON public.bulk_jobs USING btree (created_at, id);

CREATE INDEX bulk_jobs_expired ON public.bulk_jobs USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX bulk_jobs_of_caller ON public.bulk_jobs USING btree (caller, created_at, id);

CREATE INDEX bulk_jobs_unfinished ON public.bulk_jobs USING btree (caller, id) WHERE (finished_at IS NULL);

CREATE INDEX calendars_by_created_at ON public.calendars USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX catalog_items_by_created_at ON public.catalog_items USING btree (created_at, id);

CREATE INDEX catalog_items_by_name ON public.catalog_items USING btree (name, id);

CREATE INDEX catalog_items_by_updated_at ON public.catalog_items USING btree (updated_at, id);

CREATE INDEX catalog_items_of_category ON public.catalog_items USING btree (category, name, id);

CREATE INDEX catalog_items_of_state ON public.catalog_items USING btree (state, name, id);

CREATE INDEX catalog_items_search ON public.catalog_items USING gin (search);

CREATE INDEX changes_by_created_at ON public.changes USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_by_planned_start ON public.changes USING btree (planned_start_at, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_by_updated_at ON public.changes USING btree (updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_assignee ON public.changes USING btree (lower(assigned_to), created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_ci ON public.changes USING gin (ci_ids) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_group ON public.changes USING btree (assignment_group, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_requester ON public.changes USING btree (lower(requested_by), created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_risk ON public.changes USING btree (risk, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_state ON public.changes USING btree (state, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_of_type ON public.changes USING btree (type, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX changes_search ON public.changes USING gin (search) WHERE (deleted_at IS NULL);

CREATE INDEX changes_windows ON public.changes USING gist (tstzrange(planned_start_at, planned_end_at)) WHERE ((deleted_at IS NULL) AND (planned_start_at IS NOT NULL) AND (planned_end_at IS NOT NULL));

CREATE INDEX ci_relations_of_target ON public.ci_relations USING btree (target, type, ci_id);

CREATE INDEX cis_by_created_at ON public.cis USING btree (created_at, id);

CREATE INDEX cis_by_updated_at ON public.cis USING btree (updated_at, id);

CREATE UNIQUE INDEX cis_class_name ON public.cis USING btree (class, name);

CREATE UNIQUE INDEX cis_fqdn ON public.cis USING btree (lower(fqdn)) WHERE (fqdn IS NOT NULL);

CREATE INDEX cis_of_class ON public.cis USING btree (class, created_at, id) INCLUDE (updated_at);

CREATE INDEX cis_of_environment ON public.cis USING btree (environment, created_at, id) INCLUDE (updated_at);

CREATE INDEX cis_of_owner ON public.cis USING btree (lower(owner), created_at, id) INCLUDE (owner, updated_at);

CREATE INDEX cis_of_status ON public.cis USING btree (status, created_at, id) INCLUDE (updated_at);

CREATE INDEX cis_of_support_group ON public.cis USING btree (support_group, created_at, id) INCLUDE (updated_at);

CREATE INDEX cis_search ON public.cis USING gin (search);

CREATE UNIQUE INDEX cis_serial_number ON public.cis USING btree (serial_number) WHERE (serial_number IS NOT NULL);

CREATE INDEX clients_by_created_at ON public.clients USING btree (created_at, id);

CREATE INDEX deliveries_by_created_at ON ONLY public.deliveries USING btree (created_at, id);

CREATE INDEX deliveries_default_created_at_id_idx ON public.deliveries_default USING btree (created_at, id);

CREATE INDEX deliveries_failed ON ONLY public.deliveries USING btree (created_at, id) WHERE (status = 'failed'::text);

CREATE INDEX deliveries_default_created_at_id_idx1 ON public.deliveries_default USING btree (created_at, id) WHERE (status = 'failed'::text);

CREATE INDEX deliveries_of_record ON ONLY public.deliveries USING btree (record_id, created_at, id);

CREATE INDEX deliveries_default_record_id_created_at_id_idx ON public.deliveries_default USING btree (record_id, created_at, id);

CREATE INDEX deliveries_of_webhook ON ONLY public.deliveries USING btree (webhook_id, created_at, id);

CREATE INDEX deliveries_default_webhook_id_created_at_id_idx ON public.deliveries_default USING btree (webhook_id, created_at, id);

CREATE INDEX delivery_queue_due ON public.delivery_queue USING btree (webhook_id, due_at);

CREATE INDEX delivery_queue_in_order ON public.delivery_queue USING btree (((webhook_id || record_id)), sequence) WHERE in_order;

CREATE INDEX delivery_queue_retries ON public.delivery_queue USING btree (webhook_id, due_at) WHERE (NOT in_order);

CREATE INDEX due_rules_by_record ON public.due_rules USING btree (record_id);

CREATE INDEX due_rules_by_time ON public.due_rules USING btree (due_at) WHERE (ran_at IS NULL);

CREATE INDEX entries_by_actor ON ONLY public.entries USING btree (lower(actor), at, id);

CREATE INDEX entries_by_record ON ONLY public.entries USING btree (record_id, at, id);

CREATE INDEX entries_by_request ON ONLY public.entries USING btree (request_id, at, id);

CREATE INDEX entries_by_time ON ONLY public.entries USING btree (at, id);

CREATE INDEX entries_default_at_id_idx ON public.entries_default USING btree (at, id);

CREATE INDEX entries_of_kind ON ONLY public.entries USING btree (kind, at, id);

CREATE INDEX entries_default_kind_at_id_idx ON public.entries_default USING btree (kind, at, id);

CREATE INDEX entries_default_lower_at_id_idx ON public.entries_default USING btree (lower(actor), at, id);

CREATE INDEX entries_default_record_id_at_id_idx ON public.entries_default USING btree (record_id, at, id);

CREATE INDEX entries_default_request_id_at_id_idx ON public.entries_default USING btree (request_id, at, id);

CREATE INDEX events_by_record ON ONLY public.events USING btree (record_type, record_id, sequence);

CREATE INDEX events_by_time ON ONLY public.events USING btree (occurred_at, id);

CREATE INDEX events_by_xid ON ONLY public.events USING btree (xid, "position") WHERE (xid IS NOT NULL);

CREATE INDEX events_default_occurred_at_id_idx ON public.events_default USING btree (occurred_at, id);

CREATE INDEX events_unrelayed ON ONLY public.events USING btree ("position") WHERE (relayed_at IS NULL);

CREATE INDEX events_default_position_idx ON public.events_default USING btree ("position") WHERE (relayed_at IS NULL);

CREATE INDEX events_default_record_type_record_id_sequence_idx ON public.events_default USING btree (record_type, record_id, sequence);

CREATE INDEX events_of_type ON ONLY public.events USING btree (type, occurred_at, id);

CREATE INDEX events_default_type_occurred_at_id_idx ON public.events_default USING btree (type, occurred_at, id);

CREATE INDEX events_default_xid_position_idx ON public.events_default USING btree (xid, "position") WHERE (xid IS NOT NULL);

CREATE INDEX factors_user ON public.factors USING btree (user_id);

CREATE UNIQUE INDEX fields_key ON public.fields USING btree (record_type, key);

CREATE INDEX group_names_of_group ON public.group_names USING btree (group_id);

CREATE INDEX groups_by_created_at ON public.groups USING btree (created_at, id);

CREATE UNIQUE INDEX groups_name ON public.groups USING btree (name);

CREATE INDEX idempotency_keys_by_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX identity_providers_by_created_at ON public.identity_providers USING btree (created_at, id);

CREATE UNIQUE INDEX identity_providers_issuer ON public.identity_providers USING btree (issuer);

CREATE UNIQUE INDEX identity_providers_name ON public.identity_providers USING btree (lower(name));

CREATE INDEX inbound_deliveries_by_time ON public.inbound_deliveries USING btree (received_at);

CREATE INDEX inbound_events_of_webhook ON ONLY public.inbound_events USING btree (webhook_id, received_at, id);

CREATE INDEX inbound_events_default_webhook_id_received_at_id_idx ON public.inbound_events_default USING btree (webhook_id, received_at, id);

CREATE INDEX inbound_keys_by_time ON public.inbound_keys USING btree (used_at);

CREATE INDEX inbound_webhooks_by_created_at ON public.inbound_webhooks USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX inbound_webhooks_by_handle ON public.inbound_webhooks USING btree (handle);

CREATE INDEX incident_embeddings_text ON public.incident_embeddings USING btree (model, text_hash, incident_id);

CREATE INDEX incident_requester_totals_of_person ON public.incident_requester_totals USING btree (dimension, lower(value));

CREATE INDEX incident_totals_of_person ON public.incident_totals USING btree (dimension, lower(value)) WHERE (dimension = ANY (ARRAY['assigned_to'::text, 'opened_by'::text]));

CREATE INDEX incidents_by_created_at ON public.incidents USING btree (created_at, id) INCLUDE (resolved_at) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_by_next_target ON public.incidents USING btree (LEAST(
CASE
    WHEN (sla_halted_at IS NULL) THEN sla_breach_at
    ELSE NULL::timestamp with time zone
END, other_target_at), id) INCLUDE (state, priority, category, assignment_group, assigned_to, created_at) WHERE ((deleted_at IS NULL) AND (LEAST(
CASE
    WHEN (sla_halted_at IS NULL) THEN sla_breach_at
    ELSE NULL::timestamp with time zone
END, other_target_at) IS NOT NULL));

CREATE INDEX incidents_by_priority ON public.incidents USING btree (priority, id) INCLUDE (state) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_by_resolved_at ON public.incidents USING btree (resolved_at, id) INCLUDE (state, priority, assignment_group, created_at) WHERE ((deleted_at IS NULL) AND (resolved_at IS NOT NULL));

CREATE INDEX incidents_by_sla ON public.incidents USING btree (sla_sort_at, id) INCLUDE (state, priority, category, assignment_group, assigned_to, sla_target_seconds, created_at) WHERE ((deleted_at IS NULL) AND (sla_sort_at IS NOT NULL));

CREATE INDEX incidents_by_sla_version ON public.incidents USING btree (sla_version, id) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['new'::text, 'in_progress'::text, 'on_hold'::text, 'reopened'::text])));

CREATE INDEX incidents_by_updated_at ON public.incidents USING btree (updated_at, id) INCLUDE (state) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_deleted_of_opener ON public.incidents USING btree (lower(opened_by)) WHERE (deleted_at IS NOT NULL);

CREATE INDEX incidents_deleted_of_requester ON public.incidents USING btree (lower(requester)) WHERE ((deleted_at IS NOT NULL) AND (requester IS NOT NULL));

CREATE UNIQUE INDEX incidents_external_id ON public.incidents USING btree (external_id, opened_by) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));

CREATE INDEX incidents_halted ON public.incidents USING btree (id) INCLUDE (state) WHERE ((deleted_at IS NULL) AND (sla_sort_at IS NULL));

CREATE INDEX incidents_hold_due ON public.incidents USING btree (on_hold_until) WHERE ((on_hold_until IS NOT NULL) AND (state = 'on_hold'::text) AND (deleted_at IS NULL));

CREATE INDEX incidents_hold_due_unmerged ON public.incidents USING btree (on_hold_until) WHERE ((on_hold_until IS NOT NULL) AND (state = 'on_hold'::text) AND (deleted_at IS NULL) AND (merged_into IS NULL));

CREATE INDEX incidents_merged_of_state ON public.incidents USING btree (state) INCLUDE (priority, category, assignment_group, assigned_to, opened_by, created_at) WHERE ((merged_into IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX incidents_of_assignee ON public.incidents USING btree (lower(assigned_to), state, created_at, id) INCLUDE (assigned_to, priority, updated_at, category, assignment_group) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_of_category ON public.incidents USING btree (category, state, created_at, id) INCLUDE (priority, updated_at, assignment_group, assigned_to) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_of_change ON public.incidents USING btree (change_id, created_at, id) WHERE ((deleted_at IS NULL) AND (change_id IS NOT NULL));

CREATE INDEX incidents_of_ci ON public.incidents USING btree (ci_id, created_at, id) WHERE ((deleted_at IS NULL) AND (ci_id IS NOT NULL));

CREATE INDEX incidents_of_group ON public.incidents USING btree (assignment_group, state, created_at, id) INCLUDE (priority, updated_at, category, assigned_to) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_of_last_reply ON public.incidents USING btree (last_reply_by, state, created_at, id) INCLUDE (priority, updated_at, category, assignment_group, assigned_to) WHERE ((deleted_at IS NULL) AND (last_reply_by IS NOT NULL));

CREATE INDEX incidents_of_leader ON public.incidents USING btree (merged_into, id) WHERE ((merged_into IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX incidents_of_opener ON public.incidents USING btree (lower(opened_by), state, created_at, id) INCLUDE (opened_by, priority, updated_at, category, assignment_group, assigned_to) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_of_other_requester ON public.incidents USING btree (lower(
CASE
    WHEN (lower(requester) <> lower(opened_by)) THEN requester
    ELSE NULL::text
END), state, created_at, id) INCLUDE (requester, opened_by, priority, updated_at, category, assignment_group, assigned_to) WHERE ((deleted_at IS NULL) AND (lower(
CASE
    WHEN (lower(requester) <> lower(opened_by)) THEN requester
    ELSE NULL::text
END) IS NOT NULL));

CREATE INDEX incidents_of_priority ON public.incidents USING btree (priority, state, created_at, id) INCLUDE (updated_at) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_of_requester ON public.incidents USING btree (lower(requester), state, created_at, id) INCLUDE (requester, priority, updated_at, category, assignment_group, assigned_to) WHERE ((deleted_at IS NULL) AND (requester IS NOT NULL));

CREATE INDEX incidents_of_state ON public.incidents USING btree (state, created_at, id) INCLUDE (priority, updated_at) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_open_of_ci ON public.incidents USING btree (ci_id, created_at, id) WHERE ((deleted_at IS NULL) AND (ci_id IS NOT NULL) AND (state = ANY (ARRAY['new'::text, 'in_progress'::text, 'on_hold'::text, 'reopened'::text])));

CREATE INDEX incidents_paused ON public.incidents USING btree (id) WHERE ((deleted_at IS NULL) AND (sla_sort_at IS NULL) AND (state = ANY (ARRAY['new'::text, 'in_progress'::text, 'on_hold'::text, 'reopened'::text])));

CREATE INDEX incidents_search ON public.incidents USING gin (search) WHERE (deleted_at IS NULL);

CREATE INDEX incidents_sla_due ON public.incidents USING btree (sla_next_due_at) WHERE (sla_next_due_at IS NOT NULL);

CREATE INDEX incidents_unresolved ON public.incidents USING btree (id) WHERE ((deleted_at IS NULL) AND (resolved_at IS NULL));

CREATE INDEX incidents_without_target ON public.incidents USING btree (id) WHERE ((deleted_at IS NULL) AND (LEAST(
CASE
    WHEN (sla_halted_at IS NULL) THEN sla_breach_at
    ELSE NULL::timestamp with time zone
END, other_target_at) IS NULL) AND (state = ANY (ARRAY['new'::text, 'in_progress'::text, 'on_hold'::text, 'reopened'::text])));

CREATE INDEX login_networks_seen_at ON public.login_networks USING btree (seen_at);

CREATE INDEX macros_by_created_at ON public.macros USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX macros_by_name ON public.macros USING btree (name, id) WHERE (deleted_at IS NULL);

CREATE INDEX mailboxes_by_created_at ON public.mailboxes USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX mails_ended ON public.mails USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX message_ids_of_record ON public.message_ids USING btree (record_id, created_at);

CREATE INDEX messages_by_received_at ON public.messages USING btree (received_at, id);

CREATE INDEX messages_by_sender ON public.messages USING btree (lower(sender), received_at, id);

CREATE INDEX messages_by_state ON public.messages USING btree (state, received_at, id);

CREATE INDEX messages_of_file ON public.messages USING btree (sha256);

CREATE UNIQUE INDEX messages_once ON public.messages USING btree (mailbox_id, sha256) WHERE (message_id_hash IS NOT NULL);

CREATE INDEX messages_waiting ON public.messages USING btree (mailbox_id, message_id_hash) WHERE (state = 'received'::text);

CREATE INDEX note_mails_of_note ON public.note_mails USING btree (note_id);

CREATE INDEX notification_changes_by_transaction ON public.notification_changes USING btree (xid);

CREATE INDEX notification_preferences_of_recipient ON public.notification_preferences USING btree (lower(recipient));

CREATE INDEX notifications_of_caller ON public.notifications USING btree (caller, created_at) WHERE (caller IS NOT NULL);

CREATE INDEX notifications_of_recipient ON public.notifications USING btree (lower(recipient), created_at, id);

CREATE INDEX notifications_of_subject ON public.notifications USING btree (subject, created_at);

CREATE INDEX notifications_unread ON public.notifications USING btree (lower(recipient)) WHERE (read_at IS NULL);

CREATE INDEX outbound_webhooks_by_created_at ON public.outbound_webhooks USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX participants_of_person ON public.participants USING btree (lower(email));

CREATE UNIQUE INDEX participants_of_record ON public.participants USING btree (record_id, kind, lower(email));

CREATE INDEX passages_embedding ON public.passages USING hnsw (embedding public.vector_cosine_ops) WITH (m='24', ef_construction='128');

CREATE INDEX passages_search ON public.passages USING gin (search);

CREATE INDEX passkey_challenges_expires ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX provider_state_by_expiry ON public.provider_state USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX provider_state_by_grant ON public.provider_state USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX provider_state_by_uid ON public.provider_state USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);

CREATE INDEX record_links_target ON public.record_links USING btree (target_id, kind, id);

CREATE INDEX request_tasks_by_created_at ON public.request_tasks USING btree (created_at, id);

CREATE INDEX request_tasks_by_updated_at ON public.request_tasks USING btree (updated_at, id);

CREATE INDEX request_tasks_of_assignee ON public.request_tasks USING btree (lower(assigned_to), created_at, id) WHERE (assigned_to IS NOT NULL);

CREATE INDEX request_tasks_of_group ON public.request_tasks USING btree (assignment_group, created_at, id) WHERE (assignment_group IS NOT NULL);

CREATE INDEX request_tasks_of_request ON public.request_tasks USING btree (request_id, created_at, id);

CREATE INDEX request_tasks_of_state ON public.request_tasks USING btree (state, created_at, id);

CREATE INDEX rule_runs_by_rule ON public.rule_runs USING btree (rule_id, at, id);

CREATE INDEX rule_runs_by_time ON public.rule_runs USING btree (at);

CREATE INDEX rules_by_created_at ON public.rules USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX rules_by_position ON public.rules USING btree ("position", id) WHERE (deleted_at IS NULL);

CREATE INDEX scim_connectors_by_created_at ON public.scim_connectors USING btree (created_at, id);

CREATE UNIQUE INDEX scim_connectors_token ON public.scim_connectors USING btree (token_hash);

CREATE INDEX scim_group_members_user ON public.scim_group_members USING btree (user_id);

CREATE INDEX scim_groups_connector ON public.scim_groups USING btree (connector, group_id);

CREATE INDEX scim_groups_external_id ON public.scim_groups USING btree (connector, external_id);

CREATE INDEX scim_users_connector ON public.scim_users USING btree (connector, user_id);

CREATE INDEX scim_users_external_id ON public.scim_users USING btree (connector, external_id);

CREATE INDEX service_requests_by_created_at ON public.service_requests USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX service_requests_by_next_target ON public.service_requests USING btree (next_target_at, id) WHERE ((deleted_at IS NULL) AND (next_target_at IS NOT NULL));

CREATE INDEX service_requests_by_sla_version ON public.service_requests USING btree (sla_version, id) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['submitted'::text, 'approved'::text])));

CREATE INDEX service_requests_by_updated_at ON public.service_requests USING btree (updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX service_requests_deleted_of_requested_for ON public.service_requests USING btree (lower(requested_for)) WHERE (deleted_at IS NOT NULL);

CREATE INDEX service_requests_deleted_of_requester ON public.service_requests USING btree (lower(requested_by)) WHERE (deleted_at IS NOT NULL);

CREATE INDEX service_requests_of_approvers ON public.service_requests USING gin (approvers) WHERE (approvers IS NOT NULL);

CREATE INDEX service_requests_of_requested_for ON public.service_requests USING btree (lower(requested_for), created_at, id) WHERE ((deleted_at IS NULL) AND (requested_for IS NOT NULL));

CREATE INDEX service_requests_of_requester ON public.service_requests USING btree (lower(requested_by), created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX service_requests_of_state ON public.service_requests USING btree (state, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX service_requests_search ON public.service_requests USING gin (search) WHERE (deleted_at IS NULL);

CREATE INDEX service_requests_sla_due ON public.service_requests USING btree (sla_next_due_at) WHERE (sla_next_due_at IS NOT NULL);

CREATE INDEX sessions_by_end ON public.sessions USING btree (ends_at);

CREATE INDEX sessions_by_uid ON public.sessions USING btree (uid_hash);

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, created_at, id);

CREATE UNIQUE INDEX sessions_grant ON public.sessions USING btree (grant_hash);

CREATE INDEX sign_in_events_by_account ON public.sign_in_events USING btree (account_hash, at, id) WHERE (account_hash IS NOT NULL);

CREATE INDEX sign_in_events_by_actor ON public.sign_in_events USING btree (lower(actor), at, id) WHERE (actor IS NOT NULL);

CREATE INDEX sign_in_events_by_time ON public.sign_in_events USING btree (at, id);

CREATE UNIQUE INDEX sign_in_events_once ON public.sign_in_events USING btree (dedup_key) WHERE (dedup_key IS NOT NULL);

CREATE INDEX sla_policies_by_created_at ON public.sla_policies USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX sla_policies_by_position ON public.sla_policies USING btree ("position", id) WHERE (deleted_at IS NULL);

CREATE INDEX symptom_embeddings_nearest ON public.symptom_embeddings USING hnsw (embedding public.vector_cosine_ops);

CREATE INDEX tasks_due ON public.tasks USING btree (kind, due_at);

CREATE INDEX user_addresses_user ON public.user_addresses USING btree (user_id);

CREATE INDEX user_identities_by_linked_at ON public.user_identities USING btree (issuer, linked_at, user_id);

CREATE UNIQUE INDEX user_identities_user ON public.user_identities USING btree (user_id, issuer);

CREATE INDEX users_by_created_at ON public.users USING btree (created_at, id);

CREATE INDEX users_by_delegate ON public.users USING btree (lower(delegate)) WHERE (delegate IS NOT NULL);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX users_email_prefix ON public.users USING btree (lower(email) text_pattern_ops);

CREATE INDEX users_name_prefix ON public.users USING btree (lower(name) text_pattern_ops);

CREATE INDEX users_of_role ON public.users USING gin (roles) WHERE active;

CREATE INDEX verifications_expires ON public.verifications USING btree (expires_at);

CREATE INDEX verifications_user ON public.verifications USING btree (user_id);

CREATE INDEX views_by_created_at ON public.views USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX views_of_owner ON public.views USING btree (lower(owner)) WHERE (deleted_at IS NULL);

CREATE INDEX work_notes_of_record ON public.work_notes USING btree (record_id, created_at, id);

CREATE INDEX work_notes_search ON public.work_notes USING gin (to_tsvector('english'::regconfig, body));

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_default_pkey;

ALTER INDEX public.deliveries_by_created_at ATTACH PARTITION public.deliveries_default_created_at_id_idx;

ALTER INDEX public.deliveries_failed ATTACH PARTITION public.deliveries_default_created_at_id_idx1;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_default_pkey;

ALTER INDEX public.deliveries_of_record ATTACH PARTITION public.deliveries_default_record_id_created_at_id_idx;

ALTER INDEX public.deliveries_of_webhook ATTACH PARTITION public.deliveries_default_webhook_id_created_at_id_idx;

ALTER INDEX public.entries_by_time ATTACH PARTITION public.entries_default_at_id_idx;

ALTER INDEX public.entries_of_kind ATTACH PARTITION public.entries_default_kind_at_id_idx;

ALTER INDEX public.entries_by_actor ATTACH PARTITION public.entries_default_lower_at_id_idx;

ALTER INDEX public.entries_pkey ATTACH PARTITION public.entries_default_pkey;

ALTER INDEX public.entries_by_record ATTACH PARTITION public.entries_default_record_id_at_id_idx;

ALTER INDEX public.entries_by_request ATTACH PARTITION public.entries_default_request_id_at_id_idx;

ALTER INDEX public.events_by_time ATTACH PARTITION public.events_default_occurred_at_id_idx;

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_default_pkey;

ALTER INDEX public.events_unrelayed ATTACH PARTITION public.events_default_position_idx;

ALTER INDEX public.events_by_record ATTACH PARTITION public.events_default_record_type_record_id_sequence_idx;

ALTER INDEX public.events_of_type ATTACH PARTITION public.events_default_type_occurred_at_id_idx;

ALTER INDEX public.events_by_xid ATTACH PARTITION public.events_default_xid_position_idx;

ALTER INDEX public.inbound_events_pkey ATTACH PARTITION public.inbound_events_default_pkey;

ALTER INDEX public.inbound_events_of_webhook ATTACH PARTITION public.inbound_events_default_webhook_id_received_at_id_idx;

CREATE STATISTICS public.service_requests_recipients ON lower(requested_for) FROM public.service_requests;

CREATE STATISTICS public.service_requests_requesters ON lower(requested_by) FROM public.service_requests;

CREATE TRIGGER articles_words_of_changed AFTER UPDATE ON public.articles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.add_article_words();

CREATE TRIGGER articles_words_of_new AFTER INSERT ON public.articles REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.add_article_words();

CREATE TRIGGER catalog_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.catalog_versions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER groups_name_reserved_on_insert AFTER INSERT ON public.groups FOR EACH ROW EXECUTE FUNCTION public.reserve_group_name();

CREATE TRIGGER groups_name_reserved_on_update AFTER UPDATE ON public.groups FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION public.reserve_group_name();

CREATE TRIGGER incident_events_counted_on_insert AFTER INSERT ON public.incidents FOR EACH ROW EXECUTE FUNCTION public.count_incident_events();

CREATE TRIGGER incident_events_counted_on_update AFTER UPDATE ON public.incidents FOR EACH ROW WHEN ((((new.state = 'resolved'::text) AND (old.state <> 'resolved'::text)) OR ((new.sla_breached_at IS NOT NULL) AND (new.sla_breached_at IS DISTINCT FROM old.sla_breached_at)))) EXECUTE FUNCTION public.count_incident_events();

CREATE TRIGGER incidents_counted_on_delete AFTER DELETE ON public.incidents FOR EACH ROW EXECUTE FUNCTION public.count_incident();

CREATE TRIGGER incidents_counted_on_insert AFTER INSERT ON public.incidents FOR EACH ROW EXECUTE FUNCTION public.count_incident();

CREATE TRIGGER incidents_counted_on_update AFTER UPDATE ON public.incidents FOR EACH ROW WHEN (((((((((old.created_at IS DISTINCT FROM new.created_at) OR (old.state IS DISTINCT FROM new.state)) OR (old.priority IS DISTINCT FROM new.priority)) OR (old.category IS DISTINCT FROM new.category)) OR (old.assignment_group IS DISTINCT FROM new.assignment_group)) OR (old.assigned_to IS DISTINCT FROM new.assigned_to)) OR (old.opened_by IS DISTINCT FROM new.opened_by)) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL)))) EXECUTE FUNCTION public.count_incident();

CREATE TRIGGER incidents_requester_counted_on_delete AFTER DELETE ON public.incidents FOR EACH ROW WHEN ((lower(old.requester) <> lower(old.opened_by))) EXECUTE FUNCTION public.count_other_requester();

CREATE TRIGGER incidents_requester_counted_on_insert AFTER INSERT ON public.incidents FOR EACH ROW WHEN ((lower(new.requester) <> lower(new.opened_by))) EXECUTE FUNCTION public.count_other_requester();

CREATE TRIGGER incidents_requester_counted_on_update AFTER UPDATE ON public.incidents FOR EACH ROW WHEN ((((lower(old.requester) <> lower(old.opened_by)) OR (lower(new.requester) <> lower(new.opened_by))) AND (((((old.state IS DISTINCT FROM new.state) OR (old.priority IS DISTINCT FROM new.priority)) OR (old.requester IS DISTINCT FROM new.requester)) OR (old.opened_by IS DISTINCT FROM new.opened_by)) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))))) EXECUTE FUNCTION public.count_other_requester();

CREATE TRIGGER notifications_logged_on_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changed_recipients();

CREATE TRIGGER notifications_logged_on_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changed_recipients();

CREATE TRIGGER notifications_logged_on_update AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_recipients_of_read();

CREATE TRIGGER users_address_reserved_on_insert AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION public.reserve_user_address();

CREATE TRIGGER users_address_reserved_on_update AFTER UPDATE ON public.users FOR EACH ROW WHEN ((lower(old.email) <> lower(new.email))) EXECUTE FUNCTION public.reserve_user_address();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.article_counts
    ADD CONSTRAINT article_counts_article_id_fkey FOREIGN KEY (article_id) REFERENCES public.articles(id);

ALTER TABLE ONLY public.article_versions
    ADD CONSTRAINT article_versions_article_id_fkey FOREIGN KEY (article_id) REFERENCES public.articles(id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_note_id_fkey FOREIGN KEY (note_id) REFERENCES public.work_notes(id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_sha256_fkey FOREIGN KEY (sha256) REFERENCES public.files(sha256);

ALTER TABLE ONLY public.bulk_results
    ADD CONSTRAINT bulk_results_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.bulk_jobs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.catalog_versions
    ADD CONSTRAINT catalog_versions_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.catalog_items(id);

ALTER TABLE ONLY public.change_approvals
    ADD CONSTRAINT change_approvals_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.changes(id);

ALTER TABLE ONLY public.ci_relations
    ADD CONSTRAINT ci_relations_ci_id_fkey FOREIGN KEY (ci_id) REFERENCES public.cis(id);

ALTER TABLE ONLY public.incident_embeddings
    ADD CONSTRAINT incident_embeddings_model_text_hash_fkey FOREIGN KEY (model, text_hash) REFERENCES public.symptom_embeddings(model, text_hash);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailboxes(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_sha256_fkey FOREIGN KEY (sha256) REFERENCES public.files(sha256);

ALTER TABLE ONLY public.scim_group_members
    ADD CONSTRAINT scim_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.scim_groups(group_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_group_members
    ADD CONSTRAINT scim_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.scim_users(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_groups
    ADD CONSTRAINT scim_groups_connector_fkey FOREIGN KEY (connector) REFERENCES public.scim_connectors(id);

ALTER TABLE ONLY public.scim_groups
    ADD CONSTRAINT scim_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id);

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_connector_fkey FOREIGN KEY (connector) REFERENCES public.scim_connectors(id);

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
