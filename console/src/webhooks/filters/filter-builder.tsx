// Each filter or condition of a webhook is a row with a path, an operator and a value. All of a list must match.
import { useId, useState } from 'react';
import type { Filter } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, CloseIcon, DoneIcon } from '../../ui/icons.ts';
import styles from './filter-builder.module.css';
import { kindOf, type Operator, operatorLabels, textOf, valueOf } from './filter-values.ts';

export interface FilterResult {
  passed: boolean;
  actual?: unknown;
}

interface FilterBuilderProps {
  /** The webhook has the list in this field. */
  name?: 'filters' | 'resolve_when';
  filters: readonly Filter[];
  /** These paths are offered; others can be typed. */
  paths: readonly string[];
  /** Messages are keyed by JSON Pointer, such as `/filters/0/field`. */
  faults: ReadonlyMap<string, string>;
  results?: readonly FilterResult[] | undefined;
  isReadOnly?: boolean;
  onChange: (filters: Filter[]) => void;
}

const MAX_FILTERS = 20;

/** Each list calls its rows by another word. */
const words = {
  filters: { one: 'filter', many: 'filters', none: 'No filter: every event matches.' },
  resolve_when: {
    one: 'condition',
    many: 'conditions',
    none: 'No condition: no event resolves an incident.',
  },
} as const;

interface RowProps extends Pick<FilterBuilderProps, 'faults' | 'isReadOnly'> {
  name: keyof typeof words;
  filter: Filter;
  index: number;
  list: string;
  result: FilterResult | undefined;
  onEdit: (filter: Filter) => void;
  onRemove: () => void;
}

function ValueInput({ name: of, filter, index, isReadOnly, onEdit }: RowProps) {
  const { operator, value } = filter;
  const name = `Value of ${words[of].one} ${index + 1}`;
  const [typed, setTyped] = useState('');
  // The typed text stays while it means the same value: "P1, " and "P1" are the same list of one.
  const isTyped = JSON.stringify(valueOf(operator, typed)) === JSON.stringify(value);
  const change = (text: string) => {
    setTyped(text);
    onEdit({ ...filter, value: valueOf(operator, text) });
  };
  if (kindOf(operator) === 'flag')
    return (
      <select
        aria-label={name}
        value={String(value !== false)}
        disabled={isReadOnly}
        onChange={(event) => change(event.currentTarget.value)}
      >
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    );
  return (
    <input
      aria-label={name}
      value={isTyped ? typed : textOf(filter)}
      readOnly={isReadOnly}
      placeholder={kindOf(operator) === 'list' ? 'P1, P2' : 'Value'}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

const describeActual = (actual: unknown): string =>
  actual === undefined ? 'no value' : (JSON.stringify(actual) ?? 'no value');

function FilterRow(props: RowProps) {
  const { name, filter, index, list, faults, result, isReadOnly, onEdit, onRemove } = props;
  const title = `${words[name].one} ${index + 1}`;
  const fault = ['field', 'operator', 'value', '']
    .map((part) => faults.get(`/${name}/${index}${part && `/${part}`}`))
    .find(Boolean);
  return (
    <li className={styles.row} data-failed={result?.passed === false || undefined}>
      <input
        aria-label={`Path of ${title}`}
        list={list}
        value={filter.field}
        readOnly={isReadOnly}
        placeholder="incident.priority"
        autoComplete="off"
        onChange={(event) => onEdit({ ...filter, field: event.currentTarget.value })}
      />
      <select
        aria-label={`Operator of ${title}`}
        value={filter.operator}
        disabled={isReadOnly}
        onChange={(event) => {
          const operator = event.currentTarget.value as Operator;
          onEdit({ ...filter, operator, value: valueOf(operator, textOf(filter)) });
        }}
      >
        {Object.entries(operatorLabels).map(([operator, label]) => (
          <option key={operator} value={operator}>
            {label}
          </option>
        ))}
      </select>
      <ValueInput {...props} />
      {!isReadOnly && (
        <Button variant="quiet" icon={<CloseIcon />} label={`Remove ${title}`} onClick={onRemove} />
      )}
      {result && (
        <span className={styles.result} data-passed={result.passed}>
          {result.passed ? <DoneIcon /> : <CloseIcon />}
          {result.passed ? 'matches' : 'does not match'}: {describeActual(result.actual)}
        </span>
      )}
      {fault !== undefined && (
        <span className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </li>
  );
}

export function FilterBuilder(props: FilterBuilderProps) {
  const { name = 'filters', filters, paths, faults, results, isReadOnly = false, onChange } = props;
  const list = useId();
  const { one, many, none } = words[name];
  return (
    <div className={styles.filters}>
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {filters.length === 0 && <p className={styles.none}>{none}</p>}
      <ul>
        {filters.map((filter, index) => (
          <FilterRow
            // Filters are identified only by their place.
            // eslint-disable-next-line react/no-array-index-key
            key={index}
            name={name}
            filter={filter}
            index={index}
            list={list}
            faults={faults}
            result={results?.[index]}
            isReadOnly={isReadOnly}
            onEdit={(next) => onChange(filters.map((known, at) => (at === index ? next : known)))}
            onRemove={() => onChange(filters.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {!isReadOnly && (
        <Button
          icon={<AddIcon />}
          unavailable={
            filters.length >= MAX_FILTERS
              ? `A webhook can have at most ${MAX_FILTERS} ${many}.`
              : undefined
          }
          onClick={() => onChange([...filters, { field: '', operator: 'eq', value: '' }])}
        >
          Add a {one}
        </Button>
      )}
    </div>
  );
}
