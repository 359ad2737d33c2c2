-- What every table stands on: readable ids, monthly partitions, instance settings.

-- INC0000001 … INC9999999, then INCA000000 onwards in base 36: length and byte order hold.
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

-- The smallest uuidv7 of a month: its first 48 bits are the milliseconds since 1970.
create function month_floor(month date) returns uuid
language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes a month of its own; rows that had to go to the default partition because it was missing move in.
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

-- Every partitioned table gets the month of `since` and the `ahead` months after it.
-- The default partition keeps a write alive when this was not called in time.
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

-- One row: what an administrator may set for the whole instance. Absent members take the
-- defaults of platform/settings.ts.
create table settings (
  only_row boolean primary key default true check (only_row),
  document jsonb not null default '{}'
);
insert into settings default values;
