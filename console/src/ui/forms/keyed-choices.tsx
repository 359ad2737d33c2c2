// A few choices have one digit each, so that a single key takes one.
import styles from './keyed-choices.module.css';

interface KeyedChoice {
  id: string;
  label: string;
  detail?: string | undefined;
  /** The message says why it cannot be chosen now. */
  unavailable?: string | undefined;
}

interface KeyedChoicesProps {
  label: string;
  choices: readonly KeyedChoice[];
  onChoose: (id: string) => void;
  onCancel: () => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

export function KeyedChoices({ label, choices, onChoose, onCancel }: KeyedChoicesProps) {
  const choose = ({ id, unavailable }: KeyedChoice) => {
    if (unavailable === undefined) onChoose(id);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const { key } = event;
    const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
    const step = steps[key];
    if (key === 'Escape') return onCancel();
    if (!choice && step === undefined) return;
    event.preventDefault();
    if (choice) return choose(choice);
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const from = buttons.findIndex((one) => one === document.activeElement);
    buttons[Math.min(Math.max(from + (step ?? 0), 0), buttons.length - 1)]?.focus();
  };
  return (
    <div role="group" aria-label={label} className={styles.choices} onKeyDown={onKeyDown}>
      {choices.map((choice, index) => (
        <button
          key={choice.id}
          type="button"
          className={styles.choice}
          aria-disabled={choice.unavailable === undefined ? undefined : true}
          aria-keyshortcuts={String(index + 1)}
          title={choice.unavailable}
          data-autofocus={index === 0 || undefined}
          autoFocus={index === 0}
          onClick={() => choose(choice)}
        >
          <kbd aria-hidden>{index + 1}</kbd>
          <span>{choice.label}</span>
          <small>{choice.unavailable ?? choice.detail}</small>
        </button>
      ))}
    </div>
  );
}
