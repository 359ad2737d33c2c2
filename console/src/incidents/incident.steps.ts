// Each step of an incident has a label, asks for the text that it needs, and sets fields.
import type { Incident, RecordPatch } from '../api/index.ts';
import type { Step, StepQuestion } from '../records/index.ts';
import { holdReasons } from '../words/index.ts';

type State = Incident['state'];
type Row = Omit<Step<'incident'>, 'id' | 'patch' | 'run'> & {
  reverse?: RecordPatch;
  /** The answer is saved in this field. */
  field?: 'resolution' | 'on_hold_reason' | 'work_note';
};

/** The most frequent step from a state comes first. */
const rows: Partial<Record<State, Row>> = {
  in_progress: { label: 'Start progress', isNext: true },
  resolved: {
    label: 'Resolve',
    isNext: true,
    isDelayed: true,
    field: 'resolution',
    asks: { label: 'How was it fixed?' },
  },
  reopened: { label: 'Reopen' },
  closed: { label: 'Close', isDelayed: true },
  on_hold: {
    label: 'Put on hold',
    field: 'on_hold_reason',
    asks: { label: 'Why is it on hold?', choices: holdReasons },
    reverse: { state: 'in_progress' },
  },
  cancelled: {
    label: 'Cancel the incident',
    isDelayed: true,
    field: 'work_note',
    asks: { label: 'Why is it cancelled?', detail: 'Visible to the team only.' },
  },
};

const ended = new Set<State>(['resolved', 'closed', 'cancelled']);

/** Somebody who may edit an open incident can resolve it in one step, whichever transitions lie between. */
export const nextStatesOf = (
  {
    state,
    allowed_transitions,
    merged_into: leader,
  }: Pick<Incident, 'state' | 'allowed_transitions' | 'merged_into'>,
  mayEdit: boolean,
): readonly string[] =>
  mayEdit && !ended.has(state) && (leader ?? null) === null
    ? [...allowed_transitions, 'resolved']
    : allowed_transitions;

/** The questions of some states depend on the incident and its reader. */
type Questions = Partial<Record<State, Partial<StepQuestion>>>;

/** Returns the steps to these states, or all steps; `questions` are added to those of the table. */
export const incidentSteps = (
  states: readonly string[] = Object.keys(rows),
  questions: Questions = {},
): readonly Step<'incident'>[] =>
  Object.entries(rows)
    .filter(([state]) => states.includes(state))
    .map(([id, { field, asks, ...row }]) => ({
      id,
      ...row,
      ...(asks && { asks: { ...asks, ...questions[id as State] } }),
      patch: (answer, { sendsNote, withLinked }) => ({
        state: id,
        ...(field && { [field]: answer }),
        ...(sendsNote && { public_note: answer }),
        ...(withLinked && { resolve_linked: true, ...(sendsNote && { to_duplicates: true }) }),
      }),
    }));
