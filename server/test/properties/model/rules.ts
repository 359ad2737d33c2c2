// The rules of an incident, transcribed from the specification and independent of server/.

/** "Incident state" of the interface, row by row. */
const rows = [
  ['new', 'in_progress'],
  ['in_progress', 'resolved'],
  ['resolved', 'closed'],
  ['new', 'cancelled'],
  ['in_progress', 'on_hold'],
  ['on_hold', 'in_progress'],
  ['resolved', 'reopened'],
  ['reopened', 'in_progress'],
] as const;

export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const;
export type State = (typeof states)[number];

export const isInTable = (from: unknown, to: unknown): boolean =>
  rows.some((row) => row[0] === from && row[1] === to);

export const roles = ['itsm_manager', 'agent', 'requester', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** "cancel own new, reopen own resolved" */
const requesterRows: readonly (readonly [State, State])[] = [
  ['new', 'cancelled'],
  ['resolved', 'reopened'],
];

export const mayMove = (role: Role, from: State, to: State): boolean =>
  role === 'requester'
    ? requesterRows.some((row) => row[0] === from && row[1] === to)
    : role !== 'auditor' && isInTable(from, to);

export const movesOf = (role: Role, from: State): State[] =>
  states.filter((to) => mayMove(role, from, to)).toSorted();

export interface Note {
  visibility: string;
  author: string;
}

/** "team: agents and above; private: its author and managers; public: the opener too" */
export const mayReadNote = (role: Role, email: string, { visibility, author }: Note): boolean =>
  visibility === 'public' ||
  (visibility === 'team' && role !== 'requester') ||
  (visibility === 'private' && (role === 'itsm_manager' || author === email));

/** The role matrix, for the requests a client makes. */
export const callers: Record<string, readonly Role[]> = {
  create: ['itsm_manager', 'agent', 'requester'],
  patch: ['itsm_manager', 'agent', 'requester'],
  move: ['itsm_manager', 'agent', 'requester'],
  repeat: ['itsm_manager', 'agent', 'requester'],
  note: ['itsm_manager', 'agent', 'requester'],
  delete: ['itsm_manager'],
  restore: ['itsm_manager'],
  read: roles,
  read_deleted: ['itsm_manager', 'auditor'],
};

/** The clock halts on hold and once resolved; leaving these states for work shifts sla_breach_at. */
export const resumesClock = (from: State, to: State): boolean =>
  (from === 'on_hold' && to === 'in_progress') || (from === 'resolved' && to === 'reopened');
