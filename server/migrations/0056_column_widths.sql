-- Widths of the columns of a saved view, in pixels by field. Views that the previous release saves have none.
alter table views add column column_widths jsonb not null default '{}';
