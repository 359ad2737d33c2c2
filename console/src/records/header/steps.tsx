// The steps that can follow are buttons. A step may ask for a text, which stays a draft until it is saved, or for one of
// a few values.
import { type ReactNode, useRef, useState } from 'react';
import type { RecordType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import type { Step, StepText } from '../step.ts';
import styles from './steps.module.css';

interface StepBarProps {
  /** The most frequent step comes first. */
  steps: readonly StepText[];
  /** The label is set while a step is about to be sent. */
  pending: string | undefined;
  onStep: (id: string) => void;
}

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The bar is one tab stop; arrow keys move between its buttons. */
export function StepBar({ steps, pending, onStep }: StepBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  if (pending !== undefined)
    return (
      <div className={styles.transitions}>
        <span className={styles.pending} role="status">
          {pending}: will be sent in a few seconds
        </span>
      </div>
    );
  if (steps.length === 0) return null;
  const move = (event: React.KeyboardEvent) => {
    const step = moves[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(from + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={bar}
      className={styles.transitions}
      role="toolbar"
      aria-label="Next state"
      onKeyDown={move}
    >
      {steps.map(({ id, label, isNext, unavailable }, index) => (
        <Button
          key={id}
          variant={index === 0 && isNext ? 'primary' : 'plain'}
          label={label}
          keys={index === 0 ? ['s'] : undefined}
          unavailable={unavailable}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onStep(id)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface StepFormProps<T extends RecordType> {
  step: Step<T>;
  /** The form starts with this draft or proposal. */
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
          variant="primary"
          label={label}
          keys={['mod+Enter']}
          unavailable={isMissing ? 'Enter a text first.' : undefined}
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

interface StepPanelProps {
  label: string;
  onCancel: () => void;
  children: ReactNode;
}

export const StepPanel = ({ label, onCancel, children }: StepPanelProps) => (
  <section
    className={styles.panel}
    aria-label={label}
    onKeyDown={(event) => event.key === 'Escape' && onCancel()}
  >
    <div className={styles.form}>{children}</div>
    <Button
      variant="quiet"
      icon={<CloseIcon />}
      label="Cancel"
      keys={['Escape']}
      onClick={onCancel}
    />
  </section>
);
