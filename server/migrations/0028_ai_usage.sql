-- Tokens that each caller has used, per day in UTC.
create table ai_usage (
  caller text not null,
  day date not null,
  tokens bigint not null,
  primary key (caller, day)
);
