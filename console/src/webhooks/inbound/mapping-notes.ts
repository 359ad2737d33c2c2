// Sorts the notes of the service about the mapping of an event: a word that was mapped to a value is no problem, the rest
// are warnings.
interface MappingNote {
  field: string;
  code: string;
  message: string;
}

export interface SortedNotes<N extends MappingNote> {
  warnings: N[];
  /** These notes explain how a value was determined. */
  mapped: N[];
}

export const sortNotes = <N extends MappingNote>(notes: readonly N[]): SortedNotes<N> => ({
  warnings: notes.filter(({ code }) => code !== 'translated'),
  mapped: notes.filter(({ code }) => code === 'translated'),
});
