// Choices are typed one after another: Enter adds the next one, and Enter in an empty one ends the list.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import fields from '../../../ui/forms/fields.module.css';
import { AddIcon, AscendingIcon, CloseIcon, DescendingIcon } from '../../../ui/icons.ts';
import { newChoice } from '../form.edits.ts';
import type { ChoiceValue } from '../question.values.ts';
import styles from './questions.module.css';

const MAX_LABEL = 255;

interface ChoiceRowsProps {
  /** Names the question. */
  name: string;
  value: readonly ChoiceValue[];
  fault: string | undefined;
  onChange: (choices: readonly ChoiceValue[]) => void;
  /** A label was left, so that the choice gets its value. */
  onLeave: () => void;
  /** The list was ended by Enter. */
  onEnd: () => void;
}

const move = (choices: readonly ChoiceValue[], from: number, to: number) =>
  choices.toSpliced(from, 1).toSpliced(to, 0, choices[from] as ChoiceValue);

/** Several lines that are pasted are several choices. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function ChoiceRows({ name, value, fault, onChange, onLeave, onEnd }: ChoiceRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (focused?.id !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-choice="${focused.id}"]`)?.focus();
  }, [focused]);
  // A question of choices always shows a row to write into.
  const [first] = useState(() => newChoice());
  const rows = value.length === 0 ? [first] : value;

  const insert = (at: number, labels: readonly string[]) => {
    const added = labels.map((label) => newChoice(label));
    onChange(rows.toSpliced(at, 0, ...added));
    setFocused({ id: added.at(-1)?.id });
  };
  const enter = (at: number) => {
    const isEmpty = rows[at]?.label.trim() === '';
    if (!isEmpty) {
      insert(at + 1, ['']);
      return;
    }
    onChange(rows.toSpliced(at, 1));
    onEnd();
  };
  const keys = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    enter(at);
  };
  return (
    <fieldset className={styles.choices}>
      <legend>Choices</legend>
      <ul ref={list}>
        {rows.map((choice, at) => (
          <li key={choice.id}>
            <input
              className={fields.input}
              data-choice={choice.id}
              aria-label={`Choice ${at + 1} of ${name}`}
              aria-invalid={fault === undefined ? undefined : true}
              autoComplete="off"
              maxLength={MAX_LABEL}
              placeholder={at === rows.length - 1 ? 'Choice, then Enter for the next' : undefined}
              value={choice.label}
              onChange={({ currentTarget }) =>
                onChange(rows.with(at, { ...choice, label: currentTarget.value }))
              }
              onBlur={onLeave}
              onKeyDown={(event) => keys(event, at)}
              onPaste={(event) => {
                const lines = linesOf(event.clipboardData.getData('text'));
                if (lines.length < 2) return;
                event.preventDefault();
                const isEmpty = choice.label.trim() === '';
                const added = lines.map((line) => newChoice(line));
                onChange(rows.toSpliced(isEmpty ? at : at + 1, isEmpty ? 1 : 0, ...added));
                setFocused({ id: added.at(-1)?.id });
              }}
            />
            <span className={styles.tools}>
              <Button
                variant="quiet"
                icon={<AscendingIcon />}
                label={`Move choice ${at + 1} up`}
                unavailable={at === 0 ? 'This is the first choice.' : undefined}
                onClick={() => onChange(move(rows, at, at - 1))}
              />
              <Button
                variant="quiet"
                icon={<DescendingIcon />}
                label={`Move choice ${at + 1} down`}
                unavailable={at === rows.length - 1 ? 'This is the last choice.' : undefined}
                onClick={() => onChange(move(rows, at, at + 1))}
              />
              <Button
                variant="quiet"
                icon={<CloseIcon />}
                label={`Remove choice ${at + 1}`}
                onClick={() => {
                  onChange(rows.toSpliced(at, 1));
                  setFocused({ id: rows[at + 1]?.id ?? rows[at - 1]?.id });
                }}
              />
            </span>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
      <div>
        <Button variant="quiet" icon={<AddIcon />} onClick={() => insert(rows.length, [''])}>
          Add a choice
        </Button>
      </div>
    </fieldset>
  );
}
