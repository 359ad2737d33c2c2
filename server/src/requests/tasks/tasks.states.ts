// A task moves only along this table of transitions; tasks.dependencies.ts says what else it waits for.
import { stateMachine } from '../../records/index.ts';

export type State = 'open' | 'in_progress' | 'done' | 'skipped';

export const { states, transitions, requireTransition } = stateMachine<State>('a task', {
  open: ['in_progress', 'done', 'skipped'],
  in_progress: ['open', 'done', 'skipped'],
  done: ['open'],
  skipped: ['open'],
});

/** People still work on tasks in these states, so the service request cannot be fulfilled. */
export const openStates = ['open', 'in_progress'] as const satisfies State[];

/** Tasks that depend on one in these states do not wait for it. */
export const endStates = ['done', 'skipped'] as const satisfies State[];

/** A task can be in these states only while it waits for no other. */
export const startedStates = ['in_progress', 'done'] as const satisfies State[];

export const isOneOf = (some: readonly State[], state: State): boolean => some.includes(state);
