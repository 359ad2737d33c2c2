// The filters that the menu offers.
import type { Facet } from '../../api/index.ts';
import type { FilterRow } from '../../lists/index.ts';
import type { FilterName } from './queue.search.ts';

/** Without fixed values it has those that occur, with their counts. */
export interface CountedFilter extends FilterRow {
  name: FilterName;
  counted?: Facet;
}

export const filterRows: readonly CountedFilter[] = [
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

/** With filters of a URL that the menu does not offer, such as those of a link. */
export const chipRows: readonly FilterRow[] = [
  ...filterRows,
  { name: 'ci_id', label: 'Configuration item' },
  { name: 'external_id', label: 'External id' },
];
