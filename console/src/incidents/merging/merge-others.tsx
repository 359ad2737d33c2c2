// Other open incidents on the CI of an incident may report the same trouble: those that are chosen become its duplicates.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { impactQuery, type Incident, partsKeyOf } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { MergeIcon } from '../../ui/icons.ts';
import { Priority } from '../../ui/marks/record-marks.tsx';
import { useViewer } from '../use-viewer.ts';
import { usePersonNames } from '../../words/index.ts';
import { mergeObstacle, mergeSeveral } from './merge-incident.ts';
import styles from './merging.module.css';
import { useDuplicates } from './use-duplicates.ts';

interface OpenIncident {
  id: string;
  short_description: string;
  priority: string;
}

interface MergeOthersProps {
  leader: Incident;
  others: readonly OpenIncident[];
}

function useChoice({ leader, others }: MergeOthersProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const known = new Set(useDuplicates(leader).data.map(({ id }) => id));
  const shown = others.filter(({ id }) => !known.has(id));
  const ids = shown.map(({ id }) => id).filter((id) => chosen.has(id));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const chooseAll = (isChosen: boolean) =>
    setChosen(new Set(isChosen ? shown.map(({ id }) => id) : []));
  return { shown, ids, choose, chooseAll };
}

function useMerge({ id, ci_id: ciId }: Incident) {
  const cache = useQueryClient();
  const [isMerging, setMerging] = useState(false);
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: partsKeyOf({ type: 'incident', id }) }),
      ciId !== null && cache.invalidateQueries(impactQuery(ciId)),
    ]);
  const merge = async (ids: readonly string[]) => {
    setMerging(true);
    await mergeSeveral(ids, id, refresh);
    setMerging(false);
  };
  return { isMerging, merge };
}

export function MergeOthers(props: MergeOthersProps) {
  const { leader } = props;
  const { mayEdit } = useViewer(usePersonNames());
  const { shown, ids, choose, chooseAll } = useChoice(props);
  const { isMerging, merge } = useMerge(leader);
  const mayChoose = mergeObstacle(leader, mayEdit) === undefined;
  if (shown.length === 0) return null;
  return (
    <>
      <h3 className={styles.others}>
        {mayChoose && (
          <input
            type="checkbox"
            aria-label="Choose all"
            checked={ids.length === shown.length}
            onChange={(event) => chooseAll(event.currentTarget.checked)}
          />
        )}
        {shown.length === 1 ? '1 other open incident' : `${shown.length} other open incidents`} on
        these CIs
      </h3>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Other open incidents">
        <ul className={styles.list}>
          {shown.map(({ id, short_description: name, priority }) => (
            <li key={id} className={styles.other}>
              {mayChoose && (
                <input
                  type="checkbox"
                  aria-label={`Choose ${id}`}
                  checked={ids.includes(id)}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              )}
              <Priority value={priority} />
              <Link to="/incidents/$id" params={{ id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {ids.length > 0 && (
        <Button
          icon={<MergeIcon />}
          unavailable={isMerging ? 'Merging…' : undefined}
          onClick={() => void merge(ids)}
        >
          {ids.length === 1 ? 'Merge it into this one' : `Merge ${ids.length} into this one`}
        </Button>
      )}
    </>
  );
}
