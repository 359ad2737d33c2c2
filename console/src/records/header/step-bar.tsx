// The steps that can follow, as buttons: one tab stop, arrow keys between them.
import { useRef } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import styles from './header.module.css';

interface StepButton {
  id: string;
  label: string;
  isNext?: boolean;
  /** Why it cannot be taken now. */
  unavailable?: string | undefined;
}

interface StepBarProps {
  /** What one wants most often comes first. */
  steps: readonly StepButton[];
  /** The label of a step that is about to be sent. */
  pending: string | undefined;
  onStep: (id: string) => void;
}

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function StepBar({ steps, pending, onStep }: StepBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  if (pending !== undefined)
    return (
      <div className={styles.transitions}>
        <span className={styles.pending} role="status">
          {pending}: sent in a few seconds
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
          look={index === 0 && isNext ? 'primary' : 'plain'}
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
