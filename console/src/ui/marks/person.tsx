// A person is shown by initials and name, with the address on hover.
import styles from './people.module.css';

/** Returns "LB" for Luca Brandt. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]/).filter(Boolean);
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)]
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
}

/** Style sheets draw the initials: as text, they would be part of a label that screen readers do not say. */
export const Initials = ({ name }: { name: string }) => (
  <span className={styles.initials} data-initials={initialsOf(name)} aria-hidden />
);

interface PersonMarkProps {
  name: string;
  /** The address is shown on hover; undefined where a card shows it. */
  email?: string | undefined;
}

export const PersonMark = ({ name, email }: PersonMarkProps) => (
  <span className={styles.named} title={email}>
    <Initials name={name} />
    <span className={styles.name}>{name}</span>
  </span>
);
