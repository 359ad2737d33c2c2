// The next release adds a column, fills it while the service runs, and removes what only the filling needed. Its numbers
// come after those of any migration of this release.

export const nextMigrations = {
  '9001_add_summary': `-- Incidents get a summary, which the next release reads.
-- migrate: expands
alter table incidents add column proof_summary text;
`,
  '9002_index_unfilled': `-- The batches find their rows by this index.
-- migrate: expands
-- migrate: concurrently
drop index concurrently if exists incidents_without_summary;
create index concurrently incidents_without_summary on incidents (id) where proof_summary is null;
`,
  '9003_fill_summary': `-- Incidents get their summary.
-- migrate: expands
-- migrate: in batches
update incidents set proof_summary = short_description
where id in (
  select id from incidents where proof_summary is null order by id limit $1 for update skip locked)
`,
  '9004_drop_index': `-- Nothing is left to fill.
-- migrate: after 9003_fill_summary
drop index incidents_without_summary;
`,
} as const;
