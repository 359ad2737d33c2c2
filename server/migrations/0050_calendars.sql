-- Calendars say when people work: weekly hours in a time zone, and dates with other hours.
-- migrate: expands
create table calendars (
  id text collate "C" primary key default 'cal_' || replace(uuidv7()::text, '-', ''),
  name text not null,
  time_zone text not null,
  -- Hours of each weekday, as local times.
  weekly jsonb not null,
  -- Dates with other hours, such as public holidays, in their order.
  exceptions jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index calendars_by_created_at on calendars (created_at, id) where deleted_at is null;
