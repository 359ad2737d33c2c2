// The page of a CI shows its properties in this order.
import type { Ci } from '../api/index.ts';
import type { PropertyField } from '../records/index.ts';
import { criticalityLabels, statusLabels } from './ci.words.ts';

export const ciFields: readonly PropertyField<Ci>[] = [
  {
    field: 'status',
    editor: { kind: 'choice', values: statusLabels, isRequired: true },
    textOf: ({ status }) => statusLabels[status],
  },
  {
    field: 'criticality',
    editor: { kind: 'choice', values: criticalityLabels },
    textOf: ({ criticality }) =>
      criticality === null ? undefined : criticalityLabels[criticality],
  },
  { field: 'class', editor: { kind: 'text', maxLength: 100 } },
  { field: 'environment', editor: { kind: 'text', maxLength: 100 } },
  { field: 'owner', editor: { kind: 'person' } },
  { field: 'support_group', editor: { kind: 'group' } },
  { field: 'ip_address', editor: { kind: 'text', maxLength: 45 } },
  { field: 'fqdn', editor: { kind: 'text', maxLength: 253 } },
  { field: 'serial_number', editor: { kind: 'text', maxLength: 255 } },
  { field: 'location', editor: { kind: 'text', maxLength: 255 } },
];
