// The steps that can follow are buttons. A step may ask for a text, which stays a draft until it is saved, or for one of
// a few values.
import { type ReactNode, useRef, useState } from 'react';
import type { RecordType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { DialogFooter } from '../../ui/overlays/dialog.tsx';
import type { Step, StepOptions, StepText } from '../step.ts';
import type { RecordDrafts } from '../use-record-drafts.ts';
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
  /** The form starts with the draft. */
  drafts?: RecordDrafts['transition'] | undefined;
  onTake: (step: Step<T>, answer: string, options: StepOptions) => void;
  onCancel: () => void;
}

function TextForm<T extends RecordType>({ step, drafts, onTake }: StepFormProps<T>) {
  const { label, asks } = step;
  const [draft, setDraft] = useState(() => drafts?.read() ?? { text: '' });
  const { text, isWithoutNote = false, isWithoutLinked = false } = draft;
  const { note, linked } = asks ?? {};
  const sendsNote = note !== undefined && !isWithoutNote;
  const withLinked = linked !== undefined && !isWithoutLinked;
  const detail = note ? note.detail[sendsNote ? 'sent' : 'unsent'] : asks?.detail;
  const change = (fields: Partial<typeof draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    drafts?.write(next);
  };
  const isMissing = text.trim() === '' && !asks?.isOptional;
  const send = () => {
    if (!isMissing) onTake(step, text.trim(), { sendsNote, withLinked });
  };
  return (
    <>
      <TextArea
        label={asks?.label ?? label}
        value={text}
        onChange={(next) => change({ text: next })}
        onSend={send}
        suggestion={asks?.suggestion}
        hasFocus
        rows={5}
      />
      {note && (
        <div className={styles.note}>
          <CheckField
            label={note.label}
            isChecked={sendsNote}
            onChange={(isChecked) => change({ isWithoutNote: !isChecked })}
          />
        </div>
      )}
      {linked && (
        <div className={styles.note}>
          <CheckField
            label={linked.label}
            detail={linked.detail}
            isChecked={withLinked}
            onChange={(isChecked) => change({ isWithoutLinked: !isChecked })}
          />
        </div>
      )}
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
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
  const { choices, renderForm } = step.asks ?? {};
  if (renderForm && step.patch)
    return renderForm({
      onPatch: (patch) => onTake({ ...step, patch: () => patch }, '', {}),
      onCancel,
    });
  if (!choices) return <TextForm {...props} />;
  return (
    <ChoiceField
      label={step.asks?.label ?? step.label}
      choices={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      onChoose={(value) => onTake(step, value, {})}
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
