// Each state that a service request can move to has its action.
import { type Me, mayUse, type ServiceRequest, serviceRequestActions } from '../api/index.ts';
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
const decisions = new Set<State>(['approved', 'rejected']);

/** Nobody decides on their own request; the buttons stay visible and say so. */
const isOwnDecision = (state: State, request: ServiceRequest, me: Me): boolean =>
  decisions.has(state) &&
  request.state === 'submitted' &&
  mayUse(me, 'requests.decide') &&
  request.requested_by === me.email;

export function serviceRequestSteps(request: ServiceRequest, me: Me | undefined): RequestStep[] {
  if (!me) return [];
  return order.flatMap((state): RequestStep[] => {
    const isOwn = isOwnDecision(state, request, me);
    const [step, run] = [steps[state], serviceRequestActions[state]];
    if (!step || !run || (!isOwn && !request.allowed_transitions.includes(state))) return [];
    const unavailable = isOwn ? 'You made this request, so another person must decide.' : undefined;
    return [{ id: state, ...step, unavailable, run }];
  });
}
