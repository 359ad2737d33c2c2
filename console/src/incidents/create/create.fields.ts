// The properties that the form of a new incident offers.
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
/** Requesters are offered these; the team says to whom an incident is assigned. */
const offeredToAll = new Set<string>(['priority', 'category', 'subcategory', 'impact', 'urgency']);

export const createFieldsOf = (me: Me): PropertyField<Incident>[] => {
  const names = mayUse(me, 'incidents.edit_all_fields') ? offered : offeredToAll;
  return incidentFields.filter(({ field }) => names.has(field));
};
