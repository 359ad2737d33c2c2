// Every state against every state, once in each proof: chance alone leaves some pair out in 5,000 commands.
import type { Command } from './commands.ts';
import { type State, states } from './rules.ts';

const ways: Record<State, State[]> = {
  new: [],
  in_progress: ['in_progress'],
  on_hold: ['in_progress', 'on_hold'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
  reopened: ['in_progress', 'resolved', 'reopened'],
};

const patch = (state: State): Command => ({
  slot: 0,
  as: 'agent',
  ifMatch: 'none',
  action: { do: 'patch', body: { state } },
});

const open: Command = {
  slot: 0,
  as: 'agent',
  ifMatch: 'none',
  action: { do: 'create', body: { short_description: 'On tour' } },
};

/** For each pair a new record is led to the one state and then asked to move to the other. */
const legs: Command[][] = states.map((from) =>
  states.flatMap((to) => [open, ...ways[from].map(patch), patch(to)]),
);

/** A program per client. */
export const tour = (clients: number): Command[][] =>
  Array.from({ length: clients }, (_, client) =>
    legs.filter((_leg, index) => index % clients === client).flat(),
  );
