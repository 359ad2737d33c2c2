-- The incidents that the suggested resolution of another one quotes. A table, not a column of incidents: the suggestion
-- is saved without touching an index of that table, and those that quote an incident are found at once.
create table ai_quotes (
  quoted_id text collate "C" not null,
  incident_id text collate "C" not null,
  primary key (quoted_id, incident_id)
);
create index ai_quotes_of_incident on ai_quotes (incident_id);
-- The local engine writes each quoted incident as "(INC0000001: title)".
insert into ai_quotes (quoted_id, incident_id)
select distinct quote[1], id
from incidents, regexp_matches(ai_suggested_resolution, '\((INC[0-9A-Z]+): ', 'g') as quote
where ai_suggested_resolution <> '';
