-- This file creates the whole schema, ordered by feature.
--
-- Addresses of people are stored as given and compared regardless of case, so each index by person begins with
-- lower(column). Where a page is counted in the index alone, the index has the column too, because PostgreSQL does not
-- see that the expression suffices.


-- Foundation: extensions, ids and monthly partitions ------------------------------------------------------------------

-- Trigrams find misspelt words. The extension is trusted: the owner of the database may create it.
create extension if not exists pg_trgm;
-- Only a superuser may create this extension; where the service has another role, it is created once before
-- (docs/operations.md).
create extension if not exists vector;

-- Ids are INC0000001 … INC9999999, then INCA000000 onwards in base 36: length and byte order hold.
create function record_id(prefix text, n bigint) returns text
language plpgsql immutable strict as $$
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

-- Returns the smallest uuidv7 of a month: its first 48 bits are the milliseconds since 1970.
create function month_floor(month date) returns uuid
language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Creates the partition of a month, and moves rows into it that are in the default partition because it was missing.
create function make_month_partition(parent text, month date) returns void
language plpgsql as $$
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

-- Every partitioned table gets the month of `since` and the `ahead` months after it. If this is not called in time, a
-- row goes to the default partition, so that no write fails.
create function ensure_month_partitions(since date, ahead int) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('ensure_month_partitions'));
  perform make_month_partition(c.relname, (date_trunc('month', since::timestamp) + make_interval(months => step))::date)
  from pg_partitioned_table p
    join pg_class c on c.oid = p.partrelid
    cross join generate_series(0, ahead) as step
  where c.relnamespace = 'public'::regnamespace
  order by c.relname, step;
end $$;


-- People and identity -------------------------------------------------------------------------------------------------

create table clients (
  -- The id is the client_id of OAuth.
  id text collate "C" primary key,
  name text not null,
  -- If this is null, the address is made from the id.
  email text,
  roles text[] not null,
  -- A client with any of them is interactive.
  redirect_uris text[] not null,
  -- The hash is SHA-256; a public client has no secret, and null here.
  secret_hash bytea,
  active boolean not null,
  -- A higher generation revokes the tokens of lower ones; see revocations.
  token_generation integer not null default 1,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index clients_by_created_at on clients (created_at, id);

create sequence user_number;

create table users (
  id text collate "C" primary key default record_id('USR', nextval('user_number')),
  email text not null,
  name text not null,
  roles text[] not null,
  -- The hash is argon2id in the PHC form; a user without one cannot log in here.
  password_hash text,
  -- Sessions that began before this time are over.
  password_changed_at timestamptz(3),
  active boolean not null,
  token_generation integer not null default 1,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));
create index users_by_created_at on users (created_at, id);
-- Every submission of a service request asks for the users who may decide it.
create index users_of_role on users using gin (roles) where active;
-- The directory is searched by the beginning of a name or an address.
create index users_name_prefix on users (lower(name) text_pattern_ops);
create index users_email_prefix on users (lower(email) text_pattern_ops);

create sequence group_number;

create table groups (
  id text collate "C" primary key default record_id('GRP', nextval('group_number')),
  name text not null,
  email text,
  members text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index groups_name on groups (name);
create index groups_by_created_at on groups (created_at, id);

-- The directory is one list of all people and groups that a record can be assigned to.
create view directory as
  select 'person' as kind, id, name, email from users where active
  union all
  select 'group' as kind, id, name, email from groups;

create table api_keys (
  id uuid primary key default uuidv7(),
  user_id text collate "C" not null references users (id),
  name text not null,
  -- The first characters of a key distinguish it from others.
  prefix text not null,
  key_hash bytea not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_by_user on api_keys (user_id, created_at, id);

-- A process rejects tokens of the subject below the generation although their signature is valid. A row older than the
-- longest life of a token has no effect and is removed.
create table revocations (
  id bigint generated always as identity primary key,
  subject text not null,
  generation integer not null,
  revoked_at timestamptz(3) not null
);

create table signing_keys (
  -- The id is the `kid` of the key.
  id text collate "C" primary key,
  -- The key is sealed (platform/crypto/sealing.ts).
  private_key bytea not null,
  published_at timestamptz(3) not null,
  signs_from timestamptz(3) not null
);

-- The identity provider stores its sessions, codes, grants and refresh tokens here. Ids are hashes and contents are
-- sealed, so a reader of the table can use none of them.
create table provider_state (
  -- The id consists of the kind and the hash.
  id text collate "C" primary key,
  content bytea not null,
  grant_hash text,
  uid_hash text,
  consumed_at timestamptz(3),
  expires_at timestamptz(3)
);
create index provider_state_by_grant on provider_state (grant_hash) where grant_hash is not null;
create index provider_state_by_uid on provider_state (uid_hash) where uid_hash is not null;
create index provider_state_by_expiry on provider_state (expires_at) where expires_at is not null;

-- A session is a login of a person with a client. The state of the provider, which the hashes refer to, decides whether
-- it is active.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id text collate "C" not null references users (id),
  client_id text collate "C" not null,
  user_agent text,
  grant_hash text not null,
  -- The hash names the session in the browser, which several clients may share.
  uid_hash text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  -- The end of a login is known when it begins.
  ends_at timestamptz(3) not null
);
create unique index sessions_grant on sessions (grant_hash);
create index sessions_by_user on sessions (user_id, created_at, id);
create index sessions_by_uid on sessions (uid_hash);
create index sessions_by_end on sessions (ends_at);

-- A guesser must not lock the owner out of an account: attempts from new networks share slots, and networks from which
-- the account has signed in before do not wait for them. An account has a row whether it exists or not, and another for
-- each network that tries it; the first success removes the row of its network.
create table login_failures (
  -- The key is a hash of the lower-case address, alone or with the network.
  account text primary key,
  failures integer not null,
  retry_at timestamptz(3) not null,
  -- The slot is reserved for the network until it is used.
  slot_at timestamptz(3)
);

-- An account has signed in from these networks.
create table login_networks (
  -- Both are hashes, as in login_failures.
  account text not null,
  network text not null,
  seen_at timestamptz(3) not null,
  primary key (account, network)
);
create index login_networks_seen_at on login_networks (seen_at);

-- Sign-ins, failed ones, sign-outs and exchanges of API keys are stored for 90 days. A failed sign-in has a hash of the
-- account, because people type passwords into the wrong field.
create table sign_in_events (
  id uuid primary key default uuidv7(),
  at timestamptz(3) not null,
  kind text not null,
  -- The actor is the address of the person; it is null if the sign-in failed.
  actor text,
  -- Only a failed sign-in has this HMAC of the lower-case address.
  account_hash text,
  -- The address is that of the network.
  address text not null,
  -- The client is null where none is known, as on the password page.
  client text,
  -- A program can repeat some kinds: they have one row per minute, account and network.
  dedup_key text
);
create index sign_in_events_by_time on sign_in_events (at, id);
create index sign_in_events_by_actor on sign_in_events (lower(actor), at, id) where actor is not null;
create index sign_in_events_by_account on sign_in_events (account_hash, at, id) where account_hash is not null;
create unique index sign_in_events_once on sign_in_events (dedup_key) where dedup_key is not null;


-- Settings ------------------------------------------------------------------------------------------------------------

-- One row has the options of the whole instance, which an administrator may set. Absent members have the defaults of
-- platform/runtime/settings.ts.
create table settings (
  only_row boolean primary key default true check (only_row),
  document jsonb not null default '{}',
  -- Settings are changed over HTTP, so they have a version like any record.
  version integer not null default 1
);
insert into settings default values;


-- Incidents -----------------------------------------------------------------------------------------------------------

create sequence incident_number;

create table incidents (
  id text collate "C" primary key default record_id('INC', nextval('incident_number')),
  short_description text not null,
  description text,
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  -- This is false while the instance's impact × urgency matrix may still decide the priority.
  priority_explicit boolean not null,
  state text not null check
    (state in ('new', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened')),
  category text,
  subcategory text,
  impact text check (impact in ('high', 'medium', 'low')),
  urgency text check (urgency in ('high', 'medium', 'low')),
  assignment_group text,
  assigned_to text,
  ci_id text,
  parent_problem_id text,
  change_id text,
  external_id text,
  on_hold_reason text,
  resolution text,
  ai_suggested_resolution text not null default '',
  opened_by text not null,
  resolved_at timestamptz(3),
  closed_at timestamptz(3),
  reopen_count integer not null default 0,
  work_notes_count integer not null default 0,
  -- The next four columns are the resolution clock: see incidents/sla/sla.clock.ts.
  sla_target_seconds integer not null,
  sla_paused_ms bigint not null default 0,
  sla_halted_at timestamptz(3),
  sla_breach_at timestamptz(3) not null,
  version integer not null default 1,
  -- This is the sequence of the record's last event. It has no gaps, because the row is locked while it grows.
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || short_description || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))) stored,
  -- The next two are the times at which the warning and the breach of this period were emitted. A period that begins
  -- beyond a threshold that was emitted in the period before keeps its time.
  sla_warned_at timestamptz(3),
  sla_breached_at timestamptz(3),
  -- The next threshold falls due at this time. It is null while none can: the clock is halted, all are emitted, or the
  -- record is deleted.
  sla_next_due_at timestamptz(3),
  -- The fault was reported this often while the incident was open.
  occurrences integer not null default 1,
  -- The counts of public notes, and of private ones by author, give a reader the number of notes it may read without
  -- counting them. They are valid only while `total` equals work_notes_count; otherwise the notes are counted. They
  -- contain addresses of authors.
  note_counts jsonb,
  -- The order by SLA is the time of the breach while the clock runs, and null while it is paused or stopped. PostgreSQL
  -- computes it, so that no writer can forget it.
  sla_sort_at timestamptz(3) generated always as (case when sla_halted_at is null then sla_breach_at end) stored
);

