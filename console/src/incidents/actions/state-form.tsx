// Chooses the next state, then asks for what the transition needs.
import { useState } from 'react';
import type { IncidentUpdate } from '../../api/index.ts';
import { holdReasons } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import { stateLabel } from '../../ui/marks/record-marks.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { transitionOf } from './transitions.ts';

interface StateFormProps {
  states: readonly string[] | undefined;
  onPatch: (patch: IncidentUpdate) => void;
  onCancel: () => void;
  /** What was typed before, or is proposed. */
  text?: string | undefined;
  onText?: ((text: string) => void) | undefined;
}

const textLabels = {
  resolution: 'How was it fixed?',
  work_note: 'Why is it cancelled? (a note for the team)',
};

interface TextStepProps extends Omit<StateFormProps, 'states' | 'onCancel'> {
  state: string;
  field: 'resolution' | 'work_note';
}

function TextStep({ state, field, onPatch, text: given = '', onText }: TextStepProps) {
  const [text, setText] = useState(given);
  const change = (next: string) => {
    setText(next);
    onText?.(next);
  };
  const send = () => text.trim() !== '' && onPatch({ state, [field]: text } as IncidentUpdate);
  const { label } = transitionOf(state);
  return (
    <>
      <TextArea
        label={textLabels[field]}
        value={text}
        onChange={change}
        onSend={send}
        hasFocus
        rows={5}
      />
      <DialogFooter>
        <Button
          look="primary"
          label={label}
          keys={['mod+Enter']}
          unavailable={text.trim() === '' ? 'Write it first.' : undefined}
          onClick={send}
        >
          {label}
        </Button>
      </DialogFooter>
    </>
  );
}

/** With `state` given, the choice is made already. */
export function StateForm({
  states,
  onPatch,
  onCancel,
  state: given,
  ...typed
}: StateFormProps & { state?: string }) {
  const [state, setState] = useState(given);
  const choose = (next: string) => {
    if (transitionOf(next).asks === undefined) onPatch({ state: next } as IncidentUpdate);
    else setState(next);
  };
  if (state === undefined)
    return (
      <ChoiceField
        key="state"
        label="New state"
        emptyText={states ? 'No state can follow.' : 'Loading…'}
        choices={(states ?? []).map((value) => ({
          value,
          label: transitionOf(value).label,
          detail: stateLabel(value),
        }))}
        onChoose={choose}
        onCancel={onCancel}
      />
    );
  const { asks } = transitionOf(state);
  if (asks === 'on_hold_reason')
    return (
      <ChoiceField
        key="reason"
        label="Why is it on hold?"
        choices={Object.entries(holdReasons).map(([value, label]) => ({ value, label }))}
        onCancel={onCancel}
        onChoose={(reason) => onPatch({ state, on_hold_reason: reason } as IncidentUpdate)}
      />
    );
  return <TextStep state={state} field={asks ?? 'work_note'} onPatch={onPatch} {...typed} />;
}
