// A task has its state, its assignee and its due date, and buttons for the steps that can follow.
import { type RefObject, useEffect, useRef } from 'react';
import type { Me, TaskSummary } from '../../api/index.ts';
import { changeTask, isEnded, taskSteps, waitText } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AssignedIcon, MoreIcon } from '../../ui/icons.ts';
import layout from '../../ui/layout/layout.module.css';
import { Instant } from '../../ui/marks/instant.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { TaskAssignee } from './task-assignee.tsx';
import styles from './tasks.module.css';

interface TaskItemProps {
  task: TaskSummary;
  me: Me;
  mayChange: boolean;
  /** The page was opened at this task. */
  isTarget: boolean;
}

function useTarget(isTarget: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isTarget) return undefined;
    // The router gives the focus to the heading when the page is rendered.
    const timer = setTimeout(() => {
      item.current?.focus({ preventScroll: true });
      item.current?.scrollIntoView({ block: 'center' });
    });
    return () => clearTimeout(timer);
  }, [isTarget]);
  return item;
}

function Steps({ task, me }: { task: TaskSummary; me: Me }) {
  const steps = taskSteps(task);
  // Reopening is seldom right, so it has no button of its own.
  const first = isEnded(task) ? undefined : steps[0];
  const others = steps.filter((step) => step !== first);
  const go = (state: TaskSummary['state']) => void changeTask(task, { state });
  const isMine = task.assigned_to === me.email;
  const assignToMe = {
    label: 'Assign to me',
    icon: <AssignedIcon />,
    unavailable: isMine ? 'It is assigned to you.' : undefined,
    run: () => void changeTask(task, { assigned_to: me.email }),
  };
  return (
    <div className={styles.steps}>
      {first && (
        <Button unavailable={first.unavailable} data-task-step onClick={() => go(first.to)}>
          {first.label}
          <span className={layout.hidden}>{`: ${task.name}`}</span>
        </Button>
      )}
      <Menu
        position="bottom-end"
        target={<Button variant="quiet" icon={<MoreIcon />} label={`More about ${task.name}`} />}
        groups={[
          { items: [assignToMe] },
          {
            items: others.map(({ to, label, unavailable }) => ({
              label,
              unavailable,
              run: () => go(to),
            })),
          },
        ].filter(({ items }) => items.length > 0)}
      />
    </div>
  );
}

export function TaskItem({ task, me, mayChange, isTarget }: TaskItemProps) {
  const item = useTarget(isTarget);
  const { id, name, state, due_at } = task;
  const ended = isEnded(task);
  const waits = ended ? undefined : waitText(task);
  return (
    <li
      ref={item}
      id={id}
      className={styles.task}
      tabIndex={-1}
      data-target={isTarget || undefined}
      data-ended={ended || undefined}
    >
      <div className={styles.text}>
        <div className={styles.line}>
          <b>{name}</b>
          <span className={styles.id}>{id}</span>
        </div>
        <div className={styles.line}>
          <State value={waits !== undefined && state === 'open' ? 'waiting' : state} />
          <TaskAssignee task={task} mayChange={mayChange} />
          {due_at !== null && !ended && (
            <span className={styles.due}>
              Due <Instant at={due_at} kind="due" />
            </span>
          )}
        </div>
        {waits !== undefined && <p className={styles.waits}>{waits}</p>}
      </div>
      {mayChange && <Steps task={task} me={me} />}
    </li>
  );
}