-- The plan of a search depends on how often a word occurs (platform/lists/search.ts), so more words than usual are
-- counted.
alter table incidents alter column search set statistics 1000;
create index incidents_search on incidents using gin (search) where deleted_at is null;

-- There is one index per sort, and one per filter in the default order; deleted records are in none of them.

-- This is the default sort. The index carries the time of resolution, so that `resolved_after` and `resolved_before`
-- skip rows of other times in the index alone.
create index incidents_by_created_at on incidents (created_at, id) include (resolved_at) where deleted_at is null;
-- A queue asks for sort=updated_at and sort=priority of some states: rows of others are skipped in the index alone.
create index incidents_by_updated_at on incidents (updated_at, id) include (state) where deleted_at is null;
create index incidents_by_priority on incidents (priority, id) include (state) where deleted_at is null;
-- The first of these two serves sort=resolved_at; incidents without that time come last, by the second.
create index incidents_by_resolved_at on incidents (resolved_at, id)
  include (state, priority, assignment_group, created_at) where deleted_at is null and resolved_at is not null;
create index incidents_unresolved on incidents (id) where deleted_at is null and resolved_at is null;
-- This serves sort=sla_breach_at, and the filters `sla=at_risk` and `sla=breached` of running clocks, which are few
-- among all incidents. The index carries the filters of a queue, so that a rare one is found in the index alone.
create index incidents_by_sla on incidents (sla_sort_at, id)
  include (state, priority, category, assignment_group, assigned_to, sla_target_seconds, created_at)
  where deleted_at is null and sla_sort_at is not null;
-- With sort=sla_breach_at, clocks that are paused or stopped come last. The newest incidents have running clocks, so a
-- page in the order of ids would pass them all.
create index incidents_halted on incidents (id) include (state) where deleted_at is null and sla_sort_at is null;
-- This serves the same question about open incidents, of which few are paused.
create index incidents_paused on incidents (id)
  where deleted_at is null and sla_sort_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened');

-- The index of a filter is divided by state, because states are not spread evenly over time: the newest incidents are
-- open, and a page of closed ones would pass them all. A page is merged from one scan for each state
-- (platform/lists/scans.ts).
create index incidents_of_state on incidents (state, created_at, id)
  include (priority, updated_at) where deleted_at is null;
create index incidents_of_priority on incidents (priority, state, created_at, id)
  include (updated_at) where deleted_at is null;
-- The next four carry the columns of a second filter and of another sort, so that counting the matches of two filters,
-- and collecting them for a sort, reads the index alone: 20 ms instead of 800 at 5 million rows. They also find
-- incidents without a group or an assignee.
create index incidents_of_category on incidents (category, state, created_at, id)
  include (priority, updated_at, assignment_group, assigned_to) where deleted_at is null;
create index incidents_of_group on incidents (assignment_group, state, created_at, id)
  include (priority, updated_at, category, assigned_to) where deleted_at is null;
create index incidents_of_assignee on incidents (lower(assigned_to), state, created_at, id)
  include (assigned_to, priority, updated_at, category, assignment_group) where deleted_at is null;
create index incidents_of_opener on incidents (lower(opened_by), state, created_at, id)
  include (opened_by, priority, updated_at, category, assignment_group, assigned_to) where deleted_at is null;
