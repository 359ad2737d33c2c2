// An open incident that others were merged into is offered while a new one is written that sounds the same.
import { useQuery } from '@tanstack/react-query';
import { matchingLeadersQuery, mayUse, type Me } from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { MergeIcon } from '../../ui/icons.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import styles from './suggestions.module.css';

const SEARCH_MS = 500;
/** Shorter texts match too many incidents. */
const MIN_LENGTH = 6;

interface MatchingLeadersProps {
  title: string;
  me: Me;
  unavailable: string | undefined;
  /** Creates the incident and merges it. */
  onAdd: (leader: string) => void;
}

export function MatchingLeaders({ title, me, unavailable, onAdd }: MatchingLeadersProps) {
  const words = useDebounced(title.trim(), SEARCH_MS);
  const isLong = words.length >= MIN_LENGTH;
  const { data = [] } = useQuery({
    ...matchingLeadersQuery(words),
    enabled: isLong && mayUse(me, 'incidents.edit_all_fields'),
  });
  if (!isLong || data.length === 0) return null;
  return (
    <section className={styles.suggestions} aria-label="Incidents with the same trouble">
      <h2>
        <MergeIcon />
        Many report this already
      </h2>
      <ul>
        {data.map(({ id, short_description: name, duplicates }) => (
          <li key={id}>
            <span className={styles.suggested}>
              <RecordLink type="incident" id={id} name={name} />
            </span>
            <span className={styles.confidence}>
              {duplicates === 1 ? '1 duplicate' : `${duplicates} duplicates`}
            </span>
            <Button
              unavailable={unavailable}
              label={`Create the incident and add it to ${id}`}
              onClick={() => onAdd(id)}
            >
              Add to {id}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
