// The properties of a service request are listed in the order of the page.
import type { ServiceRequest } from '../api/index.ts';
import { type PropertyField } from '../records/index.ts';
import { personName, priorityLabels } from '../words/index.ts';

type Field = PropertyField<ServiceRequest>;

/** A request that names nobody is for the person who made it. */
const textOfPerson = ({ requested_for, requested_by }: ServiceRequest): string =>
  personName(requested_for ?? requested_by);

export const serviceRequestFields: readonly Field[] = [
  { field: 'item', editor: { kind: 'suggested', from: 'request_items', maxLength: 255 } },
  { field: 'requested_for', editor: { kind: 'person' }, textOf: textOfPerson },
  { field: 'due_at', editor: { kind: 'time' }, emptyText: 'No date given' },
  { field: 'priority', editor: { kind: 'choice', values: priorityLabels, isRequired: true } },
  { field: 'assignment_group', editor: { kind: 'group' } },
  { field: 'assigned_to', editor: { kind: 'assignee' } },
];

/** The item of an order and the person it is for never change. */
const fixedByOrder: ReadonlySet<string> = new Set(['item', 'requested_for']);

export const fieldsOf = (request: ServiceRequest): readonly Field[] =>
  request.item_id === null
    ? serviceRequestFields
    : serviceRequestFields.map((row) =>
        fixedByOrder.has(row.field) ? { ...row, isReadOnly: true } : row,
      );

const open = new Set<ServiceRequest['state']>(['submitted', 'approved']);

/** Only an open request can be overdue. */
export const dueKind = (state: ServiceRequest['state']): 'due' | 'planned' =>
  open.has(state) ? 'due' : 'planned';
