// Asks for what a transition needs, below the header: a resolution, a reason or a note.
import type { Incident } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { transitionOf } from '../../actions/index.ts';
import { StateForm } from '../../actions/state-form.tsx';
import styles from './transition-panel.module.css';
import type { RecordPage } from '../use-record-page.ts';

export function TransitionPanel({ incident, page }: { incident: Incident; page: RecordPage }) {
  const { asked, drafts } = page;
  if (asked === undefined) return null;
  return (
    <section
      className={styles.panel}
      aria-label={transitionOf(asked).label}
      onKeyDown={(event) => event.key === 'Escape' && page.stopAsking()}
    >
      <div className={styles.form}>
        <StateForm
          key={asked}
          states={incident.allowed_transitions}
          state={asked}
          text={drafts.transition.read()?.text}
          onText={(text) => drafts.transition.write({ text })}
          onPatch={page.transition}
          onCancel={page.stopAsking}
        />
      </div>
      <Button
        look="quiet"
        icon={<CloseIcon />}
        label="Cancel"
        keys={['Escape']}
        onClick={page.stopAsking}
      />
    </section>
  );
}
