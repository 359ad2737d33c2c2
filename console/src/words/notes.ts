/** A note with this text carries the files that were sent with a new record; only notes have files. */
export const FILES_NOTE = 'Attached when the record was created.';
