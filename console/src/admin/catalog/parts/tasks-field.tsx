// Tasks are created when a request is approved. A task can wait for others.
import { useState } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { AddIcon } from '../../../ui/icons.ts';
import { GroupField, PersonField } from '../../actions/people-fields.tsx';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import { type Faults, firstFault, NO_FAULTS } from '../item.faults.ts';
import {
  dependencyFaults,
  keyedTasks,
  newTask,
  setWaiting,
  tasksNaming,
  type TaskValue,
} from '../task.values.ts';
import styles from './parts.module.css';
import { moveRow, RowFrame } from './row-frame.tsx';
import { useAddedRow } from './use-added-row.ts';

const MAX_TASKS = 50;

interface TaskFieldsProps {
  task: TaskValue;
  at: number;
  others: readonly TaskValue[];
  faults: Faults;
  onChange: (part: Partial<TaskValue>) => void;
  /** The other task is named by its id, or by its key if it is gone. */
  onWait: (other: string, isWaiting: boolean) => void;
  onLeave: () => void;
}

/** A task that is gone stays among those that this one waits for, until somebody takes it out. */
function WaitsFor({ task, at, others, onWait }: TaskFieldsProps) {
  const named = others.filter(({ name }) => name.trim() !== '');
  const gone = task.depends_on.filter((key) => !others.some((one) => one.key === key));
  const all = [
    ...named.map(({ id, key, name }) => ({ id, key, name })),
    ...gone.map((key) => ({ id: key, key, name: `${key} (gone)` })),
  ];
  if (all.length === 0) return null;
  return (
    <fieldset className={styles.checks}>
      <legend>Waits for</legend>
      {all.map(({ id, key, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            aria-label={`Task ${at + 1} waits for ${name}`}
            checked={key !== '' && task.depends_on.includes(key)}
            onChange={({ currentTarget }) => onWait(id, currentTarget.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function TaskFields(props: TaskFieldsProps) {
  const { task, at, faults, onChange, onLeave } = props;
  return (
    <>
      <div onBlur={onLeave}>
        <TextField
          label={`Task ${at + 1}`}
          value={task.name}
          maxLength={255}
          fault={firstFault(faults, '/name') ?? firstFault(faults, '/key')}
          onChange={(name) => onChange({ name })}
        />
      </div>
      <GroupField
        label="Group"
        value={task.assignment_group}
        fault={firstFault(faults, '/assignment_group')}
        onChange={(group) => onChange({ assignment_group: group })}
      />
      <PersonField
        label="Person"
        value={task.assigned_to}
        fault={firstFault(faults, '/assigned_to')}
        onChange={(email) => onChange({ assigned_to: email })}
      />
      <TextField
        label="Due, in hours after the approval"
        type="number"
        value={task.due_in_hours}
        fault={firstFault(faults, '/due_in_hours')}
        onChange={(hours) => onChange({ due_in_hours: hours })}
      />
      <WaitsFor {...props} />
    </>
  );
}

interface TasksFieldProps {
  value: readonly TaskValue[];
  /** Messages by the ids of tasks. */
  faults: ReadonlyMap<string, Faults>;
  onEdit: (change: (tasks: readonly TaskValue[]) => readonly TaskValue[]) => void;
}

export function TasksField({ value, faults, onEdit }: TasksFieldProps) {
  const { list, focusRow } = useAddedRow();
  const restoring = useRestoredFocus(value.map(({ id }) => id).join());
  const [asked, setAsked] = useState<string>();
  const dependencies = dependencyFaults(value);
  const remove = (at: number) => {
    setAsked(undefined);
    onEdit((tasks) => tasks.toSpliced(at, 1));
    focusRow((value[at + 1] ?? value[at - 1])?.id);
  };
  return (
    <>
      <p className={styles.hint}>
        {value.length === 0
          ? 'Without tasks, an agent fulfils the request in one step.'
          : 'They are created when the request is approved. It can be fulfilled when all are done or skipped.'}
      </p>
      <ol ref={list} className={styles.rows} aria-label="Tasks" {...restoring}>
        {value.map((task, at) => {
          const own = faults.get(task.id) ?? NO_FAULTS;
          const waiting = tasksNaming(value, task.key).filter(({ id }) => id !== task.id);
          return (
            <RowFrame
              key={task.id}
              id={task.id}
              noun="task"
              at={at}
              count={value.length}
              fault={dependencies.get(task.id) ?? firstFault(own, '/depends_on')}
              onMove={(to) => onEdit((tasks) => moveRow(tasks, at, to))}
              onRemove={() => (waiting.length > 0 ? setAsked(task.id) : remove(at))}
            >
              {asked === task.id && (
                <div className={styles.ask} role="alertdialog" aria-label={`Remove ${task.name}`}>
                  <p>
                    {waiting.map(({ name }) => `“${name}”`).join(', ')}{' '}
                    {waiting.length === 1
                      ? 'waits for it, and is marked until you change it.'
                      : 'wait for it, and are marked until you change them.'}
                  </p>
                  <Button variant="danger" autoFocus onClick={() => remove(at)}>
                    Remove the task
                  </Button>
                  <Button onClick={() => setAsked(undefined)}>Cancel</Button>
                </div>
              )}
              <TaskFields
                task={task}
                at={at}
                others={value.filter(({ id }) => id !== task.id)}
                faults={own}
                onChange={(part) =>
                  onEdit((tasks) =>
                    tasks.map((one) => (one.id === task.id ? { ...one, ...part } : one)),
                  )
                }
                onWait={(other, isWaiting) =>
                  onEdit((tasks) => setWaiting(tasks, task.id, other, isWaiting))
                }
                onLeave={() => onEdit(keyedTasks)}
              />
            </RowFrame>
          );
        })}
      </ol>
      <div>
        <Button
          icon={<AddIcon />}
          unavailable={
            value.length >= MAX_TASKS ? `An item has at most ${MAX_TASKS} tasks.` : undefined
          }
          onClick={() => {
            const added = newTask();
            onEdit((tasks) => [...tasks, added]);
            focusRow(added.id);
          }}
        >
          Add a task
        </Button>
      </div>
    </>
  );
}
