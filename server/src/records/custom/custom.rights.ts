// A field says who sees and who sets its values. Agents are the callers who may read every record of the type.
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type {
  Audience,
  CustomFields,
  FieldDefinition,
} from '../../platform/runtime/custom-fields.ts';
import { typeNamed } from '../record-type.ts';

export interface FieldViewer {
  actor: Pick<Actor, 'roles'>;
  fields: CustomFields;
}

export const isAgent = (type: string, actor: Pick<Actor, 'roles'>): boolean => {
  const readers = typeNamed(type)?.readers;
  return readers !== undefined && reachOf(readers.policy, actor) === 'all';
};

const includes = (audience: Audience, isAgentOfType: boolean): boolean =>
  audience === 'everyone' || isAgentOfType;

/** Returns all fields of the type that the caller may see, also those that are no longer active. */
export function visibleFields(type: string, { actor, fields }: FieldViewer) {
  const known = fields.get(type);
  if (!known) return [];
  const agent = isAgent(type, actor);
  return known.filter(({ visible_to: audience }) => includes(audience, agent));
}

/** Returns whether the caller may know that records of the type have a field with the key. */
export function seesKeys(type: string, viewer: FieldViewer): (key: string) => boolean {
  if (isAgent(type, viewer.actor)) return () => true;
  const visible = new Set(visibleFields(type, viewer).map(({ key }) => key));
  return (key) => visible.has(key);
}

export const mayEdit = (field: FieldDefinition, { actor }: Pick<FieldViewer, 'actor'>): boolean =>
  includes(field.editable_by, isAgent(field.record_type, actor));

/** Changes name a value by this field. */
export const changeName = <Key extends string>(key: Key): `custom.${Key}` => `custom.${key}`;