create index incidents_of_ci on incidents (ci_id, created_at, id)
  where deleted_at is null and ci_id is not null;
-- The open incidents of a CI are few among all that it ever had.
create index incidents_open_of_ci on incidents (ci_id, created_at, id)
  where deleted_at is null and ci_id is not null and state in ('new', 'in_progress', 'on_hold', 'reopened');
create index incidents_of_change on incidents (change_id, created_at, id)
  where deleted_at is null and change_id is not null;
create unique index incidents_external_id on incidents (external_id, opened_by)
  where deleted_at is null and external_id is not null;

-- The events of a requester begin at the requester's own records, deleted ones too; the indexes of the lists have the
-- others.
create index incidents_deleted_of_opener on incidents (lower(opened_by)) where deleted_at is not null;

-- The sweep asks for clocks whose next threshold is due: some thousand incidents have one, whatever the size of the
-- table.
create index incidents_sla_due on incidents (sla_next_due_at) where sla_next_due_at is not null;


-- Totals of incidents -------------------------------------------------------------------------------------------------

-- A write appends deltas, a worker folds them into aggregates, and a reader adds both up (platform/lists/totals.ts and
-- platform/lists/fold.ts): see ADR 5.

-- Rows are deleted within seconds, so the table is vacuumed by their number, not by their share.
create table incident_deltas (
  id bigint generated always as identity primary key,
  day date not null,
  state text not null,
  priority text not null,
  category text,
  assignment_group text,
  assigned_to text,
  opened_by text not null,
  n smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

create table incident_totals (
  dimension text not null,
  value text not null,
  -- The day -infinity has the sum over all days, so that a total without dates reads some thirty rows.
  day date not null,
  state text not null,
  priority text not null,
  n bigint not null,
  primary key (dimension, value, day, state, priority)
) with (fillfactor = 70);
-- Totals have the addresses of people as given, and the totals of all spellings of an address are added up.
create index incident_totals_of_person on incident_totals (dimension, lower(value))
  where dimension in ('assigned_to', 'opened_by');

-- A trigger does this, not the service, so that every change of an incident keeps the totals exact, a bulk load or an
-- administrator's delete too.
create function count_incident() returns trigger
language plpgsql as $$
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

create trigger incidents_counted_on_insert after insert on incidents
  for each row execute function count_incident();
create trigger incidents_counted_on_delete after delete on incidents
  for each row execute function count_incident();
create trigger incidents_counted_on_update after update on incidents
  for each row when (
    (old.created_at, old.state, old.priority, old.category, old.assignment_group, old.assigned_to,
      old.opened_by, old.deleted_at is null)
    is distinct from
    (new.created_at, new.state, new.priority, new.category, new.assignment_group, new.assigned_to,
      new.opened_by, new.deleted_at is null))
  execute function count_incident();


-- Stats of incidents --------------------------------------------------------------------------------------------------

-- Stats say how many incidents were created, resolved and breached on each day and in each week, with a histogram of
-- the time to resolve. As with totals, a write appends deltas, which a worker folds.

-- Bucket b > 0 has 1.1^(b - 1) up to 1.1^b seconds, so its middle is at most 4.8 % away; bucket 0 is below a second.
create function seconds_bucket(seconds double precision) returns smallint
language sql immutable parallel safe as $$
  select case when seconds < 1 then 0 else 1 + floor(ln(seconds) / ln(1.1::float8)) end::smallint
$$;

-- A histogram consists of pairs of bucket and count, in the order of the buckets; it is null if it is empty.
create function add_histograms(one integer[], other integer[]) returns integer[]
language sql immutable parallel safe as $$
  select array_agg(array[bucket, n] order by bucket) from (
    select pairs[i][1] as bucket, sum(pairs[i][2])::integer as n
    from (select one || other as pairs) as both_of, generate_subscripts(pairs, 1) as i group by 1) as summed
$$;

create table incident_stat_deltas (
  id bigint generated always as identity primary key,
  day date not null,
  event text not null check (event in ('created', 'resolved', 'breached')),
  priority text not null,
  assignment_group text,
  category text,
  -- The event resolved has the bucket of the time to resolve.
  bucket smallint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

create table incident_stats (
  -- The dimension names an interval and columns, such as day:category; the value is that of these columns.
  dimension text collate "C" not null,
  value text collate "C" not null,
  -- The interval begins on this day.
  day date not null,
  created integer not null,
  resolved integer not null,
  breached integer not null,
  resolve_seconds integer[],
  primary key (dimension, value, day)
) with (fillfactor = 80);

-- An event counts with the values that the incident had at that time. A row that is inserted with its history counts as
-- each of its events.
create function count_incident_events() returns trigger
language plpgsql as $$
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

create trigger incident_events_counted_on_insert after insert on incidents
  for each row execute function count_incident_events();
create trigger incident_events_counted_on_update after update on incidents
  for each row when (
    (new.state = 'resolved' and old.state <> 'resolved')
    or (new.sla_breached_at is not null and new.sla_breached_at is distinct from old.sla_breached_at))
  execute function count_incident_events();

-- Counts all incidents again by their current values: once as created, as resolved at their last resolution, as
-- breached at their last breach. An operator calls it after a load with triggers disabled. No incident can be written
-- meanwhile: 8 s for 50,000 incidents and minutes for 5 million.
create function fill_incident_stats() returns void
language plpgsql set work_mem = '256MB' as $fill$
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
end $fill$;


-- Notes and attachments -----------------------------------------------------------------------------------------------

create table work_notes (
  id text collate "C" primary key default 'note_' || replace(uuidv7()::text, '-', ''),
  body text not null,
  visibility text not null check (visibility in ('team', 'private', 'public')),
  author text not null,
  created_at timestamptz(3) not null,
  -- A note belongs to a record of any type; ids are unique across types.
  record_id text collate "C" not null
);
create index work_notes_of_record on work_notes (record_id, created_at, id);

-- A file is stored once, however many notes attach it.
create table files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  size integer not null,
  -- The content is stored externally and not compressed, so that a download can read it slice by slice.
  content bytea storage external not null check (octet_length(content) = size)
);

create table attachments (
  id text collate "C" primary key default 'att_' || replace(uuidv7()::text, '-', ''),
  note_id text collate "C" not null references work_notes (id),
  -- Attachments are in the order in which they were given.
  position integer not null,
  sha256 bytea not null references files (sha256),
  filename text not null,
  content_type text not null,
  size integer not null,
  unique (note_id, position)
);
create index attachments_of_file on attachments (sha256);

-- A row counts the bytes that a caller has attached to notes on a day in UTC.
create table attachment_usage (
  caller text not null,
  day date not null,
  bytes bigint not null,
  primary key (caller, day)
);


-- Changes -------------------------------------------------------------------------------------------------------------

create sequence change_number;

create table changes (
  id text collate "C" primary key default record_id('CHG', nextval('change_number')),
  short_description text not null,
  description text,
  type text not null check (type in ('normal', 'standard', 'emergency')),
  state text not null check (state in ('draft', 'submitted', 'approved', 'rejected', 'scheduled',
    'implementing', 'review', 'closed', 'cancelled')),
  risk text not null check (risk in ('low', 'medium', 'high')),
  impact text check (impact in ('low', 'medium', 'high')),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  assignment_group text,
  assigned_to text,
  requested_by text not null,
  ci_ids text[] not null,
  incident_ids text[] not null,
  planned_start_at timestamptz(3),
  planned_end_at timestamptz(3),
  implementation_plan text,
  backout_plan text,
  test_plan text,
  -- The template of a standard change is its approval.
  template text check (template is null or type = 'standard'),
  work_notes_count integer not null default 0,
  note_counts jsonb,
  version integer not null default 1,
  -- This is the sequence of the record's last event; a draft has none.
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- This is never set: changes cannot be deleted, but the visibility of events reads this column of every type.
  deleted_at timestamptz(3),
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || short_description || ' ' || coalesce(description, ''))) stored,
  check (planned_end_at > planned_start_at)
);
create index changes_search on changes using gin (search) where deleted_at is null;
create index changes_by_created_at on changes (created_at, id) where deleted_at is null;
create index changes_by_updated_at on changes (updated_at, id) where deleted_at is null;
create index changes_of_state on changes (state, created_at, id) where deleted_at is null;
create index changes_of_type on changes (type, created_at, id) where deleted_at is null;
create index changes_of_risk on changes (risk, created_at, id) where deleted_at is null;
create index changes_of_group on changes (assignment_group, created_at, id) where deleted_at is null;
create index changes_of_assignee on changes (lower(assigned_to), created_at, id) where deleted_at is null;
create index changes_of_requester on changes (lower(requested_by), created_at, id) where deleted_at is null;
create index changes_by_planned_start on changes (planned_start_at, created_at, id) where deleted_at is null;
create index changes_of_ci on changes using gin (ci_ids) where deleted_at is null;
-- The calendar asks for windows that overlap a period. Null would be an open end of the range.
create index changes_windows on changes using gist (tstzrange(planned_start_at, planned_end_at))
  where deleted_at is null and planned_start_at is not null and planned_end_at is not null;

