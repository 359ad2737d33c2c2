// While an @ is being written, people are offered whose names begin with the text behind it.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { directoryQuery, MAX_FOUND, mayUse, meQuery } from '../../api/index.ts';
import type { TextCompletion } from '../../ui/forms/text-editor.tsx';
import { Initials } from '../../ui/marks/person.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { learnNames } from '../../words/index.ts';
import { completeMention, mentionAt, type Mentionable, mentionOf } from './mentions.ts';
import styles from './mentions.module.css';

const SEARCH_MS = 150;
const MAX_SHOWN = 6;

function usePeople(query: string | undefined) {
  const { data: me } = useQuery(meQuery);
  const q = useDebounced(query, SEARCH_MS);
  const mayRead = me !== undefined && mayUse(me, 'directory.read');
  const { data = [] } = useQuery({
    ...directoryQuery(q ?? '', 'person'),
    enabled: mayRead && q !== undefined && q !== '',
  });
  if (query === undefined || q === undefined || q === '') return { people: [], isWhole: false };
  const people = data.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }]));
  return { people, isWhole: data.length < MAX_FOUND };
}

interface ChoicesProps {
  id: string;
  people: readonly Mentionable[];
  chosen: number;
  onChoose: (index: number) => void;
}

const Choices = ({ id, people, chosen, onChoose }: ChoicesProps) => (
  <ul id={id} role="listbox" aria-label="People to mention" className={styles.choices}>
    {people.map(({ name, email }, index) => (
      <li
        key={email}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === chosen}
        className={styles.choice}
        // The text must keep the focus.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(index)}
      >
        <Initials name={name} />
        <span className={styles.name}>{name}</span>
        <small>{email}</small>
      </li>
    ))}
  </ul>
);

/** Completes mentions in the text of an editor; `onComplete` gets the new text. */
export function useMentions(
  text: string,
  onComplete: (text: string) => void,
  field: { readonly current: HTMLTextAreaElement | null },
): TextCompletion {
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const [placed, setPlaced] = useState<number>();
  const started = caret === undefined ? undefined : mentionAt(text, caret);
  const isClosed = started === undefined || started.from === closedAt;
  const { people: found, isWhole } = usePeople(isClosed ? undefined : started.query);
  const people = found.slice(0, MAX_SHOWN);
  const isOpen = !isClosed && people.length > 0;
  // The caret is placed when the field has the new text.
  useEffect(() => {
    if (placed !== undefined) field.current?.setSelectionRange(placed, placed);
  }, [field, placed, text]);
  useEffect(() => setChosen(0), [started?.query]);

  const choose = (index: number) => {
    const person = people[index];
    if (!started || !person) return;
    learnNames([[person.email, person.name]]);
    const next = completeMention(text, started, mentionOf(person, found, isWhole));
    onComplete(next.text);
    setPlaced(next.caret);
    setClosedAt(started.from);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen((chosen + 1) % people.length),
    ArrowUp: () => setChosen((chosen + people.length - 1) % people.length),
    Enter: () => choose(chosen),
    Tab: () => choose(chosen),
    Escape: () => setClosedAt(started?.from),
  };
  return {
    onCaret: (position) => {
      setCaret(position);
      setPlaced(undefined);
      if (started === undefined) setClosedAt(undefined);
    },
    onKey: (key) => {
      const action = isOpen ? actions[key] : undefined;
      action?.();
      return action !== undefined;
    },
    attributes: {
      'aria-autocomplete': 'list',
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` }),
    },
    choices: isOpen && <Choices id={id} people={people} chosen={chosen} onChoose={choose} />,
  };
}
