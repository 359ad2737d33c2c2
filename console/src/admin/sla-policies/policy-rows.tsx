// Policies are listed in the order in which they are tried. Buttons and keys move them.
import type { KeyboardEvent } from 'react';
import type { SlaPolicySummary } from '../../api/index.ts';
import { describeCondition, fieldsByName } from '../../conditions/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AscendingIcon, DescendingIcon } from '../../ui/icons.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';
import styles from './policies.module.css';
import { conditionOf, type FieldsOfTypes } from './policies.values.ts';
import { ROUND_THE_CLOCK, targetLines, typeLabels } from './policies.words.ts';

type Move = (id: string, step: 1 | -1) => void;

interface RowProps {
  policy: SlaPolicySummary;
  number: number;
  isLast: boolean;
  isCurrent: boolean;
  fields: FieldsOfTypes;
  calendars: Readonly<Record<string, string>>;
  onOpen: (id: string) => void;
  onMove: Move;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

const keysOf =
  (id: string, onMove: Move) =>
  (event: KeyboardEvent): void => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onMove(id, step);
  };

function Row({ policy, number, isLast, isCurrent, ...rest }: RowProps) {
  const { id, name, record_type: type, calendar_id: calendar, active } = policy;
  const { fields, calendars, onOpen, onMove } = rest;
  const hours = calendar === null ? ROUND_THE_CLOCK : (calendars[calendar] ?? 'A calendar');
  return (
    <li data-current={isCurrent || undefined} onKeyDown={keysOf(id, onMove)}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <div className={styles.policy}>
        <div className={styles.name}>
          <button type="button" onClick={() => onOpen(id)}>
            {name}
          </button>
          <small className={styles.mark}>{typeLabels[type]}</small>
          <small className={styles.mark}>{hours}</small>
          {!active && (
            <small className={styles.mark} data-tone="amber">
              Inactive
            </small>
          )}
        </div>
        <p>{describeCondition(conditionOf(policy), fieldsByName(fields[type]), calendars)}</p>
        <ul className={styles.lines}>
          {targetLines(policy).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <span className={styles.tools}>
        <Button
          variant="quiet"
          icon={<AscendingIcon />}
          label={`Move ${name} up`}
          aria-keyshortcuts="Alt+ArrowUp"
          unavailable={number === 1 ? 'This policy is tried first.' : undefined}
          onClick={() => onMove(id, -1)}
        />
        <Button
          variant="quiet"
          icon={<DescendingIcon />}
          label={`Move ${name} down`}
          aria-keyshortcuts="Alt+ArrowDown"
          unavailable={isLast ? 'This policy is tried last.' : undefined}
          onClick={() => onMove(id, 1)}
        />
      </span>
    </li>
  );
}

interface PolicyRowsProps extends Pick<RowProps, 'fields' | 'calendars' | 'onOpen' | 'onMove'> {
  policies: readonly SlaPolicySummary[];
  current: string | undefined;
}

export function PolicyRows({ policies, current, ...rest }: PolicyRowsProps) {
  const restoring = useRestoredFocus(policies.map(({ id }) => id).join());
  return (
    <ol className={styles.rows} aria-label="SLA policies in their order" {...restoring}>
      {policies.map((policy, index) => (
        <Row
          key={policy.id}
          policy={policy}
          number={index + 1}
          isLast={index === policies.length - 1}
          isCurrent={policy.id === current}
          {...rest}
        />
      ))}
    </ol>
  );
}