-- A row is the current decision of an approver. Only the audit trail has decisions that were withdrawn.
create table change_approvals (
  change_id text collate "C" not null references changes (id),
  approver text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  comment text,
  at timestamptz(3) not null,
  primary key (change_id, approver)
);


-- Service requests ----------------------------------------------------------------------------------------------------

create sequence service_request_number;

create table service_requests (
  id text collate "C" primary key default record_id('REQ', nextval('service_request_number')),
  short_description text not null,
  description text,
  item text,
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4')),
  state text not null check (state in ('submitted', 'approved', 'rejected', 'fulfilled', 'cancelled')),
  requested_by text not null,
  requested_for text,
  assignment_group text,
  assigned_to text,
  due_at timestamptz(3),
  decided_by text,
  decided_at timestamptz(3),
  decision_comment text,
  fulfilled_at timestamptz(3),
  work_notes_count integer not null default 0,
  note_counts jsonb,
  version integer not null default 1,
  -- This is the sequence of the record's last event. It has no gaps, because the row is locked while it grows.
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- No endpoint deletes a service request; the record engine reads these columns of every type.
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || short_description || ' ' || coalesce(description, '') || ' ' || coalesce(item, ''))) stored
);
create index service_requests_search on service_requests using gin (search) where deleted_at is null;
create index service_requests_by_created_at on service_requests (created_at, id) where deleted_at is null;
create index service_requests_by_updated_at on service_requests (updated_at, id) where deleted_at is null;
create index service_requests_of_state on service_requests (state, created_at, id) where deleted_at is null;
-- A requester may see the records of both columns.
create index service_requests_of_requester on service_requests (lower(requested_by), created_at, id)
  where deleted_at is null;
create index service_requests_of_requested_for on service_requests (lower(requested_for), created_at, id)
  where deleted_at is null and requested_for is not null;
-- The events of a requester begin at the requester's own records, deleted ones too; the indexes above have the others.
create index service_requests_deleted_of_requester on service_requests (lower(requested_by))
  where deleted_at is not null;
create index service_requests_deleted_of_requested_for on service_requests (lower(requested_for))
  where deleted_at is not null;


-- CMDB: configuration items and their relations -----------------------------------------------------------------------

create sequence ci_number;

-- A CI is never deleted: it is retired by its status.
create table cis (
  id text collate "C" primary key default 'CI' || nextval('ci_number'),
  name text not null,
  class text not null,
  status text not null check
    (status in ('operational', 'degraded', 'maintenance', 'non_operational', 'retired')),
  environment text,
  criticality text check (criticality in ('critical', 'high', 'medium', 'low')),
  owner text,
  support_group text,
  ip_address text,
  fqdn text,
  serial_number text,
  location text,
  attributes jsonb not null,
  discovery_source text,
  first_discovered_at timestamptz(3),
  last_discovered_at timestamptz(3),
  version integer not null default 1,
  event_sequence integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Host names are indexed whole and in parts, so that "web-01" and "web" find web-01.example.com.
  search tsvector not null generated always as (to_tsvector('english',
    id || ' ' || name || ' ' || class || ' ' || coalesce(fqdn, '') || ' ' || coalesce(ip_address, '') || ' '
    || coalesce(serial_number, '') || ' ' || coalesce(location, '') || ' '
    || translate(name || ' ' || coalesce(fqdn, ''), '._/:', '    ') || ' '
    || translate(name || ' ' || coalesce(fqdn, ''), '._/:-', '     '))) stored
);

-- The plan of a search depends on how often a word occurs (platform/lists/search.ts).
alter table cis alter column search set statistics 1000;
create index cis_search on cis using gin (search);

-- These three are the identity of a CI, in the order in which discovery identifies it: no two CIs share an identifier,
-- even when several discoveries add the same one at the same time.
create unique index cis_serial_number on cis (serial_number) where serial_number is not null;
create unique index cis_fqdn on cis (lower(fqdn)) where fqdn is not null;
create unique index cis_class_name on cis (class, name);

