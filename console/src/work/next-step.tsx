// The usual next step of a task has a button in its row, for the mouse; keys have the same steps.
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { mayUse, meQuery, type TaskSummary } from '../api/index.ts';
import { changeTask, isEnded, taskSteps } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import layout from '../ui/layout/layout.module.css';

interface NextStepOfTask {
  label: string;
  patch: (email: string) => Partial<TaskSummary>;
}

/** A task that nobody has is taken first. */
export function nextStepOf(task: TaskSummary): NextStepOfTask | undefined {
  if (task.assigned_to === null)
    return { label: 'Take it', patch: (email) => ({ assigned_to: email }) };
  const [step] = taskSteps(task);
  if (!step || isEnded(task) || step.unavailable !== undefined) return undefined;
  const { label, to } = step;
  return { label, patch: () => ({ state: to }) };
}

export function NextStep({ task }: { task: TaskSummary }) {
  const { data: me } = useQuery(meQuery);
  const step = nextStepOf(task);
  if (!me || !step || !mayUse(me, 'requests.fulfil')) return null;
  const take = (event: MouseEvent) => {
    // The row opens the request.
    event.stopPropagation();
    void changeTask(task, step.patch(me.email));
  };
  return (
    <Button tabIndex={-1} onClick={take}>
      {step.label}
      <span className={layout.hidden}>{`: ${task.name}`}</span>
    </Button>
  );
}
