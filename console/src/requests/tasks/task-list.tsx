// The tasks of a request in the order of their creation, with how many of them are done.
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { mayUse, type Me, type ServiceRequest } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { isEnded, taskCommands } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { numberText } from '../../ui/region/region.ts';
import { taskDrafts } from './task-draft.ts';
import { TaskForm } from './task-form.tsx';
import { TaskItem } from './task-item.tsx';
import styles from './tasks.module.css';
import { useTasks } from './use-tasks.ts';

/** The first press goes to the first step that can be taken, each further one to the next. */
function focusNextStep(): void {
  const steps = [
    ...document.querySelectorAll<HTMLElement>('[data-task-step]:not([aria-disabled])'),
  ];
  const from = steps.indexOf(document.activeElement as HTMLElement);
  steps[(from + 1) % Math.max(1, steps.length)]?.focus();
}

interface TaskListProps {
  request: ServiceRequest;
  me: Me;
}

export function TaskList({ request, me }: TaskListProps) {
  const { tasks, fault } = useTasks(request.id);
  const { task: target } = useSearch({ strict: false }) as { task?: string };
  const [isAdding, setAdding] = useState(
    () => taskDrafts(request.id, me.email).read() !== undefined,
  );
  const mayChange = mayUse(me, 'requests.fulfil') && request.state === 'approved';
  useCommands(taskCommands, {
    'record.task': {
      run: focusNextStep,
      unavailable: tasks?.length === 0 ? 'The request has no tasks.' : undefined,
    },
  });
  if (fault) return <p className={styles.none}>{faultText(fault)}</p>;
  if (!tasks) return <SkeletonBar width="80%" />;
  const ended = tasks.filter(isEnded).length;
  return (
    <>
      {tasks.length === 0 ? (
        <p className={styles.none}>
          {request.state === 'submitted'
            ? 'Tasks appear here when the request is approved.'
            : 'The request has no tasks.'}
        </p>
      ) : (
        <>
          <p className={styles.progress}>
            <progress aria-label="Tasks that are done" value={ended} max={tasks.length} />
            <span>{`${numberText(ended)} of ${numberText(tasks.length)} done`}</span>
          </p>
          <ol className={styles.tasks} aria-label="Tasks">
            {tasks.map((task) => (
              <TaskItem
                key={task.id}
                task={task}
                me={me}
                mayChange={mayChange}
                isTarget={task.id === target}
              />
            ))}
          </ol>
        </>
      )}
      {mayChange && isAdding && (
        <TaskForm
          request={request.id}
          user={me.email}
          tasks={tasks}
          onClose={() => setAdding(false)}
        />
      )}
      {mayChange && !isAdding && (
        <Button icon={<AddIcon />} onClick={() => setAdding(true)}>
          Add a task
        </Button>
      )}
    </>
  );
}
