// Submitting and deciding have requests of their own; the other transitions are a PATCH of the state.
import {
  approveChange,
  type Change,
  type Me,
  mayUse,
  rejectChange,
  submitChange,
} from '../../api/index.ts';
import type { Step } from '../../records/index.ts';

type ChangeStep = Step<'change'>;

const transitions: Partial<
  Record<Change['state'], Pick<ChangeStep, 'label' | 'isNext' | 'isDelayed'>>
> = {
  scheduled: { label: 'Schedule', isNext: true },
  implementing: { label: 'Start the work', isNext: true },
  review: { label: 'Send to review', isNext: true },
  closed: { label: 'Close', isNext: true, isDelayed: true },
  draft: { label: 'Return to draft' },
  cancelled: { label: 'Cancel the change', isDelayed: true },
};

const transitionTo = (state: Change['state']): ChangeStep => ({
  id: state,
  label: state,
  ...transitions[state],
  patch: () => ({ state }),
});

/** Returns why this person cannot decide; undefined if they can. */
function whyNotDecide({ requested_by, approvals }: Change, me: Me, decision: string) {
  if (requested_by.toLowerCase() === me.email.toLowerCase())
    return 'You requested this change, so another person must decide.';
  const own = approvals.find(({ approver }) => approver.toLowerCase() === me.email.toLowerCase());
  return own?.decision === decision
    ? 'You have approved this change; the approval of another person is needed.'
    : undefined;
}

function decisions(change: Change, me: Me): ChangeStep[] {
  if (change.state !== 'submitted' || !mayUse(me, 'changes.decide')) return [];
  return [
    {
      id: 'approve',
      label: 'Approve',
      isNext: true,
      asks: { label: 'Comment (optional)', isOptional: true },
      isDelayed: true,
      unavailable: whyNotDecide(change, me, 'approved'),
      run: approveChange,
    },
    {
      id: 'reject',
      label: 'Reject',
      asks: { label: 'Why is it rejected?' },
      isDelayed: true,
      unavailable: whyNotDecide(change, me, 'rejected'),
      run: rejectChange,
    },
  ];
}

const submit: ChangeStep = {
  id: 'submit',
  label: 'Submit',
  isNext: true,
  run: (change) => submitChange(change),
};

export function changeSteps(change: Change, me: Me | undefined): ChangeStep[] {
  if (!me) return [];
  const canSubmit = change.state === 'draft' && mayUse(me, 'changes.create');
  const others = change.allowed_transitions.toSorted(
    (one, other) => Number(one === 'cancelled') - Number(other === 'cancelled'),
  );
  return [...(canSubmit ? [submit] : []), ...decisions(change, me), ...others.map(transitionTo)];
}
