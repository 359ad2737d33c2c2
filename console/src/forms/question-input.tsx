// Each type of question has its native input. The input shows the value of the page, and says what was typed.
import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react';
import { numberIn, type Question, type QuestionType } from '../api/index.ts';
import { classes } from '../ui/classes.ts';
import { localInput } from '../ui/marks/time.ts';
import { isoOf } from '../ui/region/zone.ts';
import styles from './form.module.css';

export interface InputProps {
  question: Question;
  /** The element with this id gets the focus of the question. */
  id: string;
  value: unknown;
  /** These elements explain the question, and say why its answer was refused. */
  describedBy: string | undefined;
  isFaulty: boolean;
  onChange: (value: unknown) => void;
  onBlur: (event: FocusEvent) => void;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const attributesOf = ({ question, id, describedBy, isFaulty, onBlur }: InputProps) => ({
  id,
  'aria-required': question.required || undefined,
  'aria-invalid': isFaulty || undefined,
  'aria-describedby': describedBy,
  autoComplete: 'off',
  onBlur,
});

interface LineFormat {
  type?: 'email' | 'url' | 'date' | 'datetime-local';
  inputMode?: 'numeric' | 'decimal';
  maxLength?: number;
  placeholder?: string;
}

/** Numbers and dates need no long field. */
const isShort = ({ type, inputMode }: LineFormat): boolean =>
  inputMode !== undefined || type === 'date' || type === 'datetime-local';

interface LineProps extends InputProps {
  format: LineFormat;
  text: string;
  onText: (text: string) => void;
}

const Line = ({ format, text, onText, ...props }: LineProps) => (
  <input
    type="text"
    {...format}
    {...attributesOf(props)}
    className={classes(styles.input, isShort(format) && styles.short)}
    value={text}
    onChange={({ currentTarget }) => onText(currentTarget.value)}
  />
);

const line = (format: LineFormat) => (props: InputProps) => (
  <Line {...props} format={format} text={textOf(props.value)} onText={props.onChange} />
);

/** The text stays as it was typed, such as "1," on the way to "1,5". */
const number = (inputMode: 'numeric' | 'decimal') =>
  function NumberInput(props: InputProps) {
    const [text, setText] = useState(textOf(props.value));
    const isSame = numberIn(text) === props.value || (text === '' && textOf(props.value) === '');
    return (
      <Line
        {...props}
        format={{ inputMode }}
        text={isSame ? text : textOf(props.value)}
        onText={(typed) => {
          setText(typed);
          props.onChange(typed === '' ? null : numberIn(typed));
        }}
      />
    );
  };

/** The reader types a time of their zone; the answer is an instant. */
const TimeInput = (props: InputProps) => (
  <Line
    {...props}
    format={{ type: 'datetime-local' }}
    text={localInput(textOf(props.value))}
    onText={(local) => props.onChange(isoOf(local) ?? null)}
  />
);

const LongText = (props: InputProps) => (
  <textarea
    {...attributesOf(props)}
    className={styles.text}
    rows={4}
    value={textOf(props.value)}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
  />
);

interface SelectProps extends InputProps {
  choices: Question['choices'];
  chosen: string;
  onChoose: (value: string) => void;
}

const NONE = '';

/** A value that is no longer offered is not chosen. */
const Select = ({ choices, chosen, onChoose, ...props }: SelectProps) => (
  <select
    {...attributesOf(props)}
    className={classes(styles.input, styles.short)}
    value={choices.some(({ value }) => value === chosen) ? chosen : NONE}
    onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) => onChoose(currentTarget.value)}
  >
    <option value={NONE}>Please choose</option>
    {choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

const Choice = (props: InputProps) => (
  <Select
    {...props}
    choices={props.question.choices}
    chosen={textOf(props.value)}
    onChoose={(value) => props.onChange(value === NONE ? null : value)}
  />
);

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const YesOrNo = (props: InputProps) => (
  <Select
    {...props}
    choices={yesOrNo}
    chosen={String(props.value)}
    onChoose={(value) => props.onChange(value === NONE ? null : value === 'true')}
  />
);

/** The first box gets the focus of the question. */
function Choices({ question: { choices }, id, value, describedBy, onChange, onBlur }: InputProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return choices.map(({ value: name, label }, index) => (
    <label key={name} className={styles.check}>
      <input
        type="checkbox"
        id={index === 0 ? id : undefined}
        aria-describedby={index === 0 ? describedBy : undefined}
        checked={chosen.includes(name)}
        onBlur={onBlur}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
        }
      />
      {label}
    </label>
  ));
}

export const inputs: Readonly<Record<QuestionType, (props: InputProps) => ReactNode>> = {
  text: line({ maxLength: 255 }),
  long_text: LongText,
  integer: number('numeric'),
  decimal: number('decimal'),
  boolean: YesOrNo,
  date: line({ type: 'date' }),
  datetime: TimeInput,
  choice: Choice,
  choices: Choices,
  person: line({ type: 'email', maxLength: 254, placeholder: 'name@example.com' }),
  ci: line({ placeholder: 'CI1042' }),
  url: line({ type: 'url', placeholder: 'https://' }),
};
