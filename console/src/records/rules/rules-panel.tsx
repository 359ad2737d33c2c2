// The panel says on demand which rules ran on a record, and why the others would not run now.
import { useState } from 'react';
import { type AutomatedType, mayUse, type Me } from '../../api/index.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partWithin } from '../../ui/lazy-part.tsx';
import type { RecordPanel } from '../record-body.tsx';
import styles from './rules.module.css';

const Explanation = partWithin(lazyModule(() => import('./rules-explanation.tsx')))(
  (parts) => parts.RulesExplanation,
);

interface RulesPanelProps {
  type: AutomatedType;
  id: string;
}

function RulesPanel(record: RulesPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.panel} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Which rules ran, and which did not</summary>
      {isOpen && <Explanation {...record} />}
    </details>
  );
}

/** Only those who may read rules have the panel. */
export const rulesPanels = (record: RulesPanelProps, me: Me | undefined): RecordPanel[] =>
  me && mayUse(me, 'rules.read')
    ? [{ id: 'rules', label: 'Rules', content: <RulesPanel {...record} /> }]
    : [];
