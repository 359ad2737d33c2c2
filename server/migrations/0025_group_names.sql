-- A group keeps the names that it had: records, filters and mappings that name an old one mean the group.
-- migrate: expands
create table group_names (
  name text primary key,
  group_id text not null collate "C"
);
create index group_names_of_group on group_names (group_id);
insert into group_names select name, id from groups;

create function reserve_group_name() returns trigger language plpgsql as $$
begin
  insert into group_names values (new.name, new.id) on conflict do nothing;
  if not exists (select from group_names where name = new.name and group_id = new.id) then
    raise unique_violation using constraint = 'group_names_pkey',
      message = 'the name belongs to another group';
  end if;
  return null;
end $$;
create trigger groups_name_reserved_on_insert after insert on groups
  for each row execute function reserve_group_name();
create trigger groups_name_reserved_on_update after update on groups
  for each row when (old.name <> new.name) execute function reserve_group_name();

-- Returns the present name of the group that has or had this one, and an unknown name as it is.
create function present_group_name(given text) returns text language sql stable as $$
  select coalesce(
    (select groups.name from group_names join groups on groups.id = group_names.group_id
     where group_names.name = given),
    given)
$$;
