// Chooses one of the values that the settings suggest, or accepts another text where that is allowed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choicesQuery } from '../../api/index.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import type { PropertyEditor, PropertyValue } from './property-field.ts';
import { offersFor, suggestedValues } from './suggestions.ts';

interface SuggestedEditorProps {
  label: string;
  value: PropertyValue;
  editor: Extract<PropertyEditor, { kind: 'suggested' }>;
  onSave: (value: PropertyValue) => void;
  onCancel: () => void;
}

const NONE = '';
const none = { value: NONE, label: 'None', detail: 'Clear' };

export function SuggestedEditor({ label, value, editor, onSave, onCancel }: SuggestedEditorProps) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(choicesQuery);
  const offers = offersFor(data ? suggestedValues(editor, data) : [], typed, editor.maxLength);
  const canClear = typed === '' && value !== null;
  return (
    <ChoiceField
      label={label}
      choices={canClear ? [...offers, none] : offers}
      onSearch={setTyped}
      onChoose={(chosen) => onSave(chosen === NONE ? null : chosen)}
      onCancel={onCancel}
      emptyText={data && (editor.emptyText ?? 'Type a value.')}
    />
  );
}
