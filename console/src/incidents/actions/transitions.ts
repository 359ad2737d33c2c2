// What a transition asks for, and how its button is named.
export interface Transition {
  label: string;
  /** Sent after a delay in which it can be taken back, because others act on it at once. */
  isDelayed: boolean;
  asks?: 'resolution' | 'on_hold_reason' | 'work_note';
}

const transitions: Record<string, Transition> = {
  in_progress: { label: 'Start progress', isDelayed: false },
  on_hold: { label: 'Put on hold', isDelayed: false, asks: 'on_hold_reason' },
  resolved: { label: 'Resolve', isDelayed: true, asks: 'resolution' },
  closed: { label: 'Close', isDelayed: true },
  cancelled: { label: 'Cancel the incident', isDelayed: true, asks: 'work_note' },
  reopened: { label: 'Reopen', isDelayed: false },
};

export const transitionOf = (state: string): Transition =>
  transitions[state] ?? { label: state, isDelayed: false };
