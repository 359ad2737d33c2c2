// The choices of a field are added, renamed, moved and taken back. A saved choice stays, because records may have it.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { AddIcon, AscendingIcon, DeleteIcon, DescendingIcon } from '../../ui/icons.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { type Choice, choicesFault } from './fields.form.ts';
import styles from './fields.module.css';

const MAX_LABEL = 255;
/** The service stores texts of this length as values. */
const MAX_NEW_LABEL = 100;

interface ChoiceRowProps {
  choice: Choice;
  number: number;
  isLast: boolean;
  onChange: (part: Partial<Choice>) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  onEnter: () => void;
}

function ChoiceRow({ choice, number, isLast, ...on }: ChoiceRowProps) {
  const { label, value, active, isSaved } = choice;
  const name = label || `choice ${number}`;
  return (
    <li className={styles.choice}>
      <TextField
        label={`Choice ${number}`}
        value={label}
        maxLength={isSaved ? MAX_LABEL : MAX_NEW_LABEL}
        onChange={(next) => on.onChange({ label: next })}
        onEnter={on.onEnter}
      />
      <span className={styles.tools}>
        <Button
          variant="quiet"
          icon={<AscendingIcon />}
          label={`Move ${name} up`}
          unavailable={number === 1 ? 'This is the first choice.' : undefined}
          onClick={() => on.onMove(-1)}
        />
        <Button
          variant="quiet"
          icon={<DescendingIcon />}
          label={`Move ${name} down`}
          unavailable={isLast ? 'This is the last choice.' : undefined}
          onClick={() => on.onMove(1)}
        />
        {!isSaved && (
          <Button
            variant="quiet"
            icon={<DeleteIcon />}
            label={`Remove ${name}`}
            onClick={on.onRemove}
          />
        )}
      </span>
      {isSaved && (
        <div className={styles.saved}>
          <CheckField
            label={`Offer ${name}`}
            isChecked={active}
            onChange={(next) => on.onChange({ active: next })}
          />
          {value !== label && <small>Stored as {value}</small>}
        </div>
      )}
    </li>
  );
}

interface ChoicesFieldProps {
  value: readonly Choice[];
  onChange: (choices: readonly Choice[]) => void;
}

const newChoice: Choice = { value: '', label: '', active: true, isSaved: false };

let lastKey = 0;
const nextKey = (): number => (lastKey += 1);

export function ChoicesField({ value, onChange }: ChoicesFieldProps) {
  // Rows keep their own keys, so that the focus stays in the row that moves.
  const [keys, setKeys] = useState(() => value.map(nextKey));
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [added]);
  const add = () => {
    setKeys([...keys, nextKey()]);
    onChange([...value, newChoice]);
    setAdded(added + 1);
  };
  const move = (from: number, step: 1 | -1) => {
    const moveIn = <T,>(all: readonly T[]): T[] =>
      all.toSpliced(from, 1).toSpliced(from + step, 0, all[from] as T);
    setKeys(moveIn(keys));
    onChange(moveIn(value));
  };
  const fault = choicesFault(value);
  return (
    <fieldset className={styles.choices}>
      <legend>Choices</legend>
      <ul ref={list}>
        {value.map((choice, index) => (
          <ChoiceRow
            key={keys[index]}
            choice={choice}
            number={index + 1}
            isLast={index === value.length - 1}
            onChange={(part) =>
              onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
            }
            onMove={(step) => move(index, step)}
            onRemove={() => {
              setKeys(keys.toSpliced(index, 1));
              onChange(value.toSpliced(index, 1));
            }}
            onEnter={add}
          />
        ))}
      </ul>
      {fault === 'Two choices are the same.' && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button icon={<AddIcon />} onClick={add}>
          Add a choice
        </Button>
      </div>
    </fieldset>
  );
}
