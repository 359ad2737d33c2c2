// Asks for what a transition needs, below the header: a resolution, a reason or a note.
import type { Incident } from '../../../api/index.ts';
import { StepPanel } from '../../../records/index.ts';
import { transitionOf } from '../../actions/index.ts';
import { StateForm } from '../../actions/state-form.tsx';
import type { RecordPage } from '../use-record-page.ts';

export function TransitionPanel({ incident, page }: { incident: Incident; page: RecordPage }) {
  const { asked, drafts } = page;
  if (asked === undefined) return null;
  return (
    <StepPanel label={transitionOf(asked).label} onCancel={page.stopAsking}>
      <StateForm
        key={asked}
        states={incident.allowed_transitions}
        state={asked}
        text={drafts.transition.read()?.text}
        onText={(text) => drafts.transition.write({ text })}
        onPatch={page.transition}
        onCancel={page.stopAsking}
      />
    </StepPanel>
  );
}
