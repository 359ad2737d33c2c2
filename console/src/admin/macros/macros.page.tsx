// Macros are actions with a name, which people apply to records by hand.
import { useState } from 'react';
import { typeLabels } from '../../actions/index.ts';
import { type Macro, macroQuery, type MacroSummary } from '../../api/index.ts';
import { useCustomWords } from '../actions/use-custom-words.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { DeleteMacro } from './delete-macro.tsx';
import { macroFields } from './macro.fields.tsx';
import { blankValues, bodyOf, type MacroBody, type MacroValues, valuesOf } from './macro.values.ts';
import { macroColumns } from './macros.columns.tsx';
import { macroList } from './macros.list.ts';
import { saveChanges, saveNew } from './macros.saving.ts';

type MacroRecord = AdminRecord<Macro, MacroValues, MacroBody, MacroSummary>;

const record = (): MacroRecord => ({
  noun: 'macro',
  heading: 'Macros',
  list: macroList,
  columns: macroColumns,
  filters: [
    {
      name: 'record_type',
      label: 'For',
      values: typeLabels,
    },
    {
      name: 'active',
      label: 'Active',
      values: { true: 'Active', false: 'Inactive' },
    },
  ],
  none: {
    title: 'There are no macros',
    text: 'A macro answers, assigns and sets fields in one step. On a record, or with rows of the queue selected, press m to apply one.',
  },
  query: macroQuery,
  create: saveNew,
  update: saveChanges,
  blank: blankValues(),
  valuesOf,
  bodyOf,
  fields: macroFields,
  actions: (row) => <DeleteMacro macro={row} />,
});

export function MacrosPage() {
  useCustomWords();
  const [page] = useState(record);
  return <RecordPage record={page} />;
}
