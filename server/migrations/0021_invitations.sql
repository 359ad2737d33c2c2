-- People get an invitation to choose their first password.
-- migrate: expands
alter table users
  -- Both are null while the person has no invitation that can be used.
  add column invited_at timestamptz(3),
  add column invitation_expires_at timestamptz(3);
