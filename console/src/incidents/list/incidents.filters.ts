import type { Facet } from '../../api/index.ts';
import type { FilterRow } from '../../lists/index.ts';
import { replierLabels } from '../../words/index.ts';

/** A counted filter without fixed values offers those that occur. */
export interface CountedFilter extends FilterRow {
  counted?: Facet;
}

export const incidentFilters: readonly CountedFilter[] = [
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
  { name: 'last_reply', label: 'Last reply', values: replierLabels },
  { name: 'requester', label: 'Requester', from: 'person' },
  { name: 'opened_by', label: 'Opened by', from: 'person' },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'created_after', label: 'Created after', from: 'day' },
  { name: 'created_before', label: 'Created before', from: 'day' },
  {
    name: 'without',
    label: 'Without',
    values: {
      assigned_to: 'Assignee',
      assignment_group: 'Group',
      ci_id: 'Configuration item',
      merged_into: 'Duplicates',
    },
  },
];
