// Fields that everyone may set are asked for like the questions of a catalog item.
import type { Form, Question } from '../../api/index.ts';
import type { CreateState } from '../../records/index.ts';
import { fieldLabel } from '../../words/index.ts';

type Row = CreateState['customRows'][number];

/** The service fills in the default of a required field that was left out. */
const questionOf = (row: Row, type: string): Question => ({
  key: row.field,
  label: fieldLabel(row.field, type),
  help: row.description ?? null,
  type: row.type,
  choices:
    'values' in row.editor
      ? Object.entries(row.editor.values).map(([value, label]) => ({ value, label }))
      : [],
  required: row.isRequired === true && row.default === null,
  default: null,
  show_if: null,
});

export const customForm = (rows: readonly Row[], type: string): Form =>
  rows.map((row) => questionOf(row, type));
