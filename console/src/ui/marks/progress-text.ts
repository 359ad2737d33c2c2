// A line of steps says in words which of them a record has reached.
import type { Stage } from './stages.tsx';

export type Step = Pick<Stage, 'label' | 'status'>;

/** Returns the step that a record has reached, in words. */
export function stepText(steps: readonly Step[]): string {
  const at = steps.findIndex(({ status }) => status === 'current' || status === 'stopped');
  const step = steps[at];
  if (!step) return steps.findLast(({ status }) => status === 'done')?.label ?? '';
  return step.status === 'stopped' ? step.label : `${step.label} (${at + 1} of ${steps.length})`;
}
