// Asks for what a step needs: a text, which stays a draft until it is saved, or one of a few values.
import { useState } from 'react';
import type { RecordType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import type { Step } from '../step.ts';
import styles from './step-panel.module.css';

interface StepFormProps<T extends RecordType> {
  step: Step<T>;
  /** What was typed before, or is proposed. */
  text?: string | undefined;
  onText: (text: string) => void;
  onTake: (step: Step<T>, answer: string) => void;
  onCancel: () => void;
}

function TextForm<T extends RecordType>({
  step,
  text: given = '',
  onText,
  onTake,
}: StepFormProps<T>) {
  const [text, setText] = useState(given);
  const { label, asks } = step;
  const isMissing = text.trim() === '' && !asks?.isOptional;
  const send = () => {
    if (!isMissing) onTake(step, text.trim());
  };
  return (
    <>
      <TextArea
        label={asks?.label ?? label}
        value={text}
        onChange={(next) => {
          setText(next);
          onText(next);
        }}
        onSend={send}
        hasFocus
        rows={5}
      />
      {asks?.detail !== undefined && <p className={styles.detail}>{asks.detail}</p>}
      <DialogFooter>
        <Button
          look="primary"
          label={label}
          keys={['mod+Enter']}
          unavailable={isMissing ? 'Write it first.' : undefined}
          onClick={send}
        >
          {label}
        </Button>
      </DialogFooter>
    </>
  );
}

export function StepForm<T extends RecordType>(props: StepFormProps<T>) {
  const { step, onTake, onCancel } = props;
  const choices = step.asks?.choices;
  if (!choices) return <TextForm {...props} />;
  return (
    <ChoiceField
      label={step.asks?.label ?? step.label}
      choices={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      onChoose={(value) => onTake(step, value)}
      onCancel={onCancel}
    />
  );
}
