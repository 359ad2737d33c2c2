// Help, default and key of a question change rarely, so they are folded.
import { useId, useState } from 'react';
import type { Question } from '../../../api/index.ts';
import { FormFields } from '../../../forms/index.ts';
import fields from '../../../ui/forms/fields.module.css';
import { MAX_KEY } from '../../fields/fields.form.ts';
import { reasonAgainstKey } from '../form.edits.ts';
import { previewedForm } from '../form.values.ts';
import type { FormValue, QuestionValue } from '../question.values.ts';
import styles from './questions.module.css';

const NO_FAULTS = new Map<string, string>();

interface MoreProps {
  question: QuestionValue;
  form: FormValue;
  faultAt: (pointer: string) => string | undefined;
  onChange: (part: Partial<QuestionValue>) => void;
  onKey: (key: string) => void;
}

/** The key is changed as a whole: while it is typed, it may be that of another question. */
function KeyField({ question: { id: own, key }, form, onKey }: Omit<MoreProps, 'onChange'>) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const fault = typed === undefined ? undefined : reasonAgainstKey(form, own, typed);
  const commit = () => {
    if (typed === undefined || fault !== undefined) return;
    setTyped(undefined);
    onKey(typed);
  };
  return (
    <div className={fields.field}>
      <label htmlFor={id}>Key, which conditions and answers have</label>
      <input
        id={id}
        className={fields.input}
        value={typed ?? key}
        maxLength={MAX_KEY}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          commit();
        }}
      />
      {fault === undefined ? (
        <small id={`${id}-note`} className={styles.note}>
          Conditions of other questions follow. Answers to published versions keep theirs.
        </small>
      ) : (
        <span id={`${id}-note`} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

/** The default is entered as an employee would answer. */
function DefaultField({ question, faultAt, onChange }: Omit<MoreProps, 'onKey'>) {
  const [written] = previewedForm([
    { ...question, key: 'default', show_if: null, help: '', required: false },
  ]);
  if (!written) return null;
  const asked: Question = { ...written, label: 'Default answer', default: null };
  const { type, default: initial } = question;
  const value = initial.type === type ? initial.value : null;
  const fault = faultAt('/default');
  return (
    <FormFields
      form={[asked]}
      values={value === null ? {} : { default: value }}
      faults={fault === undefined ? NO_FAULTS : new Map([['default', fault]])}
      onChange={(_, next) => onChange({ default: { type, value: next ?? null } })}
    />
  );
}

export function QuestionMore(props: MoreProps) {
  const { question, faultAt, onChange } = props;
  const id = useId();
  const fault = faultAt('/help');
  return (
    <div className={styles.more}>
      <div className={fields.field}>
        <label htmlFor={id}>Help below the question</label>
        <input
          id={id}
          className={fields.input}
          value={question.help}
          maxLength={1000}
          autoComplete="off"
          aria-invalid={fault === undefined ? undefined : true}
          onChange={({ currentTarget }) => onChange({ help: currentTarget.value })}
        />
        {fault !== undefined && (
          <span className={fields.fault} role="alert">
            {fault}
          </span>
        )}
      </div>
      <DefaultField {...props} />
      <KeyField {...props} />
    </div>
  );
}
