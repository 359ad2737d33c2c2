import type { ReactNode } from 'react';
import { Person } from './person.tsx';
import styles from './cells.module.css';

export const IdCell = ({ children }: { children: string }) => (
  <span className={styles.id}>{children}</span>
);

/** The children link to the record; `left` says why the row no longer belongs to the list. */
export const TitleCell = ({
  left,
  children,
}: {
  left?: string | undefined;
  children: ReactNode;
}) => (
  <span className={styles.title}>
    {children}
    {left !== undefined && <span className={styles.left}>→ {left}</span>}
  </span>
);

/** Shows a dash for nobody. */
export const PersonCell = ({ email }: { email: string | null | undefined }) =>
  email ? (
    <span className={styles.text}>
      <Person email={email} />
    </span>
  ) : (
    <None />
  );

export const TextCell = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <span className={styles.text} title={text}>
      {text}
    </span>
  ) : (
    <None />
  );

const None = () => <span className={styles.none}>–</span>;
