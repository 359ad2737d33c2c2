// A state table lists the allowed transitions of a record type; all others are refused.
import { ApiError } from '../platform/errors.ts';

export interface StateMachine<State extends string> {
  states: readonly State[];
  transitions: Readonly<Record<State, readonly State[]>>;
  /** True if no transition leads out of the state. */
  isTerminal: (state: State) => boolean;
  /** Keeping the state is always allowed. `offered` are the transitions that the caller may make. */
  requireTransition: (from: State, to: State, offered?: readonly State[]) => void;
  /** Also refuses to keep the state, so that of two equal actions, such as approve, one fails. */
  requireMove: (from: State, to: State, offered?: readonly State[]) => void;
  /** Returns the states of the shortest path, without the first and with the last. */
  pathTo: (goal: State, from: State) => State[];
}

/** `noun` has an article, as in messages: "an incident". */
export function stateMachine<State extends string>(
  noun: string,
  transitions: Readonly<Record<State, readonly State[]>>,
): StateMachine<State> {
  const states = Object.keys(transitions) as State[];

  function requireMove(from: State, to: State, offered = transitions[from]): void {
    if (transitions[from].includes(to)) return;
    throw new ApiError(
      'invalid_transition',
      offered.length > 0
        ? `You can move ${noun} from ${from} to ${offered.join(' or ')}, not to ${to}.`
        : `You cannot move ${noun} in state ${from}.`,
      { current_state: from, requested_state: to, allowed_transitions: offered },
    );
  }

  const requireTransition = (from: State, to: State, offered?: readonly State[]): void => {
    if (from !== to) requireMove(from, to, offered);
  };

  function pathTo(goal: State, from: State): State[] {
    const paths = transitions[from].map((step) => [step]);
    for (let path = paths.shift(); path; path = paths.shift()) {
      const last = path.at(-1);
      if (last === goal) return path;
      if (last && path.length < states.length)
        paths.push(...transitions[last].map((step) => [...(path ?? []), step]));
    }
    throw new Error(`no path from ${from} to ${goal}`);
  }

  return {
    states,
    transitions,
    isTerminal: (state) => transitions[state].length === 0,
    requireTransition,
    requireMove,
    pathTo,
  };
}