-- There is one index per sort, and one per filter in the default order. An index of a filter includes updated_at, so
-- that its matches can be collected for the other sort from the index alone.
create index cis_by_created_at on cis (created_at, id);
create index cis_by_updated_at on cis (updated_at, id);
create index cis_of_class on cis (class, created_at, id) include (updated_at);
create index cis_of_status on cis (status, created_at, id) include (updated_at);
create index cis_of_environment on cis (environment, created_at, id) include (updated_at);
create index cis_of_owner on cis (lower(owner), created_at, id) include (owner, updated_at);
create index cis_of_support_group on cis (support_group, created_at, id) include (updated_at);

-- The target has no foreign key: its check would lock the target, and two CIs that begin to depend on each other at the
-- same time would deadlock. The service checks that the target exists, and CIs are not deleted.
create table ci_relations (
  ci_id text collate "C" not null references cis (id),
  type text not null check (type in ('depends_on', 'runs_on', 'connects_to', 'part_of')),
  target text collate "C" not null,
  primary key (ci_id, type, target),
  check (ci_id <> target)
);
create index ci_relations_of_target on ci_relations (target, type, ci_id);


-- Articles and passages -----------------------------------------------------------------------------------------------

create sequence article_number;

-- array_to_string is not immutable for every type of element; for text it is.
create function joined_tags(tags text[]) returns text
  language sql immutable parallel safe
  return array_to_string(tags, ' ');

create table articles (
  id text collate "C" primary key default record_id('KB', nextval('article_number')),
  title text not null,
  summary text,
  body text not null,
  category text,
  tags text[] not null,
  language text not null,
  state text not null check (state in ('draft', 'review', 'published', 'retired')),
  author text not null,
  -- An editor changed these fields, and nobody has published them yet.
  pending jsonb,
  pending_revision boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  search tsvector not null generated always as (
    setweight(to_tsvector('english', id || ' ' || title), 'A')
    || setweight(to_tsvector('english',
      coalesce(summary, '') || ' ' || coalesce(category, '') || ' ' || joined_tags(tags)), 'B')
    || setweight(to_tsvector('english', body), 'D')) stored,
  -- A reviewer sent the article, or its pending revision, back with this comment.
  sent_back jsonb
);
create index articles_search on articles using gin (search) where deleted_at is null;
create index articles_by_created_at on articles (created_at, id) where deleted_at is null;
create index articles_by_updated_at on articles (updated_at, id) where deleted_at is null;
create index articles_of_state on articles (state, created_at, id) where deleted_at is null;
create index articles_of_category on articles (category, created_at, id) where deleted_at is null;
create index articles_of_language on articles (language, created_at, id) where deleted_at is null;
create index articles_of_author on articles (lower(author), created_at, id) where deleted_at is null;
create index articles_of_tag on articles using gin (tags) where deleted_at is null;

-- The table has the words of titles and summaries, each once, to find the spelling of a misspelt word by trigrams. A
-- comparison with the texts themselves would read most of them. No word is removed: one that no article has any more
-- finds nothing.
create table article_words (
  word text collate "C" primary key
);
create index article_words_similar on article_words using gin (word gin_trgm_ops);

-- Words are inserted in their order, so that two writers of the same new words wait for each other and do not deadlock.
create function add_article_words() returns trigger
language plpgsql as $$
begin
  insert into article_words (word)
  select distinct lower(part[1]) from written,
    regexp_matches(title || ' ' || coalesce(summary, ''), '[[:alnum:]]{4,}', 'g') as part
  where length(part[1]) <= 40
  order by 1
  on conflict do nothing;
  return null;
end $$;

create trigger articles_words_of_new after insert on articles
  referencing new table as written for each statement execute function add_article_words();
create trigger articles_words_of_changed after update on articles
  referencing new table as written for each statement execute function add_article_words();

-- A row is the text of an article after a change of it. `version` is that of the article; a change of state adds no
-- row.
create table article_versions (
  id uuid primary key default uuidv7(),
  article_id text collate "C" not null references articles (id),
  version integer not null,
  title text not null,
  summary text,
  body text not null,
  category text,
  tags text[] not null,
  language text not null,
  edited_by text not null,
  created_at timestamptz(3) not null,
  unique (article_id, version)
);
create index article_versions_of_article on article_versions (article_id, created_at, id);

-- Each person, who is the subject of a token, has one vote. There is no foreign key: its check would wait for an update
-- of the article.
create table article_votes (
  article_id text collate "C" not null,
  voter text not null,
  helpful boolean not null,
  voted_at timestamptz(3) not null,
  primary key (article_id, voter)
);

-- Counts are separate from the article, so that a view or a vote locks no article and changes no version.
create table article_counts (
  article_id text collate "C" primary key references articles (id),
  view_count bigint not null default 0,
  helpful_count integer not null default 0,
  vote_count integer not null default 0,
  -- This counts the answers that cited the article.
  citation_count bigint not null default 0
) with (fillfactor = 50);

-- Passages of articles are searched by meaning and by words. Vectors of different models cannot be compared, so a new
-- model gets its own rows beside those of the old one, until every article has them.
create table passages (
  article_id text collate "C" not null,
  model text not null,
  -- Positions within an article begin at 0.
  position integer not null,
  article_version integer not null,
  heading_path text[] not null,
  text text not null,
  -- The embedding is absent if the model was not available; the passage is then found by its words alone.
  embedding vector(384),
  -- The search column has title, headings and text, in this order of weight.
  search tsvector not null,
  primary key (article_id, model, position)
);
create index passages_search on passages using gin (search);
-- With the defaults (16, 64) the index missed 9 of 100 nearest passages of 100,000; with these, 1.
create index passages_embedding on passages using hnsw (embedding vector_cosine_ops)
  with (m = 24, ef_construction = 128);


-- AI: similar cases, suggestions, cached responses and usage ----------------------------------------------------------

-- There is one vector for each text. Alerts repeat their text thousands of times, and an index of nearest neighbours
-- with thousands of equal vectors no longer reaches every other one (ADR 31).
create table symptom_embeddings (
  model text not null,
  text_hash text not null,
  embedding vector(384) not null,
  primary key (model, text_hash)
);
-- A search for similar cases asks for the nearest texts.
create index symptom_embeddings_nearest on symptom_embeddings using hnsw (embedding vector_cosine_ops);

-- A resolved incident has the text of its symptom, by which similar cases are found. An incident that is reopened or
-- deleted has none.
create table incident_embeddings (
  incident_id text collate "C" not null,
  model text not null,
  -- The hash is that of the embedded text, so that an update of other fields embeds nothing.
  text_hash text not null,
  primary key (incident_id, model),
  foreign key (model, text_hash) references symptom_embeddings
);
-- A search asks for the incidents with a text, newest first.
create index incident_embeddings_text on incident_embeddings (model, text_hash, incident_id);

