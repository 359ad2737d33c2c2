// The header of a record: what it is, how it stands, and the steps that can follow.
import { useState } from 'react';
import type { Incident } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import {
  BackIcon,
  DeleteIcon,
  EditIcon,
  LinkIcon,
  MoreIcon,
  NextIcon,
  PreviousIcon,
} from '../../../ui/icons.ts';
import { Priority, SlaClock, State } from '../../../ui/marks.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Present } from '../../present.tsx';
import { personName } from '../fields.ts';
import styles from './header.module.css';
import { TitleEditor } from './title-editor.tsx';
import { TransitionBar } from './transition-bar.tsx';
import type { RecordPage } from '../use-record-page.ts';

function Neighbours({ page }: { page: RecordPage }) {
  const { position } = page.neighbours;
  if (position === undefined) return null;
  return (
    <div className={styles.neighbours}>
      <span className={styles.position}>{position}</span>
      <Button
        look="quiet"
        icon={<PreviousIcon />}
        label="Previous in the list"
        keys={['[']}
        onClick={() => page.neighbours.go(-1)}
      />
      <Button
        look="quiet"
        icon={<NextIcon />}
        label="Next in the list"
        keys={[']']}
        onClick={() => page.neighbours.go(1)}
      />
    </div>
  );
}

const MoreMenu = ({ page }: { page: RecordPage }) => (
  <Menu
    position="bottom-end"
    target={<Button look="quiet" icon={<MoreIcon />} label="More actions" />}
    groups={[
      {
        items: [
          { label: 'Copy the link', icon: <LinkIcon />, keys: 'y', run: page.copyLink },
          { label: 'Edit a field…', icon: <EditIcon />, keys: 'e', run: page.chooseField },
        ],
      },
      {
        items: [
          {
            label: 'Delete',
            icon: <DeleteIcon />,
            unavailable: page.mayDelete ? undefined : 'Only managers can delete incidents.',
            run: page.remove,
          },
        ],
      },
    ]}
  />
);

export function RecordHeader({ incident, page }: { incident: Incident; page: RecordPage }) {
  const [isEditing, setEditing] = useState(false);
  const { id, priority, state, sla, assigned_to } = incident;
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Button
          look="quiet"
          icon={<BackIcon />}
          label="Back to the list"
          keys={['u']}
          onClick={page.back}
        />
        <span className={styles.id}>{id}</span>
        <TitleEditor
          incident={incident}
          isEditing={isEditing || page.editing === 'short_description'}
          onEdit={(next) => {
            setEditing(next);
            if (!next) page.edit(undefined);
          }}
          page={page}
        />
        <div className={styles.end}>
          <Present id={id} most={4} />
          <Neighbours page={page} />
          <MoreMenu page={page} />
        </div>
      </div>
      <div className={styles.bottom}>
        <button
          type="button"
          className={styles.fact}
          onClick={() => page.open('priority')}
          aria-label={`Priority ${priority}, change`}
          disabled={!page.mayEdit}
        >
          <Priority value={priority} />
        </button>
        <State value={state} />
        <span className={styles.sla}>
          <SlaClock sla={sla} />
        </span>
        <button
          type="button"
          className={styles.fact}
          onClick={() => page.open('assign')}
          aria-label={`${assigned_to ?? 'Unassigned'}, change the assignee`}
          disabled={!page.mayEdit}
        >
          {assigned_to === null ? (
            <span className={styles.nobody}>Unassigned</span>
          ) : (
            personName(assigned_to)
          )}
        </button>
        <TransitionBar incident={incident} page={page} />
      </div>
    </header>
  );
}
