// Chips show the filters in the URL; a menu adds values.
import { type ReactNode, useState } from 'react';
import {
  customFilters,
  type ListSearch,
  type SearchChange,
  toggleValue,
  valuesOf,
  without,
} from '../search/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { CheckList } from '../ui/forms/check-list.tsx';
import { CloseIcon, FilterIcon } from '../ui/icons.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { isPersonField } from '../words/index.ts';
import { FilterValue } from './filter-value.tsx';
import { type FilterRow, labelOf } from './filter-row.ts';
import { useValueLabels } from './use-value-labels.ts';
import styles from './filters.module.css';

interface FiltersProps {
  filters: readonly FilterRow[];
  search: ListSearch;
  onChange: (change: SearchChange) => void;
}

/** Returns the editor of a filter that has its own, such as values with counts; undefined for the default one. */
export type FilterValues = (row: FilterRow, onCancel: () => void) => ReactNode;

interface FilterMenuProps extends FiltersProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  renderValues?: FilterValues | undefined;
}

export function FilterMenu({
  filters,
  search,
  onChange,
  isOpen,
  onOpen,
  renderValues,
}: FilterMenuProps) {
  const [row, setRow] = useState<FilterRow>();
  const close = (next: boolean) => {
    if (!next) setRow(undefined);
    onOpen(next);
  };
  const cancel = () => close(false);
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
      {row === undefined && (
        <CheckList
          label="Filter by"
          items={filters.map(({ name, label }) => ({
            value: name,
            label,
            detail: search[name] === undefined ? undefined : `${valuesOf(search[name]).length}`,
          }))}
          onToggle={(name) => setRow(filters.find((one) => one.name === name))}
          onCancel={cancel}
        />
      )}
      {row !== undefined &&
        (renderValues?.(row, cancel) ?? (
          <FilterValue
            row={row}
            value={search[row.name]}
            onToggle={(value) => onChange((before) => toggleValue(before, row.name, value))}
            onSet={(value) => {
              onChange((before) => ({ ...before, [row.name]: value }));
              cancel();
            }}
            onCancel={cancel}
          />
        ))}
    </Popover>
  );
}

/** The chips of these filters show names, and the values on hover. */
const isNamed = (name: string): boolean =>
  isPersonField(name) || name === 'ci_id' || name === 'change_id';

/** `names` has all filters of the URL, also those that the menu does not offer. */
export function FilterChips({
  filters,
  names,
  search,
  onChange,
}: FiltersProps & { names: readonly string[] }) {
  const labelOfValue = useValueLabels(filters, search);
  const set = [...names, ...customFilters(search)].filter((name) => search[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {set.map((name) => {
        const label = labelOf(filters, name);
        const values = name === 'q' ? [search[name] ?? ''] : valuesOf(search[name]);
        const text = values.map((value) => labelOfValue(name, value)).join(', ');
        return (
          <span key={name} className={styles.chip}>
            <span className={styles.chipText} title={isNamed(name) ? values.join(', ') : text}>
              {label}: <b>{text}</b>
            </span>
            <button
              type="button"
              className={styles.chipClose}
              aria-label={`Remove the filter ${label}`}
              onClick={() => onChange((before) => without(before, name))}
            >
              <CloseIcon />
            </button>
          </span>
        );
      })}
    </div>
  );
}
