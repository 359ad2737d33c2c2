// Each step of an incident has a label, asks for the text that it needs, and sets fields.
import type { Incident } from '../api/index.ts';
import type { Step } from '../records/index.ts';
import { holdReasons } from '../words/index.ts';

type State = Incident['state'];
type Row = Omit<Step<'incident'>, 'id' | 'patch' | 'run'> & {
  /** The answer is saved in this field. */
  field?: 'resolution' | 'on_hold_reason' | 'work_note';
};

/** The most frequent step comes first. */
const rows: Partial<Record<State, Row>> = {
  resolved: {
    label: 'Resolve',
    isNext: true,
    isDelayed: true,
    field: 'resolution',
    asks: {
      label: 'How was it fixed?',
      detail: 'Visible to the person who opened the incident and to the team.',
    },
  },
  in_progress: { label: 'Start progress', isNext: true },
  reopened: { label: 'Reopen' },
  closed: { label: 'Close', isDelayed: true },
  on_hold: {
    label: 'Put on hold',
    field: 'on_hold_reason',
    asks: { label: 'Why is it on hold?', choices: holdReasons },
  },
  cancelled: {
    label: 'Cancel the incident',
    isDelayed: true,
    field: 'work_note',
    asks: { label: 'Why is it cancelled?', detail: 'Visible to the team only.' },
  },
};

/** Returns the steps to these states, or all steps. */
export const incidentSteps = (
  states: readonly string[] = Object.keys(rows),
): readonly Step<'incident'>[] =>
  Object.entries(rows)
    .filter(([state]) => states.includes(state))
    .map(([id, { field, ...row }]) => ({
      id,
      ...row,
      patch: (answer) => ({ state: id, ...(field && { [field]: answer }) }),
    }));
