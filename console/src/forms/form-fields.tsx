// Shows the questions that the form asks for these values, each with its help and its fault.
import { type FocusEvent, useId } from 'react';
import {
  evaluateValues,
  type Form,
  type FormValues,
  type Question,
  textAtField,
} from '../api/index.ts';
import { zoneName } from '../ui/region/zone-name.ts';
import styles from './form.module.css';
import { inputs } from './question-input.tsx';

const idOf = (id: string, key: string): string => `${id}-${key}`;

/** Nothing happens if the form does not ask the question. */
export const focusQuestion = (id: string, key: string): void =>
  document.querySelector<HTMLElement>(`#${CSS.escape(idOf(id, key))}`)?.focus();

/** A group of boxes is left when the focus goes elsewhere. A press of a button shows all faults itself: a fault that
 * appeared before the press ends would move the button away. */
const isLeft = ({ relatedTarget, currentTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof HTMLButtonElement) &&
  !currentTarget.closest('fieldset')?.contains(relatedTarget);

interface RowProps {
  question: Question;
  id: string;
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
  onLeave: () => void;
}

const Label = ({ question: { label, required } }: { question: Question }) => (
  <>
    {label}
    {required && (
      <span className={styles.mark} aria-hidden>
        {' *'}
      </span>
    )}
  </>
);

function QuestionRow({ question, id, value, fault, onChange, onLeave }: RowProps) {
  const { label, type } = question;
  const Input = inputs[type];
  const help = [question.help, type === 'datetime' ? zoneName(Date.now()) : null]
    .filter(Boolean)
    .join(' · ');
  const described = [help !== '' && `${id}-help`, fault !== undefined && `${id}-fault`];
  const parts = (
    <>
      {help !== '' && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
      <Input
        question={question}
        id={id}
        value={value}
        describedBy={described.filter(Boolean).join(' ') || undefined}
        isFaulty={fault !== undefined}
        onChange={onChange}
        onBlur={(event) => isLeft(event) && onLeave()}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {textAtField(label, fault)}
        </p>
      )}
    </>
  );
  return type === 'choices' ? (
    <fieldset className={styles.question} data-faulty={fault !== undefined || undefined}>
      <legend>
        <Label question={question} />
      </legend>
      {parts}
    </fieldset>
  ) : (
    <div className={styles.question} data-faulty={fault !== undefined || undefined}>
      <label htmlFor={id}>
        <Label question={question} />
      </label>
      {parts}
    </div>
  );
}

interface FormFieldsProps {
  form: Form;
  values: FormValues;
  /** The messages that are shown, by the keys of their questions. */
  faults: ReadonlyMap<string, string>;
  onChange: (key: string, value: unknown) => void;
  onLeave?: (key: string) => void;
  /** The fields have ids that begin with it, so that the page can give one the focus. */
  id?: string;
}

export function FormFields({ form, values, faults, onChange, onLeave, id }: FormFieldsProps) {
  const own = useId();
  const visible = new Set(evaluateValues(form, values).visible);
  const asked = form.filter(({ key }) => visible.has(key));
  return (
    <div className={styles.form}>
      {asked.some(({ required }) => required) && (
        <p className={styles.legend} aria-hidden>
          Questions with <span className={styles.mark}>*</span> need an answer.
        </p>
      )}
      {asked.map((question) => (
        <QuestionRow
          key={question.key}
          question={question}
          id={idOf(id ?? own, question.key)}
          value={Object.hasOwn(values, question.key) ? values[question.key] : question.default}
          fault={faults.get(question.key)}
          onChange={(value) => onChange(question.key, value)}
          onLeave={() => onLeave?.(question.key)}
        />
      ))}
    </div>
  );
}
