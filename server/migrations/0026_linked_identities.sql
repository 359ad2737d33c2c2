-- Administrators list the people of an identity provider.
-- migrate: expands
create view linked_identities as
  select user_id as id, issuer, subject, email, name, linked_at, last_sign_in_at
  from user_identities join users on users.id = user_id;
create index user_identities_by_linked_at on user_identities (issuer, linked_at, user_id);
