// Sorts the notes of the service about the mapping of an event: a word that was mapped to a value has worked, the rest is a
// warning.
interface MappingNote {
  field: string;
  code: string;
  message: string;
}

export interface SortedNotes<N extends MappingNote> {
  warnings: N[];
  /** For those who want to know how a value came about. */
  mapped: N[];
}

export const sortNotes = <N extends MappingNote>(notes: readonly N[]): SortedNotes<N> => ({
  warnings: notes.filter(({ code }) => code !== 'translated'),
  mapped: notes.filter(({ code }) => code === 'translated'),
});
