// Parts that are saved apart stand in sections below the form of a record.
import { type ReactNode, useId } from 'react';
import styles from './form.module.css';

export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
