// Each action has a dialog, for one incident or several; a single incident is assigned at its row, which stays in view.
import { useState } from 'react';
import { usePersonChoices } from '../../lists/index.ts';
import { AssigneePicker, StepForm } from '../../records/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { stateLabel } from '../../ui/marks/states.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { PopoverAt } from '../../ui/overlays/popover.tsx';
import { priorityLabels } from '../../words/index.ts';
import { HoldForm } from '../hold/ask-to-hold.tsx';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { NoteForm } from './note-form.tsx';
import type { ActionKind, RowActions } from './use-row-actions.ts';

interface FormProps {
  actions: RowActions;
}

const AssignForm = ({ actions: { group, change, close } }: FormProps) => (
  <AssigneePicker
    label="Assignee"
    group={group}
    onChoose={({ field, value }) => change({ [field]: value })}
    onCancel={close}
  />
);

const HoldActionForm = ({ actions: { awaited, hold, close } }: FormProps) => (
  <HoldForm awaited={awaited} onHold={hold} onCancel={close} />
);

const priorities = Object.entries(priorityLabels).map(([value, label]) => ({ value, label }));

const PriorityForm = ({ actions }: FormProps) => (
  <ChoiceField
    label="Priority"
    choices={priorities}
    onCancel={actions.close}
    onChoose={(priority) => actions.change({ priority })}
  />
);

function RequesterForm({ actions }: FormProps) {
  const [q, setQ] = useState('');
  const { choices, emptyText, learn } = usePersonChoices(q);
  return (
    <ChoiceField
      label="Requester"
      choices={choices}
      onSearch={setQ}
      onCancel={actions.close}
      emptyText={emptyText}
      onChoose={(requester) => {
        learn(requester);
        actions.change({ requester });
      }}
    />
  );
}

/** Chooses the next state, then asks for what the step needs. */
function StateForm({ actions }: FormProps) {
  const { steps, drafts, take, close } = actions;
  const [chosen, choose] = useState<string>();
  const step = steps?.find(({ id }) => id === chosen);
  if (step)
    return <StepForm step={step} drafts={drafts?.transition} onTake={take} onCancel={close} />;
  return (
    <ChoiceField
      label="New state"
      emptyText={steps ? 'No other state is possible.' : 'Loading…'}
      choices={(steps ?? []).map(({ id, label }) => ({
        value: id,
        label,
        detail: stateLabel(id),
      }))}
      onChoose={(id) => {
        const next = steps?.find((one) => one.id === id);
        if (next?.asks) choose(id);
        else if (next) take(next, '');
      }}
      onCancel={close}
    />
  );
}

const MergeForm = partOf(lazyModule(() => import('../merging/merge-form.tsx')))(
  (parts) => parts.MergeForm,
);

const MergeActionForm = ({ actions: { subjects, merge, close } }: FormProps) => (
  <MergeForm subjects={subjects} onMerge={merge} onCancel={close} />
);

const MacroForm = partOf(lazyModule(() => import('./macro-form.tsx')))((parts) => parts.MacroForm);

const MacroActionForm = ({ actions: { applyMacro, close } }: FormProps) => (
  <MacroForm type="incident" onChoose={applyMacro} onCancel={close} />
);

interface ActionForm {
  title: string;
  /** In pixels; by default a dialog has one column. */
  size?: number;
  Form: React.ComponentType<FormProps>;
}

const ONE_COLUMN = 440;

const dialogs: Record<ActionKind, ActionForm> = {
  assign: { title: 'Assign', Form: AssignForm },
  state: { title: 'Change the state of', Form: StateForm },
  hold: { title: 'Hold', Form: HoldActionForm },
  priority: { title: 'Change the priority of', Form: PriorityForm },
  requester: { title: 'Change the requester of', Form: RequesterForm },
  note: { title: 'Add a note to', Form: NoteForm },
  merge: { title: 'Merge', size: 640, Form: MergeActionForm },
  macro: { title: 'Apply a macro to', size: 480, Form: MacroActionForm },
};

interface ActionDialogProps extends FormProps {
  isOpen: boolean;
}

export function ActionDialog({ actions, isOpen }: ActionDialogProps) {
  const { open, subject, close } = actions;
  const { title, size = ONE_COLUMN, Form } = dialogs[open?.kind ?? 'assign'];
  const label = `${title} ${subject}`;
  const isAtRow = isOpen && open?.anchor !== undefined;
  return (
    <>
      <PopoverAt
        label={label}
        anchor={open?.anchor ?? null}
        isOpen={isAtRow}
        onChange={(isShown) => !isShown && close()}
      >
        {isAtRow && <Form actions={actions} />}
      </PopoverAt>
      <Dialog title={open && label} isOpen={isOpen && !isAtRow} onClose={close} size={size}>
        {open && !isAtRow && <Form actions={actions} />}
      </Dialog>
    </>
  );
}