-- The suggested resolution of an incident quotes other incidents. This is a table and not a column of incidents, so
-- that a suggestion is saved without touching an index of that table, and the incidents that quote another are found at
-- once.
create table ai_quotes (
  quoted_id text collate "C" not null,
  incident_id text collate "C" not null,
  primary key (quoted_id, incident_id)
);
create index ai_quotes_of_incident on ai_quotes (incident_id);

-- The table caches responses of the AI endpoints, which an equal or a very similar question finds. It is not logged,
-- because a cache may be lost in a crash.
create unlogged table ai_cache (
  id uuid primary key default uuidv7(),
  -- The scope is a hash of endpoint, model, parameters, version of the context record, and the records that the caller
  -- may read.
  scope text not null,
  -- The question is a hash of its normalised text.
  question text not null,
  -- The signature is a hash of the words that must be the same; it is null where only an equal question is a hit.
  signature text,
  -- The embedding is that of the question alone, because the signature is compared as a column.
  embedding vector(384),
  response jsonb not null,
  -- The response cites these records, with their versions, and is valid as long as they are unchanged.
  sources jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (scope, question)
);
-- The cache asks for a similar question. Few responses share a signature, so their vectors are compared one by one: an
-- insert into an index of vectors took more time than all of these comparisons.
create index ai_cache_similar on ai_cache (scope, signature) where embedding is not null;
create index ai_cache_expired on ai_cache (expires_at);

-- A row counts the tokens that a caller has used on a day in UTC.
create table ai_usage (
  caller text not null,
  day date not null,
  tokens bigint not null,
  primary key (caller, day)
);


-- Events and entries: the outbox and the audit trail ------------------------------------------------------------------

-- Both are written in the transaction of the update that they describe.

-- A position is drawn while the record's row is locked, so it ascends per record; positions of different records may
-- commit out of order.
create sequence event_position;

create table events (
  id uuid not null default uuidv7(),
  position bigint not null default nextval('event_position'),
  type text not null,
  record_type text not null,
  record_id text collate "C" not null,
  sequence integer not null,
  occurred_at timestamptz(3) not null,
  data jsonb not null,
  relayed_at timestamptz(3),
  -- The event stream follows commits: it sends an event once its transaction, and every one with a lower id, has ended.
  xid xid8 default pg_current_xact_id(),
  -- The trace that caused the event (W3C Trace Context) is continued by a delivery attempt; it is null if there is
  -- none.
  traceparent text,
  primary key (id)
) partition by range (id);

create table events_default partition of events default;
-- The relay asks for events that have no deliveries yet.
create index events_unrelayed on events (position) where relayed_at is null;
create index events_by_record on events (record_type, record_id, sequence);
create index events_by_time on events (occurred_at, id);
-- The event stream asks for the events of later transactions.
create index events_by_xid on events (xid, position) where xid is not null;
-- Without this index, a page of a rare type would read the whole log.
create index events_of_type on events (type, occurred_at, id);

-- One row describes the event log as a whole.
create table event_log (
  only_row boolean primary key default true check (only_row),
  -- The epoch identifies the cluster and its timeline: after a restore or a failover, transaction ids are not
  -- comparable.
  epoch text not null default '',
  -- Events up to this position belong to an earlier epoch.
  base_position bigint not null default 0,
  -- No event that retention has dropped has a higher xid.
  dropped_xid xid8 not null default '0'
);
insert into event_log default values;

create table entries (
  id uuid not null default uuidv7(),
  at timestamptz(3) not null,
  actor text not null,
  kind text not null,
  record_type text not null,
  record_id text collate "C" not null,
  record_version integer not null,
  request_id text not null,
  changes jsonb,
  -- The update was made through this inbound webhook, which has the name of that time here.
  via jsonb,
  primary key (id)
) partition by range (id);

create table entries_default partition of entries default;
create index entries_by_time on entries (at, id);
create index entries_by_record on entries (record_id, at, id);
create index entries_by_actor on entries (lower(actor), at, id);
create index entries_by_request on entries (request_id, at, id);
-- Without this index, a page of a rare kind would read the whole audit trail.
create index entries_of_kind on entries (kind, at, id);

-- The database itself ensures that the audit trail is append-only.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();


-- Outbound webhooks: subscriptions, deliveries and attempts -----------------------------------------------------------

create table outbound_webhooks (
  id text collate "C" primary key default 'wh_out_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  url text not null,
  events text[] not null,
  filters jsonb not null,
  -- Headers are sealed (platform/crypto/sealing.ts), because credentials of receivers are among them.
  headers bytea not null,
  sign_payloads boolean not null,
  -- The secret is sealed; it is null until the first signature is requested.
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  active boolean not null,
  timeout_seconds integer not null check (timeout_seconds between 1 and 30),
  owner text not null,
  -- The last e-mail about failed deliveries was sent at this time: there is at most one an hour.
  alert_mailed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The webhooks of an owner who is deactivated are suspended.
  owner_id text not null,
  -- This is set while the webhook is suspended: events from then on may have no delivery.
  missed_since timestamptz(3)
);
create index outbound_webhooks_by_created_at on outbound_webhooks (created_at, id) where deleted_at is null;

-- An event, a webhook and a repetition have one id, so that the primary key of a partitioned table rejects a second
-- delivery. The id begins with the time of the event, so it is in the event's month.
create function delivery_id(event uuid, webhook text, replay int) returns uuid
language sql immutable strict parallel safe as $$
  select (left(replace(event::text, '-', ''), 12) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 14, 3) || '8' ||
    substr(md5(event::text || '/' || webhook || '/' || replay), 18))::uuid
$$;

create table deliveries (
  id uuid not null,
  webhook_id text collate "C" not null,
  event_id uuid not null,
  event text not null,
  record_type text not null,
  record_id text collate "C" not null,
  sequence integer not null,
  -- This is 0 for the delivery that the event caused, and one more for each time that somebody asked for it again.
  replay integer not null,
  -- These bytes are signed and sent, the same on every attempt.
  body bytea not null,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- The next attempt is owed to the receiver at this time.
  next_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (id)
) partition by range (id);

create table deliveries_default partition of deliveries default;
create index deliveries_of_webhook on deliveries (webhook_id, created_at, id);
-- The timeline asks for the deliveries of a record's events.
create index deliveries_of_record on deliveries (record_id, created_at, id);
-- These two serve the deliveries of all webhooks, newest first; the failed ones, which are few, have their own.
create index deliveries_by_created_at on deliveries (created_at, id);
create index deliveries_failed on deliveries (created_at, id) where status = 'failed';

