// Before a group is renamed, the form says how many open records follow.
import { useQuery } from '@tanstack/react-query';
import { type Group, groupWorkQuery } from '../../api/index.ts';
import styles from '../form/form.module.css';

interface RenamePreviewProps {
  group: Group;
  /** The name as it is edited. */
  name: string;
}

const following = (count: number | undefined): string => {
  if (count === undefined) return 'Its open records get the new name.';
  if (count === 0) return 'It has no open records.';
  return count === 1
    ? 'One open record gets the new name.'
    : `${count.toLocaleString('en')} open records get the new name.`;
};

export function RenamePreview({ group, name }: RenamePreviewProps) {
  const isRenamed = name !== '' && name !== group.name;
  const { data } = useQuery({ ...groupWorkQuery(group.id), enabled: isRenamed });
  const { previous_names: earlier } = group;
  return (
    <>
      {isRenamed && (
        <p className={styles.note} role="status">
          {following(data)} Ended records keep {group.name}, which stays reserved for this group:
          filters and mappings that name it still find it.
        </p>
      )}
      {earlier.length > 0 && <p className={styles.note}>Earlier names: {earlier.join(', ')}</p>}
    </>
  );
}
