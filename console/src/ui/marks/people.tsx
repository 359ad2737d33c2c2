// People who have a record open are shown by initials. Hover and screen readers tell the name and what each one does.
import { initialsOf } from './person.tsx';
import styles from './people.module.css';

interface Person {
  email: string;
  name: string;
  isEditing: boolean;
}

const nameOf = ({ name, isEditing }: Person): string =>
  `${name} ${isEditing ? 'is writing' : 'is viewing this record'}`;
/** Two people may have the same name, so the address follows. */
const hoverOf = (person: Person): string => `${nameOf(person)}\n${person.email}`;

interface PeopleProps {
  people: readonly Person[];
  /** Further people are shown as a number. */
  most: number;
}

export function People({ people, most }: PeopleProps) {
  if (people.length === 0) return null;
  const shown = people.length > most ? people.slice(0, most - 1) : people;
  const more = people.slice(shown.length);
  return (
    <span className={styles.people}>
      {shown.map((person) => (
        <span
          key={person.email}
          className={styles.person}
          data-editing={person.isEditing || undefined}
          role="img"
          aria-label={nameOf(person)}
          title={hoverOf(person)}
        >
          {initialsOf(person.name)}
        </span>
      ))}
      {more.length > 0 && (
        <span
          className={styles.person}
          role="img"
          aria-label={more.map((person) => nameOf(person)).join(', ')}
          title={more.map((person) => hoverOf(person)).join('\n')}
        >
          {shown.length === 0 ? more.length : `+${more.length}`}
        </span>
      )}
    </span>
  );
}