-- `id` is that of the delivery: a partitioned table is divided by a column of this name.
create table attempts (
  id uuid not null,
  number integer not null check (number between 1 and 5),
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  request jsonb not null,
  response jsonb,
  primary key (id, number)
) partition by range (id);

create table attempts_default partition of attempts default;

-- The relay could not create the deliveries of these events, and sets them aside so that the others continue. An event
-- that is set aside is marked as relayed, so that the relay skips it; `admin retry-events` removes the mark.
create table relay_failures (
  event_id uuid primary key,
  error text not null,
  failed_at timestamptz(3) not null
);

-- The timeline of a record has its audit entries and the deliveries of its events, which change after they were
-- created. It has no joins, so that a page is merged from the indexes of both.
create view timeline as
  select id, at, actor, kind, record_type, record_id, request_id, changes, null::jsonb as delivery, via
  from entries
  union all
  select
    id, created_at, (select owner from outbound_webhooks where outbound_webhooks.id = webhook_id),
    'webhook.delivery', record_type, record_id, 'relay-' || event_id, null::jsonb,
    jsonb_build_object(
      'id', id, 'webhook_id', webhook_id,
      'webhook_name', (select name from outbound_webhooks where outbound_webhooks.id = webhook_id),
      'event', event, 'status', status, 'attempts', attempts, 'last_status', last_status),
    null::jsonb
  from deliveries;


-- Delivery queue ------------------------------------------------------------------------------------------------------

