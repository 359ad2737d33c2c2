// Fields that everyone may set are asked for in plain inputs; only those that are required must be filled in.
import { type ReactNode, useState } from 'react';
import {
  type CreateState,
  numberFault,
  readNumber,
  readUrl,
  URL_FAULT,
} from '../../records/index.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn } from '../../ui/forms/time-text.ts';
import { classes } from '../../ui/classes.ts';
import { localInput } from '../../ui/marks/time.ts';
import { fieldLabel } from '../../words/index.ts';
import styles from './report.module.css';

type Row = CreateState['customRows'][number];
type Value = Parameters<CreateState['setField']>[1];

interface InputProps {
  row: Row;
  label: string;
  value: Value;
  fault: string | undefined;
  onChange: (value: Value) => void;
}

const textIn = (value: Value): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface TypedProps extends InputProps {
  read: (text: string) => Value | undefined;
  refusal: string;
}

/** A text that is no value stays in the field with the reason, and is not sent. */
function TypedInput({ label, value, fault, onChange, read, refusal }: TypedProps) {
  const [text, setText] = useState(textIn(value));
  return (
    <TextField
      label={label}
      value={text}
      fault={read(text) === undefined ? refusal : fault}
      onChange={(next) => {
        setText(next);
        onChange(read(next) ?? null);
      }}
    />
  );
}

function Time({ label, value, fault, onChange }: InputProps) {
  const [local, setLocal] = useState(localInput(textIn(value)));
  return (
    <TimeField
      label={label}
      value={local}
      fault={fault}
      onChange={(next) => {
        setLocal(next);
        onChange(instantIn(next) ?? null);
      }}
    />
  );
}

const Faulty = ({ fault, children }: { fault: string | undefined; children: ReactNode }) => (
  <>
    {children}
    {fault !== undefined && (
      <p className={styles.refusal} role="alert">
        {fault}
      </p>
    )}
  </>
);

const yesOrNo = { true: 'Yes', false: 'No' };

function Select({ values, ...props }: InputProps & { values: Readonly<Record<string, string>> }) {
  const { label, value, fault, onChange } = props;
  return (
    <Faulty fault={fault}>
      <SelectField
        label={label}
        value={value === null ? '' : String(value)}
        options={{ '': 'Please choose', ...values }}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    </Faulty>
  );
}

function Checks({ values, ...props }: InputProps & { values: Readonly<Record<string, string>> }) {
  const { label, value, fault, onChange } = props;
  const chosen = Array.isArray(value) ? value : [];
  return (
    <Faulty fault={fault}>
      <fieldset className={styles.checks}>
        <legend>{label}</legend>
        {Object.entries(values).map(([name, text]) => (
          <CheckField
            key={name}
            label={text}
            isChecked={chosen.includes(name)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </fieldset>
    </Faulty>
  );
}

function Input(props: InputProps) {
  const { row, label, value, fault, onChange } = props;
  const { editor } = row;
  if (editor.kind === 'number')
    return (
      <TypedInput
        {...props}
        read={(text) => readNumber(text, editor.places)}
        refusal={numberFault(editor.places)}
      />
    );
  if (editor.kind === 'url') return <TypedInput {...props} read={readUrl} refusal={URL_FAULT} />;
  if (editor.kind === 'time') return <Time {...props} />;
  if (editor.kind === 'choice') return <Select {...props} values={editor.values} />;
  if (editor.kind === 'choices') return <Checks {...props} values={editor.values} />;
  if (editor.kind === 'boolean')
    return (
      <Select
        {...props}
        values={yesOrNo}
        onChange={(next) => onChange(next === null ? null : next === 'true')}
      />
    );
  if (editor.kind === 'long-text')
    return (
      <Faulty fault={fault}>
        <TextArea label={label} value={textIn(value)} onChange={onChange} />
      </Faulty>
    );
  const type =
    editor.kind === 'date'
      ? ({ type: 'date' } as const)
      : editor.kind === 'person'
        ? ({ type: 'email' } as const)
        : {};
  return (
    <TextField label={label} value={textIn(value)} fault={fault} onChange={onChange} {...type} />
  );
}

const labelOf = ({ field, isRequired, default: value }: Row, type: string): string => {
  const label = fieldLabel(field, type);
  return isRequired && value === null ? label : `${label} (optional)`;
};

export const CustomInputs = ({ form }: { form: CreateState }) =>
  form.customRows.length > 0 && (
    <div className={classes(styles.more, styles.asked)} key={form.draft.id}>
      {form.customRows.map((row) => (
        <div key={row.field}>
          <Input
            row={row}
            label={labelOf(row, form.type)}
            value={form.draft.fields[row.field] ?? null}
            fault={form.faultAt(row.field)}
            onChange={(value) => form.setField(row.field, value)}
          />
          {row.description !== undefined && <p className={styles.help}>{row.description}</p>}
        </div>
      ))}
    </div>
  );
