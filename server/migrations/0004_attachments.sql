-- Files, each stored once whoever attaches it, and the attachments of work notes that name them.

create table files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  size integer not null,
  -- external: not compressed, so that a download can read it slice by slice
  content bytea storage external not null check (octet_length(content) = size)
);

create table attachments (
  id text collate "C" primary key default 'att_' || replace(uuidv7()::text, '-', ''),
  note_id text collate "C" not null references work_notes (id),
  -- as they were given
  position integer not null,
  sha256 bytea not null references files (sha256),
  filename text not null,
  content_type text not null,
  size integer not null,
  unique (note_id, position)
);
create index attachments_of_file on attachments (sha256);
