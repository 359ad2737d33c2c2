// Approvals of a service request from the catalog are stages, decided one after the other. These rules are pure: they get
// the people of a stage and what is known about them.
import type { ApprovalStage } from '../../catalog/index.ts';
import { type Actor, isOwnAddress, isSamePerson } from '../../platform/context.ts';

export interface StageDecision {
  by: string;
  /** Managers decide instead of the approvers. */
  as: 'approver' | 'delegate' | 'manager';
  /** It counts for these approvers besides its author. */
  for: readonly string[];
  decision: 'approved' | 'rejected';
  comment: string | null;
  at: string;
}

export interface Stage {
  name: string;
  need: ApprovalStage['need'];
  /** The definition in the item that names the approvers. */
  source: Omit<ApprovalStage, 'name' | 'need'>;
  state: 'waiting' | 'open' | 'approved' | 'rejected';
  /** The list is empty until the stage opens. */
  approvers: readonly string[];
  /** The stage still waits for a decision of these approvers. */
  waiting_for: readonly string[];
  decisions: readonly StageDecision[];
  /** Nobody whom the stage names can decide, so managers have to. */
  nobody_left: boolean;
  started_at: string | null;
  decided_at: string | null;
}

/** Somebody who is away has a delegate, who decides in their place. */
export interface StandIn {
  for: string;
  by: string;
}

/** Approvers go away and leave while their stage is open. */
export interface Attendance {
  /** Users who can still sign in. */
  active: readonly string[];
  /** Active users who are not away, or whose delegate can decide. */
  present: readonly string[];
}

export const waitingStage = ({ name, need, ...source }: ApprovalStage): Stage => ({
  name,
  need,
  source,
  state: 'waiting',
  approvers: [],
  waiting_for: [],
  decisions: [],
  nobody_left: false,
  started_at: null,
  decided_at: null,
});

export const openStageOf = (stages: readonly Stage[] | null): Stage | undefined =>
  stages?.find(({ state }) => state === 'open');

const isAmong = (people: readonly string[], address: string): boolean =>
  people.some((one) => isSamePerson(one, address));

/** Returns the approvers for whom the actor could decide now. */
const seatsOf = (actor: Actor, stage: Stage, standIns: readonly StandIn[]): string[] =>
  stage.waiting_for.filter(
    (seat) =>
      isOwnAddress(actor, seat) ||
      standIns.some((one) => isSamePerson(one.for, seat) && isOwnAddress(actor, one.by)),
  );

interface Seats extends Pick<StageDecision, 'as' | 'for'> {
  /** It counts for these approvers. */
  seats: readonly string[];
}

/** Says in which role the actor may decide the stage; undefined if not at all. */
export function roleIn(
  actor: Actor,
  stage: Stage,
  standIns: readonly StandIn[],
  isManager: boolean,
): Seats | undefined {
  if (stage.decisions.some(({ by }) => isOwnAddress(actor, by))) return undefined;
  const seats = seatsOf(actor, stage, standIns);
  const others = seats.filter((seat) => !isOwnAddress(actor, seat));
  if (seats.length > 0)
    return { as: others.length < seats.length ? 'approver' : 'delegate', for: others, seats };
  return isManager ? { as: 'manager', for: [], seats } : undefined;
}

export const withDecision = (
  stage: Stage,
  made: StageDecision,
  seats: readonly string[],
): Stage => ({
  ...stage,
  decisions: [...stage.decisions, made],
  waiting_for: stage.waiting_for.filter((seat) => !seats.includes(seat)),
});

/**
 * A number takes so many different people, but never more than are left. `all` takes everybody who is left. Somebody who
 * has left the organisation is not waited for; their decision still counts.
 */
function isApproved({ need, decisions, waiting_for }: Stage, { active }: Attendance): boolean {
  if (decisions.some(({ as }) => as === 'manager')) return true;
  const approvals = decisions.length;
  const possible = waiting_for.filter((seat) => isAmong(active, seat)).length;
  if (approvals === 0) return false;
  if (need === 'all') return possible === 0;
  return approvals >= Math.min(need === 'any' ? 1 : need, approvals + possible);
}

/** Returns the stage as it stands after its decisions, and with what is known about its approvers now. */
export function settle(stage: Stage, attendance: Attendance, at: string): Stage {
  if (stage.state !== 'open') return stage;
  const rejection = stage.decisions.find(({ decision }) => decision === 'rejected');
  if (rejection) return { ...stage, state: 'rejected', nobody_left: false, decided_at: at };
  if (isApproved(stage, attendance))
    return { ...stage, state: 'approved', nobody_left: false, decided_at: at };
  const nobody_left = !stage.waiting_for.some((seat) => isAmong(attendance.present, seat));
  return nobody_left === stage.nobody_left ? stage : { ...stage, nobody_left };
}

export const openWith = (stage: Stage, approvers: readonly string[], at: string): Stage => ({
  ...stage,
  state: 'open',
  approvers,
  waiting_for: approvers,
  started_at: at,
});

/** The people whom the stages name so far may read the request. */
export const readersOf = (stages: readonly Stage[]): string[] => [
  ...new Set(stages.flatMap(({ approvers }) => approvers.map((one) => one.toLowerCase()))),
];
