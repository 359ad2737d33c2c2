// The states that can follow, as buttons: one tab stop, arrow keys between them.
import { useRef } from 'react';
import type { Incident } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { transitionOf } from '../../actions/index.ts';
import styles from './header.module.css';
import type { RecordPage } from '../use-record-page.ts';

/** What one wants most often comes first. */
const order = ['resolved', 'in_progress', 'reopened', 'closed', 'on_hold', 'cancelled'];
const byUse = (one: string, other: string): number => order.indexOf(one) - order.indexOf(other);

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function TransitionBar({ incident, page }: { incident: Incident; page: RecordPage }) {
  const bar = useRef<HTMLDivElement>(null);
  const { pending } = page.actions;
  if (pending !== undefined)
    return (
      <div className={styles.transitions}>
        <span className={styles.pending} role="status">
          {transitionOf(pending).label}: sent in a few seconds
        </span>
      </div>
    );
  const states = incident.allowed_transitions.toSorted(byUse);
  if (states.length === 0) return null;
  const move = (event: React.KeyboardEvent) => {
    const step = steps[event.key];
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
      {states.map((state, index) => (
        <Button
          key={state}
          look={index === 0 ? 'primary' : 'plain'}
          label={transitionOf(state).label}
          keys={index === 0 ? ['s'] : undefined}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => page.step(state)}
        >
          {transitionOf(state).label}
        </Button>
      ))}
    </div>
  );
}
