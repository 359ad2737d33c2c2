// The filters of the queue: chips for those in the URL, and a menu that adds values with their counts.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countsQuery } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { CloseIcon, FilterIcon } from '../../ui/icons.ts';
import { Popover } from '../../ui/popover.tsx';
import { type FilterRow, filterRows, labelOfFilter, labelOfValue } from './queue.facets.ts';
import {
  type FilterName,
  filterNames,
  filtersOf,
  type QueueSearch,
  toggled,
  valuesOf,
} from './queue.search.ts';
import styles from './queue.module.css';

interface FiltersProps {
  search: QueueSearch;
  onChange: (search: QueueSearch) => void;
}

/** The values of one filter, counted among the rows that match all others. */
function Values({
  row,
  search,
  onChange,
  onCancel,
}: FiltersProps & { row: FilterRow; onCancel: () => void }) {
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
        label: labelOfValue(row.name, value),
        detail: row.counted && data ? String(counts.get(value) ?? 0) : undefined,
        isChecked: chosen.includes(value),
      }))}
      onToggle={(value) => onChange(toggled(search, row.name, value))}
      onCancel={onCancel}
    />
  );
}

interface FilterMenuProps extends FiltersProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function FilterMenu({ search, onChange, isOpen, onOpen }: FilterMenuProps) {
  const [row, setRow] = useState<FilterRow>();
  const close = (next: boolean) => {
    if (!next) setRow(undefined);
    onOpen(next);
  };
  return (
    <Popover
      label="Filter"
      isOpen={isOpen}
      onChange={close}
      target={
        <Button icon={<FilterIcon />} label="Filter" keys={['f']} onClick={() => close(!isOpen)}>
          Filter
        </Button>
      }
    >
      {row ? (
        <Values row={row} search={search} onChange={onChange} onCancel={() => close(false)} />
      ) : (
        <CheckList
          label="Filter by"
          items={filterRows.map(({ name, label }) => ({
            value: name,
            label,
            detail: search[name] === undefined ? undefined : `${valuesOf(search[name]).length}`,
          }))}
          onToggle={(name) => setRow(filterRows.find((one) => one.name === name))}
          onCancel={() => close(false)}
        />
      )}
    </Popover>
  );
}

export function FilterChips({ search, onChange }: FiltersProps) {
  const set = filterNames.filter((name) => search[name] !== undefined);
  if (set.length === 0) return null;
  const without = (name: FilterName) => {
    const { [name]: _, ...rest } = search;
    onChange(rest);
  };
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {set.map((name) => {
        const label = labelOfFilter(name);
        const values = name === 'q' ? [search.q ?? ''] : valuesOf(search[name]);
        const text = values.map((value) => labelOfValue(name, value)).join(', ');
        return (
          <span key={name} className={styles.chip}>
            <span className={styles.chipText} title={text}>
              {label}: <b>{text}</b>
            </span>
            <button
              type="button"
              className={styles.chipClose}
              aria-label={`Remove the filter ${label}`}
              onClick={() => without(name)}
            >
              <CloseIcon />
            </button>
          </span>
        );
      })}
    </div>
  );
}
