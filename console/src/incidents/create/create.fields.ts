import { type Incident, mayUse, type Me } from '../../api/index.ts';
import type { PropertyField } from '../../records/index.ts';
import { incidentFields } from '../record/incident.fields.ts';

const offered = new Set<string>([
  'priority',
  'category',
  'subcategory',
  'assignment_group',
  'assigned_to',
  'impact',
  'urgency',
  'ci_id',
]);
/** People who may not edit all fields are offered only these; the team assigns incidents. */
const offeredToAll = new Set<string>(['priority', 'category', 'subcategory', 'impact', 'urgency']);

export const createFieldsOf = (me: Me): PropertyField<Incident>[] => {
  const names = mayUse(me, 'incidents.edit_all_fields') ? offered : offeredToAll;
  return incidentFields.filter(({ field }) => names.has(field));
};

/** Others report their own trouble, and have no directory to choose from. */
export const mayNameOthers = (me: Me): boolean =>
  mayUse(me, 'incidents.edit_all_fields') && mayUse(me, 'directory.read');
