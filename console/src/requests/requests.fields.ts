// The properties of a service request, in the order of the page, and how each is edited.
import type { ServiceRequest } from '../api/index.ts';
import { type PropertyField } from '../records/index.ts';
import { personName, priorityLabels } from '../words/index.ts';

type Field = PropertyField<ServiceRequest>;

/** One that names nobody is for the person who made it. */
const textOfPerson = ({ requested_for, requested_by }: ServiceRequest): string =>
  personName(requested_for ?? requested_by);

const item: Field = {
  field: 'item',
  editor: { kind: 'suggested', from: 'request_items', maxLength: 255 },
};
const due: Field = { field: 'due_at', editor: { kind: 'time' }, emptyText: 'No date given' };

export const serviceRequestFields: readonly Field[] = [
  item,
  { field: 'requested_for', editor: { kind: 'person' }, textOf: textOfPerson },
  due,
  { field: 'priority', editor: { kind: 'choice', values: priorityLabels, isRequired: true } },
  { field: 'assignment_group', editor: { kind: 'group' } },
  { field: 'assigned_to', editor: { kind: 'assignee' } },
];

/** Of a requester, who has no directory to choose from. */
export const requesterFields: readonly Field[] = [
  item,
  { field: 'requested_for', editor: { kind: 'text', maxLength: 254 }, textOf: textOfPerson },
  due,
];

const open = new Set<ServiceRequest['state']>(['submitted', 'approved']);

/** The time of a finished request is history; that of an open one is a promise. */
export const dueKind = (state: ServiceRequest['state']): 'due' | 'planned' =>
  open.has(state) ? 'due' : 'planned';
