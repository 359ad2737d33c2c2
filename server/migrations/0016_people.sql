-- What an organisation knows about its people, and who manages them.
-- migrate: expands
alter table users
  -- Former addresses stay theirs: records that name them are still theirs, and nobody else gets them.
  add column previous_emails text[] not null default '{}',
  -- The address of the manager.
  add column manager text,
  add column department text,
  add column title text,
  add column site text,
  -- A BCP 47 tag, such as de-CH; null for the language of the browser.
  add column locale text,
  -- An IANA name, such as Europe/Zurich; null for that of the browser.
  add column time_zone text,
  add column away_until timestamptz(3),
  -- The address of the person who decides in their place while they are away.
  add column delegate text,
  -- At most this many open records are assigned to them by rules; null for any number.
  add column capacity integer,
  -- The SCIM connector that manages the user; null if it is managed here.
  add column provisioned_by text collate "C";

alter table groups
  -- Names that the group had before; they stay reserved.
  add column previous_names text[] not null default '{}',
  add column provisioned_by text collate "C";

-- An address belongs to one user for ever, also after the user has another one.
create table user_addresses (
  address text primary key check (address = lower(address)),
  user_id text not null collate "C"
);
create index user_addresses_user on user_addresses (user_id);
insert into user_addresses select lower(email), id from users;

create function reserve_user_address() returns trigger language plpgsql as $$
begin
  insert into user_addresses values (lower(new.email), new.id) on conflict do nothing;
  if not exists (select from user_addresses where address = lower(new.email) and user_id = new.id) then
    raise unique_violation using constraint = 'user_addresses_pkey',
      message = 'the address belongs to another user';
  end if;
  return null;
end $$;
create trigger users_address_reserved_on_insert after insert on users
  for each row execute function reserve_user_address();
create trigger users_address_reserved_on_update after update on users
  for each row when (lower(old.email) <> lower(new.email)) execute function reserve_user_address();
