// Adds and removes relations of a CI, each with undo. A relation that leads to the CI is saved on the other one.
import { ciQuery, faultOf, forgetImpact, queryClient } from '../api/index.ts';
import { undo } from '../keys/index.ts';
import { refreshRecord, saveRecord } from '../records/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { announce } from '../ui/overlays/announce.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import {
  editedRelations,
  type Relation,
  type RelationEdit,
  relationText,
  toStored,
} from './relation.ts';

/** Saving gives up after this many edits of others at the same moment. */
const MAX_TRIES = 5;
const BUSY = 'Others are changing these relations now. Try again.';

/** Returns why the edit was refused; undefined if it is saved. Edits of others are kept, so a conflict needs no choice. */
async function save(relation: Relation, edit: RelationEdit): Promise<string | undefined> {
  const { id, relation: stored } = toStored(relation);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const ci = await queryClient.fetchQuery({ ...ciQuery(id), staleTime: 0 });
    const relations = editedRelations(ci.relations, stored, edit);
    if (!relations) return undefined;
    const outcome = await saveRecord({ type: 'ci', id }, { relations }, ci.version);
    if (outcome.kind === 'saved') return undefined;
    if (outcome.kind === 'failed') return faultText(outcome.fault);
  }
  return BUSY;
}

const reverse: Readonly<Record<RelationEdit, RelationEdit>> = { add: 'remove', remove: 'add' };
const said: Readonly<Record<RelationEdit, string>> = { add: 'Added', remove: 'Removed' };

/** Returns why the edit was refused; undefined if it is saved. */
export async function relate(relation: Relation, edit: RelationEdit): Promise<string | undefined> {
  let fault: string | undefined;
  try {
    fault = await save(relation, edit);
  } catch (error) {
    fault = faultText(faultOf(error));
  }
  const { ci, other } = relation;
  await Promise.all([
    refreshRecord({ type: 'ci', id: ci.id }),
    refreshRecord({ type: 'ci', id: other.id }),
    forgetImpact(),
  ]);
  if (fault !== undefined) return fault;
  const text = `${said[edit]}: ${relationText(relation)}.`;
  undo.offer(text, () => void relateWithToast(relation, reverse[edit]));
  announce(text);
  return undefined;
}

/** Shows a refusal in a toast, where no field can show it. */
export async function relateWithToast(relation: Relation, edit: RelationEdit): Promise<void> {
  const fault = await relate(relation, edit);
  if (fault !== undefined)
    toast(`${relationText(relation)}: not saved. ${fault}`, { tone: 'red', forMs: 15_000 });
}
