// A service request is submitted, approved and fulfilled, unless it is rejected or cancelled before.
import type { ServiceRequest, TimelineEntry } from '../api/index.ts';

type Request = Pick<
  ServiceRequest,
  'state' | 'created_at' | 'requested_by' | 'decided_at' | 'decided_by' | 'fulfilled_at' | 'due_at'
>;
type Entry = Pick<TimelineEntry, 'at' | 'actor' | 'changes'>;

export interface RequestStage {
  label: string;
  status: 'done' | 'current' | 'later' | 'stopped';
  at?: string | undefined;
  /** The address names the person who moved the request to this stage. */
  by?: string | undefined;
  /** The due date is set until the request is fulfilled. */
  due?: string | undefined;
}

/** Returns who moved the request to this state, and when, if that part of the timeline is loaded. */
const moveTo = (state: string, entries: readonly Entry[]): { at?: string; by?: string } => {
  const entry = entries.find(({ changes }) => changes?.['state']?.to === state);
  return entry ? { at: entry.at, by: entry.actor } : {};
};

export function requestStages(request: Request, entries: readonly Entry[]): RequestStage[] {
  const { state, decided_at, decided_by, fulfilled_at, due_at } = request;
  const decision = { at: decided_at ?? undefined, by: decided_by ?? undefined };
  const submitted: RequestStage = {
    label: 'Submitted',
    status: 'done',
    at: request.created_at,
    by: request.requested_by,
  };
  if (state === 'rejected')
    return [submitted, { label: 'Rejected', status: 'stopped', ...decision }];
  const isApproved = decided_at !== null;
  const approved: RequestStage = isApproved
    ? { label: 'Approved', status: 'done', ...decision }
    : { label: 'Approved', status: 'current' };
  if (state === 'cancelled') {
    const cancelled: RequestStage = {
      label: 'Cancelled',
      status: 'stopped',
      ...moveTo('cancelled', entries),
    };
    return [submitted, ...(isApproved ? [approved] : []), cancelled];
  }
  const fulfilled: RequestStage =
    fulfilled_at === null
      ? {
          label: 'Fulfilled',
          status: isApproved ? 'current' : 'later',
          ...(due_at !== null && { due: due_at }),
        }
      : { label: 'Fulfilled', status: 'done', ...moveTo('fulfilled', entries), at: fulfilled_at };
  return [submitted, approved, fulfilled];
}
