// A relation between two CIs as it is stored: on the CI that it leads from.
import type { Ci, CiRelated } from '../api/index.ts';
import { type RelationKey, relationVerbs } from './ci.words.ts';

type StoredRelation = Ci['relations'][number];

export interface Named {
  id: string;
  name: string;
}

/** As it is read from one of its ends. */
export interface Relation {
  ci: Named;
  key: RelationKey;
  other: Named;
}

/** "web-01 runs on host-07" */
export const relationText = ({ ci, key, other }: Relation): string =>
  `${ci.name} ${relationVerbs[key]} ${other.name}`;

/** The CI that has the relation, and the relation as it has it. */
export function storedAs({ ci, key, other }: Relation): { id: string; relation: StoredRelation } {
  const [type, direction] = key.split(' ') as [CiRelated['type'], CiRelated['direction']];
  return direction === 'out'
    ? { id: ci.id, relation: { type, ci_id: other.id } }
    : { id: other.id, relation: { type, ci_id: ci.id } };
}

const isSame = (one: StoredRelation, other: StoredRelation): boolean =>
  one.type === other.type && one.ci_id === other.ci_id;

export type RelationEdit = 'add' | 'remove';

/** The relations after the edit; undefined if nothing is to be done. */
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
