// A message that was not applied waits for a decision. The service says which ones are allowed.
import type { Message } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { mailCommands } from './mail.keys.ts';
import styles from './mail.module.css';
import { decisionLabels } from './mail.words.ts';
import type { Decision, Decisions } from './use-decisions.ts';

const order: readonly Decision[] = ['release', 'attach', 'discard', 'reprocess'];

const keysOf = (decision: Decision) =>
  mailCommands.find(({ id }) => id === `mail.${decision}`)?.keys;

interface DecisionButtonsProps {
  message: Message;
  decisions: Decisions;
}

export function DecisionButtons({ message, decisions: { actions } }: DecisionButtonsProps) {
  const allowed = order.filter((one) => message.allowed_decisions.includes(one));
  if (allowed.length === 0) return null;
  return (
    <section className={styles.buttons} aria-label="Decisions">
      {allowed.map((decision) => (
        <Button
          key={decision}
          variant={decision === 'release' ? 'primary' : 'plain'}
          label={decisionLabels[decision].effect}
          keys={keysOf(decision)}
          unavailable={actions[decision].unavailable}
          onClick={actions[decision].run}
        >
          {decisionLabels[decision].label}
        </Button>
      ))}
    </section>
  );
}
