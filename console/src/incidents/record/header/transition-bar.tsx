// The states that can follow.
import type { Incident } from '../../../api/index.ts';
import { StepBar } from '../../../records/index.ts';
import { transitionOf } from '../../actions/index.ts';
import type { RecordPage } from '../use-record-page.ts';

/** What one wants most often comes first. */
const order = ['resolved', 'in_progress', 'reopened', 'closed', 'on_hold', 'cancelled'];
const byUse = (one: string, other: string): number => order.indexOf(one) - order.indexOf(other);

export function TransitionBar({ incident, page }: { incident: Incident; page: RecordPage }) {
  const { pending } = page.actions;
  const states = incident.allowed_transitions.toSorted(byUse);
  return (
    <StepBar
      steps={states.map((id) => ({ id, label: transitionOf(id).label }))}
      pending={pending === undefined ? undefined : transitionOf(pending).label}
      onStep={page.step}
    />
  );
}
