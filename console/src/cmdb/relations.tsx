// The relations of a CI in both directions.
import { Link } from '@tanstack/react-router';
import type { CiRelated } from '../api/index.ts';
import styles from './ci.module.css';
import { relationGroups } from './ci.words.ts';

export function Relations({ related }: { related: readonly CiRelated[] }) {
  const groups = relationGroups(related);
  if (groups.length === 0)
    return <p className={styles.none}>It has no relations. Discovery or an update adds them.</p>;
  return (
    <div className={styles.relations}>
      {groups.map(({ label, cis }) => (
        <section key={label} aria-label={label}>
          <h3>
            {label} <span className={styles.none}>{cis.length}</span>
          </h3>
          <ul>
            {cis.map(({ id, name }) => (
              <li key={id}>
                <Link to="/cmdb/$id" params={{ id }}>
                  {name}
                </Link>{' '}
                <span className={styles.none}>{id}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
