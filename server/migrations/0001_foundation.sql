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

-- Every partitioned table gets the month of `since` and the `ahead` months after it.
-- The default partition keeps a write alive when this was not called in time.
create function ensure_month_partitions(since date, ahead int) returns void
language plpgsql as $$
declare
  parent record;
  month date;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_month_partitions'));
  for parent in
    select c.relname
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace
    order by c.relname
  loop
    for step in 0..ahead loop
      month := (date_trunc('month', since::timestamp) + make_interval(months => step))::date;
      if to_regclass(format('public.%I', parent.relname || to_char(month, '_YYYY_MM'))) is null then
        execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
          parent.relname || to_char(month, '_YYYY_MM'), parent.relname,
          month_floor(month), month_floor((month + interval '1 month')::date));
      end if;
    end loop;
  end loop;
end $$;

-- One row: what an administrator may set for the whole instance. Absent members take the
-- defaults of platform/settings.ts.
create table settings (
  only_row boolean primary key default true check (only_row),
  document jsonb not null default '{}'
);
insert into settings default values;
