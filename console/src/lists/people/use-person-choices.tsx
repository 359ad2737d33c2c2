import { useQuery } from '@tanstack/react-query';
import { choicesQuery, directoryQuery, meQuery } from '../../api/index.ts';
import { Initials } from '../../ui/marks/person.tsx';
import { learnNames } from '../../words/index.ts';
import { personChoices } from './person.choices.ts';

/** Offers people for a typed text; `isSearching` says that the choices are still those of another text. */
export function usePersonChoices(q: string) {
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(choicesQuery);
  const { data = [], isPending, isPlaceholderData } = useQuery(directoryQuery(q, 'person'));
  const isSearching = isPending || isPlaceholderData;
  const found = data.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }]));
  const choices = personChoices({
    q,
    me: me && { name: me.name ?? me.email, email: me.email },
    found,
    takesAddress: settings?.directory_is_complete === false,
  });
  return {
    choices: choices.map(({ person, ...choice }) => ({
      ...choice,
      mark: person && <Initials name={person.name} />,
    })),
    isSearching,
    emptyText: isSearching ? 'Searching…' : 'Nobody has this name.',
    /** The name of a chosen person is shown at once. */
    learn: (email: string) => {
      const person = choices.find(({ value }) => value === email)?.person;
      if (person) learnNames([[person.email, person.name]]);
    },
  };
}
