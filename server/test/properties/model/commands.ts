// Commands that a client may send to an incident, drawn by fast-check: valid and invalid ones.
import fc from 'fast-check';
import { type Role, roles, states } from './rules.ts';

export interface Patch {
  [field: string]: unknown;
}

export type Action =
  | { do: 'create'; body: Patch; isFaulty?: true }
  | { do: 'patch'; body: Patch; isFaulty?: true }
  /** Sends back the current value. */
  | { do: 'repeat'; fields: string[] }
  /** Picks a transition of the table: with random states alone few records would ever be closed. */
  | { do: 'move'; nth: number }
  | { do: 'note'; visibility?: 'team' | 'private' | 'public' }
  | { do: 'delete' | 'restore' }
  | { do: 'read'; includeDeleted: boolean };

export interface Command {
  /** Selects one of the client's records; the last ones are shared by all clients. */
  slot: number;
  as: Role;
  ifMatch: 'none' | 'current' | 'stale' | 'any';
  action: Action;
}

const clearable = (...values: string[]) => fc.constantFrom(...values, null);
const fields = {
  short_description: fc.constantFrom('Printer on fire', 'Checkout answers 502'),
  priority: fc.constantFrom('P1', 'P2', 'P3', 'P4'),
  description: clearable('Since noon.', 'Since the deploy.'),
  assignment_group: clearable('Web Platform', 'Network'),
  assigned_to: clearable('ada@example.com', 'grace@example.com'),
  impact: clearable('high', 'medium', 'low'),
  urgency: clearable('high', 'medium', 'low'),
  ci_id: clearable('CI7', 'CI8'),
  on_hold_reason: clearable('awaiting_caller', 'awaiting_vendor'),
  resolution: clearable('Rolled back.'),
};
export const fieldNames = Object.keys(fields);

const state = fc.constantFrom(...states);
const note = fc.constantFrom('Looking.', 'Found it.');
const isNamed = (body: object) => Object.keys(body).length > 0;

const faultyPatches: Patch[] = [
  {},
  { priority: null },
  { priority: 'P9' },
  { state: null, short_description: 'Kept out by its neighbour' },
  { state: 'reopend' },
  { colour: 'red' },
  { version: 0 },
  { short_description: ' ' },
  { work_note: '' },
];
const faultyCreates: Patch[] = [
  {},
  { short_description: 'x', state: 'in_progress' },
  { short_description: 'x', version: 1 },
];

const patches = fc.oneof(
  { weight: 10, arbitrary: fc.record({ state }) },
  { weight: 2, arbitrary: fc.record({ priority: fields.priority }) },
  { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }).filter(isNamed) },
  {
    weight: 4,
    arbitrary: fc.record(
      { state, priority: fields.priority, work_note: note },
      { requiredKeys: ['state'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ work_note: note }) },
);

const mostly = <T>(usual: T, weight: number, others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: mostly(1, 3, [0]).map((nth): Action => ({ do: 'move', nth })) },
  { weight: 28, arbitrary: patches.map((body): Action => ({ do: 'patch', body })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...faultyPatches)
      .map((body): Action => ({ do: 'patch', body, isFaulty: true })),
  },
  {
    weight: 5,
    arbitrary: fc
      .subarray(['state', ...fieldNames], { minLength: 1 })
      .map((names): Action => ({ do: 'repeat', fields: names })),
  },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(undefined, 'team' as const, 'private' as const, 'public' as const)
      .map((visibility): Action => ({ do: 'note', ...(visibility && { visibility }) })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record(
        { ...fields, short_description: fields.short_description },
        { requiredKeys: ['short_description'] },
      )
      .map((body): Action => ({ do: 'create', body })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...faultyCreates)
      .map((body): Action => ({ do: 'create', body, isFaulty: true })),
  },
  { weight: 3, arbitrary: fc.constant<Action>({ do: 'delete' }) },
  { weight: 6, arbitrary: fc.constant<Action>({ do: 'restore' }) },
  {
    weight: 7,
    arbitrary: fc.boolean().map((includeDeleted): Action => ({ do: 'read', includeDeleted })),
  },
);

/** A list of commands per client. fast-check drops and simplifies them when one diverges. */
export const programs = (
  clients: number,
  slots: number,
  mostCommands: number,
): fc.Arbitrary<Command[][]> => {
  const command: fc.Arbitrary<Command> = fc.record({
    slot: fc.nat(slots - 1),
    as: mostly<Role>('itsm_manager', 4, roles),
    ifMatch: mostly<Command['ifMatch']>('none', 6, ['current', 'stale', 'any']),
    action,
  });
  const one = fc.array(command, { maxLength: mostCommands, size: 'max' });
  return fc.tuple(...Array.from({ length: clients }, () => one));
};
