// A question is shown always, or only under a condition on the answers to earlier ones.
import { useEffect, useRef, useState } from 'react';
import { ConditionEditor } from '../../../condition-editor/index.ts';
import {
  addRow,
  type ConditionField,
  describeCondition,
  fieldsByName,
  type GroupValue,
  printCondition,
  readCondition,
} from '../../../conditions/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import fieldStyles from '../../../ui/forms/fields.module.css';
import type { Faults } from '../item.faults.ts';
import { keysIn } from '../question.keys.ts';
import styles from './questions.module.css';

const NO_CALENDARS = {};

/** Answers of few values are what most conditions compare; the nearest question before this one is meant mostly. */
const firstField = (fields: readonly ConditionField[]): ConditionField | undefined =>
  fields.findLast(({ kind, choices }) => kind === 'boolean' || choices !== undefined) ??
  fields.at(-1);

/** Returns the condition that a question gets first; undefined if no question comes before it. */
export function firstCondition(fields: readonly ConditionField[]): GroupValue | undefined {
  const field = firstField(fields);
  return field && addRow(readCondition({ all: [] }, fieldsByName(fields)), [], field).root;
}

interface ShowIfProps {
  /** Names the question. */
  name: string;
  value: GroupValue;
  /** A condition can name these earlier questions. */
  fields: readonly ConditionField[];
  /** A condition may also name a question that has moved below. */
  known: readonly ConditionField[];
  faults: Faults;
  isOpenAtFirst: boolean;
  onChange: (value: GroupValue | null) => void;
}

export function ShowIf({
  name,
  value,
  fields,
  known,
  faults,
  isOpenAtFirst,
  onChange,
}: ShowIfProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpenAtFirst) box.current?.querySelector<HTMLElement>('[data-key] select')?.focus();
  }, [isOpenAtFirst]);
  const words = fieldsByName(known);
  const condition = printCondition(value, words);
  const earlier = fieldsByName(fields);
  const named = new Set(keysIn(value));
  const always = (
    <Button variant="quiet" aria-description={name} onClick={() => onChange(null)}>
      Show always
    </Button>
  );
  return (
    <div ref={box} className={styles.showIf} role="group" aria-label={`When ${name} is shown`}>
      <p className={styles.title}>Shown only if</p>
      {isOpen ? (
        <ConditionEditor
          value={value}
          fields={known.filter(({ name: key }) => earlier.has(key) || named.has(key))}
          calendars={NO_CALENDARS}
          {...(firstField(fields) && { firstField: firstField(fields)?.name ?? '' })}
          faults={faults}
          onChange={(next) => onChange(next.nodes.length === 0 ? null : next)}
        />
      ) : (
        <>
          <p>
            {condition
              ? describeCondition(condition, words, NO_CALENDARS)
              : 'The condition has no value yet.'}
          </p>
          {[...new Set(faults.values())].map((message) => (
            <p key={message} className={fieldStyles.fault} role="alert">
              {message}
            </p>
          ))}
        </>
      )}
      <div className={styles.line}>
        <Button variant="quiet" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Done' : 'Change the condition'}
        </Button>
        {always}
      </div>
    </div>
  );
}
