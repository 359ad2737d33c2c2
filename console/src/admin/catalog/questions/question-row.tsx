// A question is written in one line: its label and its type. Enter goes on to the next question.
import { type KeyboardEvent, useId, useState } from 'react';
import type { ConditionField, GroupValue } from '../../../conditions/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import fields from '../../../ui/forms/fields.module.css';
import { AscendingIcon, DeleteIcon, DescendingIcon } from '../../../ui/icons.ts';
import { hasChoices } from '../form.values.ts';
import { type Faults, firstFault } from '../item.faults.ts';
import { type QuestionType, questionTypes, typeLabels } from '../question.types.ts';
import type { FormValue, QuestionValue } from '../question.values.ts';
import { ChoiceRows } from './choice-rows.tsx';
import { QuestionMore } from './question-more.tsx';
import styles from './questions.module.css';
import { firstCondition, ShowIf } from './show-if.tsx';

interface QuestionHandlers {
  onChange: (id: string, part: Partial<QuestionValue>) => void;
  onKey: (id: string, key: string) => void;
  onShowIf: (id: string, condition: GroupValue | null) => void;
  /** A label was left, so that the question gets its key. */
  onLeave: () => void;
  onMove: (id: string, to: number) => void;
  onRemove: (id: string) => void;
  /** Goes on to the question after this one, which may be a new one. */
  onNext: (id: string) => void;
}

interface QuestionRowProps extends QuestionHandlers {
  question: QuestionValue;
  at: number;
  count: number;
  form: FormValue;
  /** A condition can name these questions, which come before this one. */
  earlier: readonly ConditionField[];
  known: readonly ConditionField[];
  faults: Faults;
}

const MAX_LABEL = 255;
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Enter with a modifier saves the item. */
const isPlainEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey;

const nameOf = ({ label }: QuestionValue, at: number): string =>
  label.trim() === '' ? `question ${at + 1}` : `“${label.trim()}”`;

function Head(props: QuestionRowProps) {
  const { question, at, faults, onChange, onLeave, onNext } = props;
  const { id, label, type } = question;
  const own = useId();
  const fault =
    firstFault(faults, '/label') ?? firstFault(faults, '/key') ?? firstFault(faults, '/type');
  const next = (event: KeyboardEvent) => {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    onNext(id);
  };
  return (
    <>
      <input
        className={fields.input}
        data-label
        aria-label={`Question ${at + 1}`}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : own}
        autoComplete="off"
        maxLength={MAX_LABEL}
        placeholder="Question, then Enter for the next"
        value={label}
        onChange={({ currentTarget }) => onChange(id, { label: currentTarget.value })}
        onBlur={onLeave}
        onKeyDown={next}
      />
      <select
        className={fields.input}
        aria-label={`Type of question ${at + 1}`}
        value={type}
        onChange={({ currentTarget }) =>
          onChange(id, { type: currentTarget.value as QuestionType })
        }
        onKeyDown={next}
      >
        {questionTypes.map((one) => (
          <option key={one} value={one}>
            {typeLabels[one]}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <span id={own} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </>
  );
}

function Tools({ question, at, count, onMove, onRemove }: QuestionRowProps) {
  const { id } = question;
  const name = nameOf(question, at);
  return (
    <span className={styles.tools}>
      <Button
        variant="quiet"
        icon={<AscendingIcon />}
        label={`Move ${name} up`}
        aria-keyshortcuts="Alt+ArrowUp"
        keys={['Alt+ArrowUp']}
        unavailable={at === 0 ? 'This is the first question.' : undefined}
        onClick={() => onMove(id, at - 1)}
      />
      <Button
        variant="quiet"
        icon={<DescendingIcon />}
        label={`Move ${name} down`}
        aria-keyshortcuts="Alt+ArrowDown"
        keys={['Alt+ArrowDown']}
        unavailable={at === count - 1 ? 'This is the last question.' : undefined}
        onClick={() => onMove(id, at + 1)}
      />
      <Button
        variant="quiet"
        icon={<DeleteIcon />}
        label={`Remove ${name}`}
        onClick={() => onRemove(id)}
      />
    </span>
  );
}

export function QuestionRow(props: QuestionRowProps) {
  const { question, at, form, earlier, known, faults } = props;
  const { id, required, show_if: condition } = question;
  const [isMore, setMore] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const name = nameOf(question, at);
  const faultAt = (pointer: string) => firstFault(faults, pointer);
  const hasMore = isMore || faultAt('/help') !== undefined || faultAt('/default') !== undefined;
  const move = (event: KeyboardEvent) => {
    // In a select, these keys open its list.
    const isSelect = event.target instanceof HTMLSelectElement;
    const step = event.altKey && !isSelect ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    props.onMove(id, at + step);
  };
  const conditionFaults = new Map(
    [...faults].flatMap(([pointer, message]) =>
      pointer.startsWith('/show_if') ? [[pointer.slice('/show_if'.length), message] as const] : [],
    ),
  );
  return (
    <li
      className={styles.question}
      data-question={id}
      data-faulty={faults.size > 0 || undefined}
      aria-label={`Question ${at + 1}: ${question.label}`}
      onKeyDown={move}
    >
      <span className={styles.number} aria-hidden>
        {at + 1}
      </span>
      <div className={styles.parts}>
        <div className={styles.head}>
          <Head {...props} />
        </div>
        {hasChoices(question) && (
          <ChoiceRows
            name={name}
            value={question.choices}
            fault={faultAt('/choices')}
            onChange={(choices) => props.onChange(id, { choices })}
            onLeave={props.onLeave}
            onEnd={() => props.onNext(id)}
          />
        )}
        <div className={styles.line}>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={required}
              aria-label={`${name} is required`}
              onChange={({ currentTarget }) =>
                props.onChange(id, { required: currentTarget.checked })
              }
            />
            Required
          </label>
          {condition === null && (
            <Button
              variant="quiet"
              aria-description={name}
              unavailable={earlier.length === 0 ? 'No question comes before it.' : undefined}
              onClick={() => {
                setAdded(true);
                props.onShowIf(id, firstCondition(earlier) ?? null);
              }}
            >
              Show only if…
            </Button>
          )}
          <Button
            variant="quiet"
            aria-expanded={hasMore}
            aria-description={name}
            onClick={() => setMore(!isMore)}
          >
            {hasMore ? 'Less' : 'More'}
          </Button>
          <Tools {...props} />
        </div>
        {condition !== null && (
          <ShowIf
            name={name}
            value={condition}
            fields={earlier}
            known={known}
            faults={conditionFaults}
            isOpenAtFirst={isAdded}
            onChange={(next) => props.onShowIf(id, next)}
          />
        )}
        {hasMore && (
          <QuestionMore
            question={question}
            form={form}
            faultAt={faultAt}
            onChange={(part) => props.onChange(id, part)}
            onKey={(key) => props.onKey(id, key)}
          />
        )}
      </div>
    </li>
  );
}
