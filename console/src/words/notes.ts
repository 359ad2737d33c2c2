// Only notes have files, so those of a new record are sent with a note; its text says so to agents.
export const filesNotes = {
  record: 'Attached when the record was created.',
  report: 'Pictures to my report.',
  request: 'Pictures to my request.',
} as const;

const texts: ReadonlySet<string> = new Set(Object.values(filesNotes));

/** A note with one of these texts says nothing by itself: its files belong to the description of the record. */
export const isFilesNote = (text: string): boolean => texts.has(text);
