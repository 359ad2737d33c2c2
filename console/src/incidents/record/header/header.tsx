// The header of an incident.
import type { Incident } from '../../../api/index.ts';
import {
  Fact,
  Neighbours,
  Nobody,
  personName,
  RecordHeader,
  TitleEditor,
} from '../../../records/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { DeleteIcon, EditIcon, LinkIcon, MoreIcon } from '../../../ui/icons.ts';
import { Priority, SlaClock, State } from '../../../ui/marks/record-marks.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Present } from '../../present.tsx';
import styles from './header.module.css';
import { TransitionBar } from './transition-bar.tsx';
import type { RecordPage } from '../use-record-page.ts';

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

export function IncidentHeader({ incident, page }: { incident: Incident; page: RecordPage }) {
  const { id, priority, state, sla, assigned_to } = incident;
  return (
    <RecordHeader
      id={id}
      onBack={page.back}
      title={
        <TitleEditor
          title={incident.short_description}
          version={incident.version}
          mayEdit={page.mayEdit}
          isEditing={page.editing === 'short_description'}
          onEdit={(isEditing) => page.edit(isEditing ? 'short_description' : undefined)}
          onSave={(title, version) => page.actions.save({ short_description: title }, version)}
        />
      }
      end={
        <>
          <Present id={id} most={4} />
          <Neighbours {...page.neighbours} />
          <MoreMenu page={page} />
        </>
      }
      facts={
        <>
          <Fact
            label={`Priority ${priority}, change`}
            canEdit={page.mayEdit}
            onEdit={() => page.open('priority')}
          >
            <Priority value={priority} />
          </Fact>
          <State value={state} />
          <span className={styles.sla}>
            <SlaClock sla={sla} />
          </span>
          <Fact
            label={`${assigned_to ?? 'Unassigned'}, change the assignee`}
            canEdit={page.mayEdit}
            onEdit={() => page.open('assign')}
          >
            {assigned_to === null ? <Nobody /> : personName(assigned_to)}
          </Fact>
        </>
      }
      steps={<TransitionBar incident={incident} page={page} />}
    />
  );
}
