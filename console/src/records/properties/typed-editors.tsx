// Numbers, days, page addresses, long texts and several choices are edited in a field with the button Save.
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { CheckList } from '../../ui/forms/check-list.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { PropertyEditor, PropertyValue } from './property-field.ts';
import styles from './properties.module.css';
import { numberFault, readNumber, readUrl, URL_FAULT } from './typed-text.ts';

interface EditorProps<Kind extends PropertyEditor['kind']> {
  label: string;
  value: PropertyValue;
  editor: Extract<PropertyEditor, { kind: Kind }>;
  onSave: (value: PropertyValue) => void;
  onCancel: () => void;
}

const textIn = (value: PropertyValue): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface LineProps {
  label: string;
  value: PropertyValue;
  type?: 'date';
  maxLength?: number;
  /** Returns undefined for a text that is no value. */
  read: (text: string) => PropertyValue | undefined;
  fault: string;
  onSave: (value: PropertyValue) => void;
}

function Line({ label, value, type, maxLength, read, fault, onSave }: LineProps) {
  const [text, setText] = useState(textIn(value));
  const [isRefused, setRefused] = useState(false);
  const save = () => {
    const next = read(text);
    if (next === undefined) setRefused(true);
    else onSave(next);
  };
  return (
    <div className={styles.textEditor}>
      <TextField
        label={label}
        value={text}
        {...(type && { type })}
        {...(maxLength !== undefined && { maxLength })}
        fault={isRefused ? fault : undefined}
        onChange={(next) => {
          setText(next);
          setRefused(false);
        }}
        onEnter={save}
      />
      <Button variant="primary" onClick={save}>
        Save
      </Button>
    </div>
  );
}

export const NumberEditor = ({ editor: { places }, ...rest }: EditorProps<'number'>) => (
  <Line {...rest} read={(text) => readNumber(text, places)} fault={numberFault(places)} />
);

export const UrlEditor = ({ editor: { maxLength }, ...rest }: EditorProps<'url'>) => (
  <Line {...rest} maxLength={maxLength} read={readUrl} fault={URL_FAULT} />
);

export const DateEditor = ({ editor: _, ...rest }: EditorProps<'date'>) => (
  <Line {...rest} type="date" read={(text) => text || null} fault="" />
);

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
  { value: '', label: 'None', detail: 'Clear' },
];

export const BooleanEditor = ({ label, onSave, onCancel }: EditorProps<'boolean'>) => (
  <ChoiceField
    label={label}
    choices={yesOrNo}
    onChoose={(value) => onSave(value === '' ? null : value === 'true')}
    onCancel={onCancel}
  />
);

const Foot = ({ children }: { children: ReactNode }) => (
  <div className={styles.foot}>{children}</div>
);

export function ChoicesEditor({ label, value, editor, onSave, onCancel }: EditorProps<'choices'>) {
  const [chosen, setChosen] = useState<readonly string[]>(Array.isArray(value) ? value : []);
  // A value that is no longer offered can only be removed.
  const values = { ...Object.fromEntries(chosen.map((one) => [one, one])), ...editor.values };
  const toggle = (one: string) =>
    setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  const save = () => onSave(chosen.length > 0 ? chosen : null);
  return (
    <>
      <CheckList
        label={label}
        items={Object.entries(values).map(([name, text]) => ({
          value: name,
          label: text,
          isChecked: chosen.includes(name),
        }))}
        onToggle={toggle}
        onCancel={onCancel}
      />
      <Foot>
        <Button variant="primary" onClick={save}>
          Save
        </Button>
      </Foot>
    </>
  );
}

export function LongTextEditor({ label, value, editor, onSave }: EditorProps<'long-text'>) {
  const [text, setText] = useState(textIn(value));
  const isTooLong = text.length > editor.maxLength;
  const save = () => {
    if (!isTooLong) onSave(text.trim() === '' ? null : text);
  };
  return (
    <div className={styles.longEditor}>
      <TextArea label={label} value={text} rows={8} hasFocus onChange={setText} onSend={save} />
      <Foot>
        <Button
          variant="primary"
          keys={['mod+Enter']}
          label="Save"
          unavailable={isTooLong ? `At most ${editor.maxLength} characters.` : undefined}
          onClick={save}
        >
          Save
        </Button>
      </Foot>
    </div>
  );
}
