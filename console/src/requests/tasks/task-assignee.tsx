// The assignee of a task opens the choice of a person or a group.
import { useState } from 'react';
import type { TaskSummary } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { AssigneePicker, changeTask } from '../../records/index.ts';
import layout from '../../ui/layout/layout.module.css';
import { Popover } from '../../ui/overlays/popover.tsx';
import styles from './tasks.module.css';

const Assignee = ({ task: { assigned_to, assignment_group } }: { task: TaskSummary }) => (
  <>
    {assigned_to === null ? (
      <span className={styles.nobody}>Nobody yet</span>
    ) : (
      <Person email={assigned_to} />
    )}
    {assignment_group !== null && <span className={styles.group}>{assignment_group}</span>}
  </>
);

export function TaskAssignee({ task, mayChange }: { task: TaskSummary; mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (!mayChange)
    return (
      <span className={styles.assignee}>
        <Assignee task={task} />
      </span>
    );
  return (
    <Popover
      label={`Assignee of ${task.name}`}
      isOpen={isOpen}
      onChange={setOpen}
      target={
        <button type="button" className={styles.assignee} onClick={() => setOpen(!isOpen)}>
          <span className={layout.hidden}>{`Assignee of ${task.name}: `}</span>
          <Assignee task={task} />
        </button>
      }
    >
      <AssigneePicker
        label="Assignee"
        group={task.assignment_group}
        onChoose={({ field, value }) => {
          setOpen(false);
          void changeTask(task, { [field]: value });
        }}
        onCancel={() => setOpen(false)}
      />
    </Popover>
  );
}
