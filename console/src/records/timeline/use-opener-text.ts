import { usePersonNames } from '../../words/index.ts';

/** Says that the opener of a record can read its public notes; nobody is notified of them. */
export function useOpenerText(opener: string, me: string | undefined): string {
  const nameOf = usePersonNames();
  return opener === me
    ? 'The team can read this note.'
    : `${nameOf(opener)} (${opener}), who opened the record, can read this note.`;
}
