// Fields that everyone may set; only those that are required must be filled in.
import { useState } from 'react';
import { evaluateValues, faultsByKey, type FormValues } from '../../api/index.ts';
import { FormFields, useShownFaults } from '../../forms/index.ts';
import type { CreateState } from '../../records/index.ts';
import { customForm } from './custom.form.ts';

type Value = Parameters<CreateState['setField']>[1];

function Fields({ form }: { form: CreateState }) {
  const { customRows, type, draft, faultAt, setField } = form;
  const questions = customForm(customRows, type);
  // A text that is no value stays in its field with the reason, and is not sent.
  const [unread, setUnread] = useState<FormValues>({});
  const values = { ...draft.fields, ...unread };
  const shown = useShownFaults(questions, values);
  const refused = customRows.flatMap(({ field }) => {
    const fault = faultAt(field);
    return fault === undefined ? [] : [[field, fault] as const];
  });
  const change = (key: string, value: unknown) => {
    const faults = faultsByKey(evaluateValues(questions, { [key]: value }).faults);
    const { [key]: _, ...others } = unread;
    setUnread(faults.has(key) ? { ...others, [key]: value } : others);
    setField(key, faults.has(key) ? null : (value as Value));
  };
  return (
    <FormFields
      form={questions}
      values={values}
      faults={new Map([...refused, ...shown.faults])}
      onChange={change}
      onLeave={shown.leave}
    />
  );
}

export const CustomInputs = ({ form }: { form: CreateState }) =>
  form.customRows.length > 0 && <Fields key={form.draft.id} form={form} />;
