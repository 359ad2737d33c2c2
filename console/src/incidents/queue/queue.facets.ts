// The filters that the menu offers.
import type { Facet } from '../../api/index.ts';
import type { FilterName } from './queue.search.ts';

export interface FilterRow {
  name: FilterName;
  label: string;
  /** Fixed values with their labels; otherwise the values that occur, with their counts. */
  values?: Readonly<Record<string, string>>;
  counted?: Facet;
}

export const filterRows: readonly FilterRow[] = [
  {
    name: 'state',
    label: 'State',
    counted: 'state',
    values: {
      new: 'New',
      in_progress: 'In progress',
      on_hold: 'On hold',
      reopened: 'Reopened',
      resolved: 'Resolved',
      closed: 'Closed',
      cancelled: 'Cancelled',
    },
  },
  {
    name: 'priority',
    label: 'Priority',
    counted: 'priority',
    values: { P1: 'P1', P2: 'P2', P3: 'P3', P4: 'P4' },
  },
  {
    name: 'sla',
    label: 'SLA',
    values: { breached: 'Breached', at_risk: 'At risk', paused: 'Paused' },
  },
  { name: 'assigned_to', label: 'Assignee', counted: 'assigned_to' },
  { name: 'assignment_group', label: 'Group', counted: 'assignment_group' },
  { name: 'category', label: 'Category', counted: 'category' },
  {
    name: 'without',
    label: 'Without',
    values: { assigned_to: 'Assignee', assignment_group: 'Group', ci_id: 'Configuration item' },
  },
];

/** Filters of a URL that the menu does not offer, such as those of a link. */
const otherLabels: Partial<Record<FilterName, string>> = {
  q: 'Text',
  opened_by: 'Opened by',
  ci_id: 'Configuration item',
  change_id: 'Change',
  external_id: 'External id',
  created_after: 'Created after',
  created_before: 'Created before',
  updated_after: 'Updated after',
  updated_before: 'Updated before',
  resolved_after: 'Resolved after',
  resolved_before: 'Resolved before',
};

export const labelOfFilter = (name: FilterName): string =>
  filterRows.find((row) => row.name === name)?.label ?? otherLabels[name] ?? name;

export const labelOfValue = (name: FilterName, value: string): string =>
  filterRows.find((row) => row.name === name)?.values?.[value] ?? value;
