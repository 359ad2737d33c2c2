// The questions of an item in their order. Edits keep every condition, and say which ones an edit has broken.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { AddIcon } from '../../../ui/icons.ts';
import { announce } from '../../../ui/overlays/announce.tsx';
import { hideToast, toast } from '../../../ui/overlays/toast.tsx';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import {
  addQuestion,
  changeQuestion,
  editShowIf,
  moveQuestion,
  reasonAgainstQuestion,
  removeQuestion,
} from '../form.edits.ts';
import { findBroken, conditionFaults, dependentsOf, labelsText } from '../form.references.ts';
import { fieldsOfForm, isBlank } from '../form.values.ts';
import { type Faults, NO_FAULTS } from '../item.faults.ts';
import { keyedForm } from '../question.keys.ts';
import { type FormValue, nextId, type QuestionValue } from '../question.values.ts';
import { QuestionRow } from './question-row.tsx';
import styles from './questions.module.css';

/** A later move replaces the message of an earlier one. */
const MOVED = 'moved question';

interface QuestionListProps {
  form: FormValue;
  /** Messages of the service by the ids of questions. */
  faults: ReadonlyMap<string, Faults>;
  /** Returns the names of approval stages that name the question. */
  stagesNaming: (key: string) => readonly string[];
  onEdit: (change: (form: FormValue) => FormValue) => void;
  onKey: (id: string, key: string) => void;
}

/** Faults that the console finds at once replace those of the service about the same part. */
function faultsOf(form: FormValue, id: string, faults: Faults): Faults {
  const own = conditionFaults(form, id);
  if (own.size === 0) return faults;
  const known = new Set([...own.keys()].map((pointer) => pointer.replace(/\/field$/, '')));
  const isKnown = (pointer: string) =>
    [...known].some((row) => pointer.startsWith(`/show_if${row}`));
  return new Map([
    ...[...own].map(([pointer, message]) => [`/show_if${pointer}`, message] as const),
    ...[...faults].filter(([pointer]) => !isKnown(pointer)),
  ]);
}

/** Focuses the label of a question that was added, or the one beside that which was removed. */
function useLabelFocus() {
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (focus?.id === undefined) return;
    const row = list.current?.querySelector(`[data-question="${focus.id}"]`);
    const label = row?.querySelector<HTMLElement>('[data-label]');
    label?.focus();
    label?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  return { list, focusLabel: (id: string | undefined) => setFocus({ id }) };
}

interface AskProps {
  question: QuestionValue;
  form: FormValue;
  stages: readonly string[];
  onRemove: () => void;
  onCancel: () => void;
}

function AskBeforeRemoving({ question, form, stages, onRemove, onCancel }: AskProps) {
  const dependents = dependentsOf(form, question.id);
  return (
    <div className={styles.ask} role="alertdialog" aria-label={`Remove “${question.label}”`}>
      <p>
        {dependents.length > 0 && (
          <>
            {labelsText(dependents)} {dependents.length === 1 ? 'is' : 'are'} shown depending on “
            {question.label}”. The {dependents.length === 1 ? 'condition stays' : 'conditions stay'}
            , and {dependents.length === 1 ? 'is' : 'are'} marked until you change{' '}
            {dependents.length === 1 ? 'it' : 'them'}.{' '}
          </>
        )}
        {stages.length > 0 && <>It names who approves in {stages.join(', ')}.</>}
      </p>
      <div className={styles.line}>
        <Button variant="danger" autoFocus onClick={onRemove}>
          Remove the question
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

export function QuestionList({ form, faults, stagesNaming, onEdit, onKey }: QuestionListProps) {
  const { list, focusLabel } = useLabelFocus();
  const restoring = useRestoredFocus(form.map(({ id }) => id).join());
  const [askedId, setAskedId] = useState<string>();
  const known = fieldsOfForm(form);
  const placeOf = (id: string): number => form.findIndex((question) => question.id === id);

  const add = (at: number) => {
    const beside = form[at] ?? form[at - 1];
    const blank = [form[at], form[at - 1]].find((one) => one && isBlank(one));
    if (blank ?? reasonAgainstQuestion(form)) {
      focusLabel((blank ?? beside)?.id);
      return;
    }
    const id = nextId();
    onEdit((now) => addQuestion(now, {}, at, id).form);
    focusLabel(id);
  };
  const move = (id: string, to: number) => {
    const next = moveQuestion(form, id, to);
    if (next === form) return;
    onEdit((now) => moveQuestion(now, id, to));
    const label = form[placeOf(id)]?.label ?? '';
    announce(`“${label}” is question ${to + 1} of ${form.length}.`);
    const broken = findBroken(form, next);
    if (broken.length === 0) hideToast(MOVED);
    else
      toast(
        `${labelsText(broken)} ${broken.length === 1 ? 'depends' : 'depend'} on a question that comes later now. Change the condition, or move the question back.`,
        { id: MOVED, tone: 'red' },
      );
  };
  const remove = (id: string) => {
    const at = placeOf(id);
    const removed = form[at];
    setAskedId(undefined);
    onEdit((now) => removeQuestion(now, id));
    focusLabel((form[at + 1] ?? form[at - 1])?.id);
    if (removed && !isBlank(removed)) announce(`“${removed.label}” is removed.`);
  };
  const askOrRemove = (id: string) => {
    const isNamed =
      dependentsOf(form, id).length > 0 || stagesNaming(form[placeOf(id)]?.key ?? '').length > 0;
    if (isNamed) setAskedId(id);
    else remove(id);
  };

  return (
    <>
      <ol ref={list} className={styles.list} aria-label="Questions in their order" {...restoring}>
        {form.map((question, at) => {
          if (question.id === askedId)
            return (
              <li key={question.id} data-question={question.id} className={styles.question}>
                <AskBeforeRemoving
                  question={question}
                  form={form}
                  stages={stagesNaming(question.key)}
                  onRemove={() => remove(question.id)}
                  onCancel={() => {
                    setAskedId(undefined);
                    focusLabel(question.id);
                  }}
                />
              </li>
            );
          return (
            <QuestionRow
              key={question.id}
              question={question}
              at={at}
              count={form.length}
              form={form}
              earlier={fieldsOfForm(form.slice(0, at))}
              known={known}
              faults={faultsOf(form, question.id, faults.get(question.id) ?? NO_FAULTS)}
              onChange={(id, part) => onEdit((now) => changeQuestion(now, id, part))}
              onKey={onKey}
              onShowIf={(id, condition) => onEdit((now) => editShowIf(now, id, condition))}
              onLeave={() => onEdit(keyedForm)}
              onMove={move}
              onRemove={askOrRemove}
              onNext={(id) => add(placeOf(id) + 1)}
            />
          );
        })}
      </ol>
      <div>
        <Button
          icon={<AddIcon />}
          unavailable={reasonAgainstQuestion(form)}
          onClick={() => add(form.length)}
        >
          Add a question
        </Button>
      </div>
    </>
  );
}
