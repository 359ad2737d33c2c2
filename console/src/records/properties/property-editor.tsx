// A property is edited by a search among people, groups or records, by a choice, as a time, or as typed text.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choicesQuery, directoryQuery, relatedSearchQuery } from '../../api/index.ts';
import { usePersonChoices } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn } from '../../ui/forms/time-text.ts';
import { localInput } from '../../ui/marks/time.ts';
import type { PropertyEditor, PropertyValue } from './property-field.ts';
import { AssigneePicker } from './assignee-picker.tsx';
import { IdsEditor } from './ids-editor.tsx';
import styles from './properties.module.css';
import { SuggestedEditor } from './suggested-editor.tsx';
import {
  BooleanEditor,
  ChoicesEditor,
  DateEditor,
  LongTextEditor,
  NumberEditor,
  UrlEditor,
} from './typed-editors.tsx';

interface EditorProps<Kind extends PropertyEditor['kind'] = PropertyEditor['kind']> {
  label: string;
  value: PropertyValue;
  editor: Extract<PropertyEditor, { kind: Kind }>;
  group: string | null;
  /** A choice may set another field than its own. */
  onSave: (value: PropertyValue, field?: string) => void;
  onCancel: () => void;
}

const NONE = '';
const none = { value: NONE, label: 'None', detail: 'Clear' };
const valueOrNull = (value: string): string | null => (value === NONE ? null : value);

function PersonEditor({ label, onSave, onCancel }: EditorProps<'person'>) {
  const [q, setQ] = useState('');
  const { choices, emptyText } = usePersonChoices(q);
  return (
    <ChoiceField
      label={label}
      choices={q === '' ? [...choices, none] : choices}
      onSearch={setQ}
      onChoose={(value) => onSave(valueOrNull(value))}
      onCancel={onCancel}
      emptyText={emptyText}
    />
  );
}

function GroupEditor({ label, onSave, onCancel }: EditorProps<'group'>) {
  const [q, setQ] = useState('');
  const { data = [] } = useQuery(directoryQuery(q, 'group'));
  const { data: settings } = useQuery(choicesQuery);
  const choices = data.map(({ name }) => ({ value: name, label: name }));
  const isKnown = choices.some(({ label: name }) => name.toLowerCase() === q.toLowerCase());
  // By default the service accepts groups that it does not know, such as those of another system.
  const takesOther = settings?.assignable_only !== true;
  const other = takesOther && !isKnown ? [{ value: q, label: `Use “${q}”` }] : [];
  return (
    <ChoiceField
      label={label}
      choices={[...choices, ...(q === '' ? [none] : other)]}
      onSearch={setQ}
      onChoose={(value) => onSave(valueOrNull(value))}
      onCancel={onCancel}
      emptyText="No group has this name."
    />
  );
}

function RelatedEditor({ label, editor, onSave, onCancel }: EditorProps<'ci' | 'change'>) {
  const [q, setQ] = useState('');
  const { data = [] } = useQuery(relatedSearchQuery(editor.kind, q));
  const choices = data.map(({ id, name }) => ({ value: id, label: name, detail: id }));
  return (
    <ChoiceField
      label={label}
      choices={q === '' ? [...choices, none] : choices}
      onSearch={setQ}
      onChoose={(value) => onSave(valueOrNull(value))}
      onCancel={onCancel}
    />
  );
}

const textIn = (value: PropertyValue): string => (typeof value === 'string' ? value : '');

function TextEditor({ label, value, editor, onSave }: EditorProps<'text'>) {
  const [text, setText] = useState(textIn(value));
  const save = () => onSave(valueOrNull(text.trim()));
  return (
    <div className={styles.textEditor}>
      <TextField
        label={label}
        value={text}
        maxLength={editor.maxLength}
        onChange={setText}
        onEnter={save}
      />
      <Button variant="primary" onClick={save}>
        Save
      </Button>
    </div>
  );
}

function TimeEditor({ label, value, onSave }: EditorProps<'time'>) {
  const [local, setLocal] = useState(localInput(textIn(value)));
  const instant = instantIn(local);
  const save = () => instant !== undefined && onSave(instant);
  return (
    <div className={styles.timeEditor}>
      <TimeField label={label} value={local} onChange={setLocal} onEnter={save} />
      <div className={styles.idsFoot}>
        <Button
          variant="primary"
          unavailable={instant === undefined ? 'Enter a time.' : undefined}
          onClick={save}
        >
          Save
        </Button>
      </div>
    </div>
  );
}

function ChoiceEditor({ label, editor, onSave, onCancel }: EditorProps<'choice'>) {
  const choices = Object.entries(editor.values).map(([value, name]) => ({ value, label: name }));
  return (
    <ChoiceField
      label={label}
      choices={editor.isRequired ? choices : [...choices, none]}
      onChoose={(value) => onSave(valueOrNull(value))}
      onCancel={onCancel}
    />
  );
}

function AssigneeEditor({ label, group, onSave, onCancel }: EditorProps<'assignee'>) {
  return (
    <AssigneePicker
      label={label}
      group={group}
      onChoose={({ field, value }) => onSave(value, field)}
      onCancel={onCancel}
    />
  );
}

export function Editor({ editor, ...rest }: EditorProps) {
  if (editor.kind === 'assignee') return <AssigneeEditor editor={editor} {...rest} />;
  if (editor.kind === 'person') return <PersonEditor editor={editor} {...rest} />;
  if (editor.kind === 'group') return <GroupEditor editor={editor} {...rest} />;
  if (editor.kind === 'ci' || editor.kind === 'change')
    return <RelatedEditor editor={editor} {...rest} />;
  if (editor.kind === 'ids') return <IdsEditor of={editor.of} {...rest} />;
  if (editor.kind === 'suggested') return <SuggestedEditor editor={editor} {...rest} />;
  if (editor.kind === 'time') return <TimeEditor editor={editor} {...rest} />;
  if (editor.kind === 'text') return <TextEditor editor={editor} {...rest} />;
  if (editor.kind === 'number') return <NumberEditor editor={editor} {...rest} />;
  if (editor.kind === 'date') return <DateEditor editor={editor} {...rest} />;
  if (editor.kind === 'boolean') return <BooleanEditor editor={editor} {...rest} />;
  if (editor.kind === 'choices') return <ChoicesEditor editor={editor} {...rest} />;
  if (editor.kind === 'long-text') return <LongTextEditor editor={editor} {...rest} />;
  if (editor.kind === 'url') return <UrlEditor editor={editor} {...rest} />;
  return <ChoiceEditor editor={editor} {...rest} />;
}
