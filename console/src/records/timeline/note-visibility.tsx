import type { Visibility } from '../../api/index.ts';
import { PrivateIcon, PublicIcon, TeamIcon } from '../../ui/icons.ts';
import styles from './timeline.module.css';

const visibilities = {
  team: { label: 'Team', icon: <TeamIcon /> },
  public: { label: 'Public', icon: <PublicIcon /> },
  private: { label: 'Private', icon: <PrivateIcon /> },
};

/** Says by an icon and a word who can read a note. */
export function NoteVisibility({ visibility }: { visibility: Visibility }) {
  const { label, icon } = visibilities[visibility];
  return (
    <span className={styles.visibility}>
      {icon}
      {label}
    </span>
  );
}
