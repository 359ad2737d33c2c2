import type { ReactNode } from 'react';
import { isPersonField, personName } from '../words/index.ts';

export interface FilterRow {
  /** The name is that of the parameter of the API. */
  name: string;
  label: string;
  /** A filter with fixed values has their labels. */
  values?: Readonly<Record<string, string>>;
  /** A filter without fixed values offers people or groups, or asks for a text or a day. */
  from?: 'person' | 'group' | 'text' | 'day';
  /** A filter by a custom field may have its own input, and words for its values. */
  Value?: (props: FilterValueProps) => ReactNode;
  entry?: string;
  textOf?: (value: string) => string;
  /** The values are ids of CIs. */
  isCi?: boolean;
}

export interface FilterValueProps {
  row: FilterRow;
  value: string | undefined;
  onToggle: (value: string) => void;
  onSet: (value: string) => void;
  onCancel: () => void;
}

/** Many lists have these filters, which are seldom in a menu. */
const commonLabels: Readonly<Record<string, string>> = {
  q: 'Text',
  ci_id: 'CI',
  change_id: 'Change',
  created_after: 'Created after',
  created_before: 'Created before',
  updated_after: 'Updated after',
  updated_before: 'Updated before',
};

const inWords = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const labelOf = (filters: readonly FilterRow[], name: string): string =>
  filters.find((row) => row.name === name)?.label ??
  commonLabels[name] ??
  inWords(name.replace('cf.', ''));

export function valueLabelOf(filters: readonly FilterRow[], name: string, value: string): string {
  const row = filters.find((one) => one.name === name);
  const label = row?.values?.[value] ?? row?.textOf?.(value);
  return label ?? (isPersonField(name) ? personName(value) : value);
}
