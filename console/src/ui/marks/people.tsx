// People who have a record open, as initials. The name and what each one does are on hover and for screen readers.
import styles from './people.module.css';

interface Person {
  email: string;
  isEditing: boolean;
}

/** "AL" of ada.lovelace@example.com. */
const initialsOf = (email: string): string =>
  (email.split('@', 1)[0] ?? '')
    .split(/[._-]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

const nameOf = ({ email, isEditing }: Person): string =>
  `${email} ${isEditing ? 'is editing' : 'is looking at it'}`;

interface PeopleProps {
  people: readonly Person[];
  /** More are shown as a number. */
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
          title={nameOf(person)}
        >
          {initialsOf(person.email)}
        </span>
      ))}
      {more.length > 0 && (
        <span
          className={styles.person}
          role="img"
          aria-label={more.map((person) => nameOf(person)).join(', ')}
          title={more.map((person) => nameOf(person)).join('\n')}
        >
          {shown.length === 0 ? more.length : `+${more.length}`}
        </span>
      )}
    </span>
  );
}
