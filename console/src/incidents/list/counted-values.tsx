// Values of a filter are counted among the rows that match all other filters.
import { useQuery } from '@tanstack/react-query';
import { countsQuery, type Facet } from '../../api/index.ts';
import { type ListSearch, type SearchChange, toggleValue, valuesOf } from '../../search/index.ts';
import { CheckList } from '../../ui/forms/check-list.tsx';
import { isPersonField, usePersonNames } from '../../words/index.ts';
import type { CountedFilter } from './incidents.filters.ts';
import { incidentList } from './incidents.list.ts';

interface CountedValuesProps {
  row: CountedFilter & { counted: Facet };
  search: ListSearch;
  onChange: (change: SearchChange) => void;
  onCancel: () => void;
}

export function CountedValues({ row, search, onChange, onCancel }: CountedValuesProps) {
  const { name, label, counted } = row;
  const nameOf = usePersonNames();
  const { [name]: _, ...others } = incidentList.filtersOf(search);
  const { data } = useQuery(countsQuery(others, [counted]));
  const counts = new Map(data?.by[counted]?.map(({ value, count }) => [value, count]));
  const chosen = valuesOf(search[name]);
  const values = row.values ? Object.keys(row.values) : [...new Set([...chosen, ...counts.keys()])];
  return (
    <CheckList
      label={label}
      items={values.map((value) => ({
        value,
        label: row.values?.[value] ?? (isPersonField(name) ? nameOf(value) : value),
        title: isPersonField(name) ? value : undefined,
        detail: data ? String(counts.get(value) ?? 0) : undefined,
        isChecked: chosen.includes(value),
      }))}
      onToggle={(value) => onChange((before) => toggleValue(before, name, value))}
      onCancel={onCancel}
    />
  );
}