-- Pending deliveries have narrow rows beside the wide ones: a claim and a lease touch nothing else, and a delivery that
-- has ended is gone from here. See ADR 17.
create table delivery_queue (
  -- The id is that of the delivery.
  id uuid not null,
  webhook_id text collate "C" not null,
  record_id text collate "C" not null,
  sequence integer not null,
  -- A first attempt waits for those of earlier events of its record; repetitions and retries wait for nothing.
  in_order boolean not null,
  -- The next attempt is owed to the receiver at this time.
  due_at timestamptz(3) not null,
  -- No index has this column, so that a claim and a renewal stay on the row's page and touch no index.
  leased_until timestamptz(3),
  -- Only the result of this claim counts. It is drawn again for each claim, and null between two.
  claim uuid,
  primary key (id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
-- A claim asks for the deliveries of a webhook that are due.
create index delivery_queue_due on delivery_queue (webhook_id, due_at);
-- A claim asks for earlier events of the same record. The index is on an expression, so that the planner cannot take
-- the one above for it, which would read all that is due.
create index delivery_queue_in_order on delivery_queue ((webhook_id || record_id), sequence) where in_order;
-- Retries wait for no other delivery, so they are found without those that do.
create index delivery_queue_retries on delivery_queue (webhook_id, due_at) where not in_order;

-- A queue is empty in one minute and long in the next, so its statistics are always wrong. The functions that every
-- delivery passes through have one plan each, by indexes, whatever the statistics say: see ADR 11.

-- Locks deliveries of a webhook that can be attempted, the longest due first. Only the first event of a record can be
-- attempted, and a record may have thousands of waiting ones: at most 200 of these are skipped one by one. Then the
-- first events of records are found by an index scan that skips from record to record: up to 1,000 of them, beginning
-- at the record of a delivery drawn at random, so that every record is reached. A row that another worker takes
-- meanwhile is skipped.
create function lock_due_deliveries(webhook text, at timestamptz, asked_at timestamptz, n int) returns setof uuid
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
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

-- Takes due deliveries, as many of each webhook as it has room for. Leases are on the clock of the database, so that
-- workers whose clocks differ agree on when one ends; the time at which an attempt is due is on the clock of the
-- worker, which also wrote it. The commit does not wait for the disk: if it is lost, nobody has the delivery, and no
-- result counts. Deliveries are read after their rows of the queue are locked: in one statement they would be read as
-- of its begin, a result that was saved in between would leave the number of the last attempt behind, the next attempt
-- would have the number of an old one, and its result could never be saved.
create function lease_due_deliveries(claim uuid, at timestamptz, lease interval, cap int,
  busy_ids text[], busy_counts int[], only_ids text[], most int)
returns table (id uuid, webhook_id text, webhook_version int, event_id uuid, event text,
  record_id text, sequence int, attempts int, body bytea)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_sort = off
as $$
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

-- Writes the results of attempts, each only if its claim is still valid, and returns the ids of those that were
-- written. The claim ends with its result: a renewal at the same time finds nothing, and neither does the same result
-- once more.
create function save_attempts(results json) returns setof uuid
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
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


-- Inbound webhooks ----------------------------------------------------------------------------------------------------

-- Other systems post their events to the address of an inbound webhook.
create table inbound_webhooks (
  -- The id is a secret with 128 random bits, because everybody who knows the address may post to it.
  id text collate "C" primary key,
  name text not null,
  description text,
  action text not null check (action in ('create_incident', 'resolve_incident', 'upsert_ci')),
  field_mapping jsonb not null,
  filters jsonb not null,
  dedup_key text,
  secret_enabled boolean not null,
  -- The secret is sealed (platform/crypto/sealing.ts); it is null until the first one is requested.
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  active boolean not null,
  -- The webhook acts as its owner.
  owner_id text not null,
  owner text not null,
  owner_roles text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The handle names the webhook wherever its secret id must not be shown.
  handle text collate "C" not null default 'whr_' || replace(gen_random_uuid()::text, '-', ''),
  -- This is set while the owner may not act, to 30 days later: the webhook continues until then with owner_roles.
  ends_at timestamptz(3)
);
create index inbound_webhooks_by_created_at on inbound_webhooks (created_at, id) where deleted_at is null;
create unique index inbound_webhooks_by_handle on inbound_webhooks (handle);

-- A row is a received event with its result.
create table inbound_events (
  id uuid not null default uuidv7(),
  webhook_id text collate "C" not null,
  received_at timestamptz(3) not null,
  status text not null check (status in ('created', 'updated', 'deduplicated', 'resolved', 'ignored')),
  incident_id text collate "C",
  occurrences integer,
  delivery_id text,
  dedup_key text,
  reason text,
  mapping_warnings jsonb not null,
  request_id text not null,
  replay_of uuid,
  headers jsonb not null,
  -- These are the received bytes: the signature covers them, and a replay reads them.
  payload bytea not null,
  ci_id text collate "C",
  primary key (id)
) partition by range (id);

create table inbound_events_default partition of inbound_events default;
create index inbound_events_of_webhook on inbound_events (webhook_id, received_at, id);

-- The deliveries that had an effect are known by the sender's own id. A second insert waits for the first to commit.
create table inbound_deliveries (
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  event_id uuid not null,
  received_at timestamptz(3) not null,
  primary key (webhook_id, delivery_id)
);
create index inbound_deliveries_by_time on inbound_deliveries (received_at);

-- A key has the last incident that was opened under it. Every event with the key locks the row, so that concurrent ones
-- wait for each other.
create table inbound_keys (
  dedup_key text collate "C" primary key,
  incident_id text collate "C",
  used_at timestamptz(3) not null
);
create index inbound_keys_by_time on inbound_keys (used_at);


-- Bulk jobs -----------------------------------------------------------------------------------------------------------

-- The row of a job is its own queue: the worker that has its lock processes the row after the last finished one.
create table bulk_jobs (
  id text collate "C" primary key default 'job_' || replace(uuidv7()::text, '-', ''),
  type text not null,
  operation text not null,
  dry_run boolean not null,
  -- This is the subject of the token: callers take turns, and the unfinished jobs of each are counted.
  caller text collate "C" not null,
  -- The actor has the roles that the caller had when it asked.
  actor jsonb not null,
  request_id text not null,
  records jsonb not null,
  -- An update by ids applies these fields to each record.
  fields jsonb,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  total integer not null,
  -- This many rows have ended; the next row has this index.
  processed integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3)
)
-- Three counts change with each row: the page has room for that, so that no index is touched.
with (fillfactor = 70);
create index bulk_jobs_unfinished on bulk_jobs (caller, id) where finished_at is null;
create index bulk_jobs_of_caller on bulk_jobs (caller, created_at, id);
create index bulk_jobs_by_created_at on bulk_jobs (created_at, id);
create index bulk_jobs_expired on bulk_jobs (expires_at) where expires_at is not null;

-- The result of each row is written in the transaction of its effect.
create table bulk_results (
  job_id text collate "C" not null references bulk_jobs on delete cascade,
  index integer not null,
  record_id text collate "C",
  status text not null check (status in ('succeeded', 'failed', 'skipped')),
  error jsonb,
  primary key (job_id, index)
);


-- Tasks and job pools -------------------------------------------------------------------------------------------------

-- A task is work on one record that nobody waits for: a suggestion for a new incident, a vector for a resolved one, the
-- passages of an article. Tasks are not jobs of the queue: a storm of alerts makes thousands of them, every poll of the
-- other queues would read past them all, and a mail would wait behind an article (ADR 30).
create table tasks (
  kind text not null,
  record_id text collate "C" not null,
  -- While a worker runs the task, another may run it from this time.
  due_at timestamptz not null,
  attempts smallint not null default 0,
  -- The revision grows when the record changes again, so that the task stays although an earlier run of it ends.
  revision integer not null default 0,
  primary key (kind, record_id)
);
-- A worker asks for the tasks of a kind that are due.
create index tasks_due on tasks (kind, due_at);

-- Each pool of job workers records here that it is alive; the jobs of a pool that stops doing so are unlocked.
create table job_pools (
  id text primary key,
  seen_at timestamptz(3) not null
);


-- Notifications and mail ----------------------------------------------------------------------------------------------

-- A notification is a message to a person inside the service.
create table notifications (
  id text collate "C" primary key default 'ntf_' || replace(uuidv7()::text, '-', ''),
  recipient text not null,
  type text not null,
  -- The notification is about this subject, by which notifications are counted.
  subject text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  -- This caller caused the notification; its notifications of an hour are limited. It is absent where nobody did: SLA
  -- warnings and alerts about webhooks.
  caller text
);
create index notifications_of_recipient on notifications (lower(recipient), created_at, id);
-- Every page of a person's list shows the number of unread notifications.
create index notifications_unread on notifications (lower(recipient)) where read_at is null;
create index notifications_of_subject on notifications (subject, created_at);
-- The limit asks for the notifications that a caller caused in the last hour.
create index notifications_of_caller on notifications (caller, created_at) where caller is not null;

-- The preferences say which mails a person wants; an absent type is wanted.
create table notification_preferences (
  recipient text primary key,
  email jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null
);
create index notification_preferences_of_recipient on notification_preferences (lower(recipient));

-- A mail waits here to be sent. The row must not be lost; a job only says when to try.
create table mails (
  id text collate "C" primary key default 'mail_' || replace(uuidv7()::text, '-', ''),
  type text not null,
  -- The mail is addressed to the recipients; it has not been sent to the pending ones yet.
  recipients text[] not null,
  pending text[] not null,
  letter jsonb not null,
  -- The mail is about this record.
  record_type text not null,
  record_id text collate "C" not null,
  record_version integer not null,
  request_id text not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- This caller caused the mail and is limited. It is null if no caller did, as with SLA warnings.
  caller text,
  -- The limit decides once for each mail, before its first attempt, who may be mailed.
  admitted boolean not null default false
);
create index mails_ended on mails (ended_at) where ended_at is not null;

-- A row counts the recipients of a caller's mails in an hour.
create table mail_counts (
  hour timestamptz(3) not null,
  caller text collate "C" not null,
  recipients integer not null,
  primary key (hour, caller)
);


-- Views ---------------------------------------------------------------------------------------------------------------

create sequence view_number;

-- A saved view of a list has the parameters and columns that a person works with, alone or shared.
create table views (
  id text collate "C" primary key default record_id('VIW', nextval('view_number')),
  name text not null,
  list text not null,
  query jsonb not null,
  columns text[] not null,
  audience text not null check (audience in ('me', 'group', 'everyone')),
  "group" text,
  owner text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by text,
  -- Widths are in pixels by field.
  column_widths jsonb not null default '{}'
);
create index views_by_created_at on views (created_at, id) where deleted_at is null;
create index views_of_owner on views (lower(owner)) where deleted_at is null;


-- Idempotency ---------------------------------------------------------------------------------------------------------

-- The response to a write with an Idempotency-Key is stored for a day, so that a retry gets the same one.
create table idempotency_keys (
  -- The id is the SHA-256 of caller, method, path and key, in hexadecimal.
  id text primary key,
  -- The hash is the SHA-256 of the request, which distinguishes another request under the same key.
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  -- One of the two is set: a response with a secret is sealed.
  body bytea,
  sealed_body bytea check (num_nonnulls(body, sealed_body) = 1),
  created_at timestamptz(3) not null
);
create index idempotency_keys_by_created_at on idempotency_keys (created_at);
