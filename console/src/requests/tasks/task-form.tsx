// An agent adds a task that the catalog item did not foresee.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addTask, faultOf, inputFaultsOf, type TaskSummary } from '../../api/index.ts';
import { isEnded, PropertyRow, refreshRecord } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { personName, valueText } from '../../words/index.ts';
import { emptyTask, type TaskDraft, taskDrafts } from './task-draft.ts';
import styles from './tasks.module.css';

const MAX_NAME = 255;

interface TaskFormProps {
  request: string;
  user: string;
  /** The new task can wait for these. */
  tasks: readonly TaskSummary[];
  onClose: () => void;
}

const assigneeText = ({ assigned_to, assignment_group }: TaskDraft): string | undefined =>
  assigned_to === null ? (assignment_group ?? undefined) : personName(assigned_to);

const toggle = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

export function TaskForm({ request, user, tasks, onClose }: TaskFormProps) {
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [key] = useState(() => crypto.randomUUID());
  const drafts = taskDrafts(request, user);
  const [draft, setDraft] = useState(() => drafts.read() ?? emptyTask);
  const [editing, edit] = useState<string>();
  const write = (fields: Partial<TaskDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    drafts.write(next);
  };
  const set = (fields: Partial<TaskDraft>) => {
    edit(undefined);
    write(fields);
  };
  const close = () => {
    drafts.write(undefined);
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => addTask(request, { ...draft, name: draft.name.trim() }, key),
    onSuccess: async () => {
      await refreshRecord({ type: 'request', id: request });
      close();
    },
  });
  const faults = inputFaultsOf(saving.error);
  const awaitable = tasks.filter((task) => !isEnded(task));
  const isUnnamed = draft.name.trim() === '';
  const send = () => {
    if (!isUnnamed && !saving.isPending) saving.mutate();
  };
  return (
    <section
      ref={form}
      className={styles.form}
      aria-label="New task"
      onKeyDown={(event) => event.key === 'Escape' && editing === undefined && close()}
    >
      <TextField
        label="The work to do"
        value={draft.name}
        maxLength={MAX_NAME}
        onChange={(name) => write({ name })}
        onEnter={send}
        fault={faults.get('/name')}
      />
      <dl className={styles.rows}>
        <PropertyRow
          field="assigned_to"
          label="Assignee"
          value={draft.assigned_to}
          text={assigneeText(draft)}
          emptyText="Nobody yet"
          editor={{ kind: 'assignee' }}
          group={draft.assignment_group}
          canEdit
          isOpen={editing === 'assigned_to'}
          onOpen={(isOpen) => edit(isOpen ? 'assigned_to' : undefined)}
          onSave={(value, field = 'assigned_to') => set({ [field]: value })}
        />
        <PropertyRow
          field="due_at"
          label="Due"
          value={draft.due_at}
          text={draft.due_at === null ? undefined : valueText('due_at', draft.due_at)}
          emptyText="No date given"
          editor={{ kind: 'time' }}
          canEdit
          isOpen={editing === 'due_at'}
          onOpen={(isOpen) => edit(isOpen ? 'due_at' : undefined)}
          onSave={(value) => set({ due_at: value as string | null })}
        />
      </dl>
      {awaitable.length > 0 && (
        <fieldset className={styles.awaited}>
          <legend>It waits for</legend>
          {awaitable.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              isChecked={draft.depends_on.includes(id)}
              onChange={() => set({ depends_on: toggle(draft.depends_on, id) })}
            />
          ))}
        </fieldset>
      )}
      {saving.error && faults.size === 0 && (
        <p role="alert" className={styles.fault}>
          {faultText(faultOf(saving.error))}
        </p>
      )}
      <div className={styles.foot}>
        <Button
          variant="primary"
          unavailable={isUnnamed ? 'Enter what has to be done.' : undefined}
          onClick={send}
        >
          Add the task
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
