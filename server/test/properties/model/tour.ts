// Every pair of states once in each run: 5,000 random commands leave some pair out.
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

/** For each pair, moves a new record to the first state and then requests the second. */
const legs: Command[][] = states.map((from) =>
  states.flatMap((to) => [open, ...ways[from].map(patch), patch(to)]),
);

/** One program per client. */
export const tour = (clients: number): Command[][] =>
  Array.from({ length: clients }, (_, client) =>
    legs.filter((_leg, index) => index % clients === client).flat(),
  );
