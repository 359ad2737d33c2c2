// Relations are shown in both directions, and can be added and removed.
import { Link } from '@tanstack/react-router';
import type { Ci } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { CloseIcon } from '../ui/icons.ts';
import styles from './ci.module.css';
import { type RelationKey, relationGroups } from './ci.words.ts';
import { relateWithToast } from './relate.ts';
import { type CiName, relationText } from './relation.ts';
import { AddRelation } from './relation-form.tsx';

interface RelationsProps {
  ci: Pick<Ci, 'id' | 'name' | 'related'>;
  mayEdit: boolean;
}

export function Relations({ ci, mayEdit }: RelationsProps) {
  const groups = relationGroups(ci.related);
  const hasRelation = (key: RelationKey, { id }: CiName): boolean =>
    groups.some((group) => group.key === key && group.cis.some((one) => one.id === id));
  return (
    <section className={styles.part} aria-label="Relations">
      <div className={styles.head}>
        <h2>Relations</h2>
        {mayEdit && <AddRelation ci={ci} hasRelation={hasRelation} />}
      </div>
      {groups.length === 0 && (
        <p className={styles.none}>
          This CI has no relations. Add one, or let a discovery tool report them.
        </p>
      )}
      <div className={styles.relations}>
        {groups.map(({ key, heading, cis }) => (
          <section key={key} aria-label={heading}>
            <h3>
              {heading} <span className={styles.none}>{cis.length}</span>
            </h3>
            <ul>
              {cis.map((other) => (
                <li key={other.id}>
                  <span>
                    <Link to="/cmdb/$id" params={{ id: other.id }}>
                      {other.name}
                    </Link>{' '}
                    <span className={styles.none}>{other.id}</span>
                  </span>
                  {mayEdit && (
                    <Button
                      variant="quiet"
                      icon={<CloseIcon />}
                      label={`Remove “${relationText({ ci, key, other })}”`}
                      onClick={() => void relateWithToast({ ci, key, other }, 'remove')}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
