// The questions about a task are asked at its row.
import { AssigneePicker, taskSteps } from '../records/index.ts';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { PopoverAt } from '../ui/overlays/popover.tsx';
import type { WorkActions } from './use-work-actions.ts';

function Question({ actions: { open, close, change } }: { actions: WorkActions }) {
  if (!open) return null;
  const { kind, task } = open;
  if (kind === 'assign')
    return (
      <AssigneePicker
        label="Assignee"
        group={task.assignment_group}
        onChoose={({ field, value }) => change(task, { [field]: value })}
        onCancel={close}
      />
    );
  const steps = taskSteps(task);
  const possible = steps.filter(({ unavailable }) => unavailable === undefined);
  return (
    <ChoiceField
      label="Next step"
      choices={possible.map(({ to, label }) => ({ value: to, label }))}
      emptyText={steps[0]?.unavailable ?? 'No step is possible.'}
      onChoose={(state) => change(task, { state })}
      onCancel={close}
    />
  );
}

/** A narrow list hides the cell of the assignee. */
function placeOf(id: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`#row-${id}`);
  const cell = row?.querySelector<HTMLElement>('[data-column=assignee]');
  return cell?.checkVisibility() ? cell : row;
}

export function WorkQuestion({ actions }: { actions: WorkActions }) {
  const { open, close } = actions;
  return (
    <PopoverAt
      label={open?.kind === 'assign' ? 'Assign' : 'Next step'}
      anchor={open ? placeOf(open.task.id) : null}
      isOpen={open !== undefined}
      onChange={(isOpen) => !isOpen && close()}
    >
      <Question actions={actions} />
    </PopoverAt>
  );
}
