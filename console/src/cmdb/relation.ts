// A relation between two CIs is stored on the CI that it leads from.
import type { Ci, CiRelated } from '../api/index.ts';
import { type RelationKey, relationVerbs } from './ci.words.ts';

type StoredRelation = Ci['relations'][number];

export interface CiName {
  id: string;
  name: string;
}

/** The relation is read from `ci` to `other`, whichever of them stores it. */
export interface Relation {
  ci: CiName;
  key: RelationKey;
  other: CiName;
}

/** Returns, for example, "web-01 runs on host-07". */
export const relationText = ({ ci, key, other }: Relation): string =>
  `${ci.name} ${relationVerbs[key]} ${other.name}`;

/** Returns the id of the CI that stores the relation, and the relation as it is stored. */
export function toStored({ ci, key, other }: Relation): { id: string; relation: StoredRelation } {
  const [type, direction] = key.split(' ') as [CiRelated['type'], CiRelated['direction']];
  return direction === 'out'
    ? { id: ci.id, relation: { type, ci_id: other.id } }
    : { id: other.id, relation: { type, ci_id: ci.id } };
}

const isSame = (one: StoredRelation, other: StoredRelation): boolean =>
  one.type === other.type && one.ci_id === other.ci_id;

export type RelationEdit = 'add' | 'remove';

/** Returns the relations after the edit; undefined if it changes nothing. */
export function editedRelations(
  relations: readonly StoredRelation[],
  relation: StoredRelation,
  edit: RelationEdit,
): StoredRelation[] | undefined {
  const others = relations.filter((one) => !isSame(one, relation));
  const has = others.length < relations.length;
  if (has === (edit === 'add')) return undefined;
  return edit === 'add' ? [...relations, relation] : others;
}
