// Each state that a service request can move to has its action.
import { type Me, mayUse, type ServiceRequest, serviceRequestActions } from '../api/index.ts';
import { numberText } from '../ui/region/region.ts';
import type { Step } from '../records/index.ts';

type RequestStep = Step<'request'>;
type State = ServiceRequest['state'];

const steps: Partial<Record<State, Omit<RequestStep, 'id' | 'run' | 'patch'>>> = {
  fulfilled: { label: 'Fulfil', isNext: true, isDelayed: true },
  approved: {
    label: 'Approve',
    isNext: true,
    isDelayed: true,
    asks: { label: 'Comment (optional)', isOptional: true },
  },
  rejected: { label: 'Reject', isDelayed: true, asks: { label: 'Why is the request rejected?' } },
  cancelled: { label: 'Cancel the request', isDelayed: true },
};
const order: readonly State[] = ['fulfilled', 'approved', 'rejected', 'cancelled'];

type Reason = (request: ServiceRequest, me: Me) => string | undefined;

/** Nobody decides on their own request, or on one that is for them. */
const ownDecision: Reason = (request, me) => {
  if (request.state !== 'submitted' || !mayUse(me, 'requests.decide')) return undefined;
  if (request.requested_by === me.email)
    return 'You made this request, so another person must decide.';
  return request.requested_for === me.email
    ? 'This request is for you, so another person must decide.'
    : undefined;
};

/** A request is fulfilled when all of its tasks are done or skipped. */
const openTasks: Reason = (request, me) => {
  const { total, done } = request.tasks;
  if (request.state !== 'approved' || !mayUse(me, 'requests.fulfil') || done >= total)
    return undefined;
  const open = total - done;
  return `${numberText(open)} of ${numberText(total)} tasks ${open === 1 ? 'is' : 'are'} open.`;
};

/** These steps stay visible and say why they cannot be taken. */
const reasons: Partial<Record<State, Reason>> = {
  approved: ownDecision,
  rejected: ownDecision,
  fulfilled: openTasks,
};

export function serviceRequestSteps(request: ServiceRequest, me: Me | undefined): RequestStep[] {
  if (!me) return [];
  return order.flatMap((state): RequestStep[] => {
    const unavailable = reasons[state]?.(request, me);
    const [step, run] = [steps[state], serviceRequestActions[state]];
    const isShown = unavailable !== undefined || request.allowed_transitions.includes(state);
    if (!step || !run || !isShown) return [];
    return [{ id: state, ...step, unavailable, run }];
  });
}
