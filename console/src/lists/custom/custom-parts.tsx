import type { Field } from '../../api/index.ts';
import { PersonCell, TextCell } from '../columns/cells.tsx';
import type { ListColumn } from '../columns/list-column.ts';
import type { FilterRow } from '../filter-row.ts';
import { type CustomName, customName, customText } from '../../words/index.ts';
import { CiValue, TypedValue } from './custom-values.tsx';
import { type CustomFilter, fileText, filterOf, valueIn } from './custom.filters.ts';

interface CustomRecord {
  id: string;
  custom?: Readonly<Record<string, unknown>>;
}

const NARROW = '96px';
const WIDE = '160px';
const widths: Readonly<Partial<Record<Field['type'], string>>> = {
  integer: NARROW,
  decimal: NARROW,
  boolean: NARROW,
  date: '108px',
  datetime: '184px',
  long_text: '240px',
  choices: WIDE,
  url: WIDE,
  text: WIDE,
};

const isNumber = ({ type }: Field): boolean => type === 'integer' || type === 'decimal';

const Cell = ({ field, value }: { field: Field; value: unknown }) => {
  if (value === undefined || value === null) return <TextCell text={null} />;
  if (field.type === 'person') return <PersonCell email={value as string} />;
  return <TextCell text={customText(field, value)} />;
};

/** The column is shown only if it is chosen. */
const columnOf = (field: Field): ListColumn<CustomRecord> & { field: CustomName } => ({
  id: customName(field.key),
  field: customName(field.key),
  header: field.label,
  width: widths[field.type] ?? '144px',
  ...(isNumber(field) && { align: 'end' as const }),
  isWide: true,
  isExtra: true,
  text: (row) => fileText(field, valueIn(row, field)),
  render: (row) => <Cell field={field} value={valueIn(row, field)} />,
});

const inputs = { ci: CiValue, typed: TypedValue };

const rowOf = ({ input, ...row }: CustomFilter): FilterRow =>
  input === undefined ? row : { ...row, Value: inputs[input] };

export const customParts = (fields: readonly Field[]) => {
  const active = fields.filter((field) => field.active);
  return {
    columns: active.map(columnOf) as unknown as readonly ListColumn<never>[],
    filters: active.flatMap((field) => filterOf(field) ?? []).map(rowOf),
  };
};
