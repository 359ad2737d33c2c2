-- Everybody and every group that a record can be assigned to, in one list.
create view directory as
  select 'person' as kind, id, name, email from users where active
  union all
  select 'group' as kind, id, name, email from groups;

-- squawk-ignore require-concurrent-index-creation
create index users_name_prefix on users (lower(name) text_pattern_ops);
-- squawk-ignore require-concurrent-index-creation
create index users_email_prefix on users (lower(email) text_pattern_ops);
