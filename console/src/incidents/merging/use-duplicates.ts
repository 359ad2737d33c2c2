import { useQuery } from '@tanstack/react-query';
import { duplicatesQuery, type Incident } from '../../api/index.ts';
import { personName } from '../../words/index.ts';
import { useViewer } from '../use-viewer.ts';
import { type Duplicates, noDuplicates } from './merging.words.ts';

/** Returns the duplicates of a leader; none for those who may not merge, and of a duplicate. */
export function useDuplicates({ id, merged_into: leader }: Incident): Duplicates {
  const { mayEdit } = useViewer(personName);
  const { data } = useQuery({
    ...duplicatesQuery(id),
    enabled: mayEdit && typeof leader !== 'string',
  });
  return data ?? noDuplicates;
}
