// The filters of the queue: values with their counts.
import { useQuery } from '@tanstack/react-query';
import { countsQuery } from '../../api/index.ts';
import { FilterChips, FilterMenu } from '../../lists/index.ts';
import { type SearchChange, toggled, valuesOf } from '../../search/index.ts';
import { CheckList } from '../../ui/forms/check-list.tsx';
import { chipRows, type CountedFilter, filterRows } from './queue.facets.ts';
import { type FilterName, filterNames, filtersOf, type QueueSearch } from './queue.search.ts';

interface FiltersProps {
  search: QueueSearch;
  onChange: (change: SearchChange<QueueSearch>) => void;
}

/** The values of one filter, counted among the rows that match all others. */
function Values({
  row,
  search,
  onChange,
  onCancel,
}: FiltersProps & { row: CountedFilter; onCancel: () => void }) {
  const { [row.name]: _, ...others } = filtersOf(search);
  const { data } = useQuery({
    ...countsQuery(others, row.counted ? [row.counted] : ['state']),
    enabled: row.counted !== undefined,
  });
  const counts = new Map(
    (row.counted && data?.by[row.counted])?.map(({ value, count }) => [value, count]),
  );
  const chosen = valuesOf(search[row.name]);
  const values = row.values ? Object.keys(row.values) : [...new Set([...chosen, ...counts.keys()])];
  return (
    <CheckList
      label={row.label}
      items={values.map((value) => ({
        value,
        label: row.values?.[value] ?? value,
        detail: row.counted && data ? String(counts.get(value) ?? 0) : undefined,
        isChecked: chosen.includes(value),
      }))}
      onToggle={(value) => onChange((before) => toggled(before, row.name, value))}
      onCancel={onCancel}
    />
  );
}

interface QueueFilterMenuProps extends FiltersProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export const QueueFilterMenu = ({ search, onChange, ...rest }: QueueFilterMenuProps) => (
  <FilterMenu
    filters={filterRows}
    search={search}
    onChange={onChange}
    renderValues={({ name }, onCancel) => {
      const row = filterRows.find((one) => one.name === (name as FilterName));
      return row && <Values row={row} search={search} onChange={onChange} onCancel={onCancel} />;
    }}
    {...rest}
  />
);

export const QueueFilterChips = ({ search, onChange }: FiltersProps) => (
  <FilterChips filters={chipRows} names={filterNames} search={search} onChange={onChange} />
);
