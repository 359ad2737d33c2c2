-- One row decides whether deliveries and e-mails may be sent. A restored database sends none until an operator has
-- looked at it, and a copy at another address sends none to the receivers of the original.
-- migrate: expands
create table outgoing (
  only_row boolean primary key default true check (only_row),
  -- A process whose BASE_URL differs from this one sends nothing; null until the first one starts.
  base_url text,
  -- No process sends anything while this is set.
  held_since timestamptz(3),
  released_at timestamptz(3)
);
insert into outgoing default values;
