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
  storedAs,
} from './relation.ts';

/** How often others may edit the relations at the same moment before it gives up. */
const MAX_TRIES = 5;
const BUSY = 'Others are changing these relations now. Try again.';

/** Why it was refused; undefined if it is saved. Relations of others are kept, so a conflict needs no choice. */
async function save(relation: Relation, edit: RelationEdit): Promise<string | undefined> {
  const { id, relation: stored } = storedAs(relation);
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

/** Returns why it was refused, or undefined. */
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
  undo.offer(text, () => void relateOrSay(relation, reverse[edit]));
  announce(text);
  return undefined;
}

/** Where there is no field to say it at. */
export async function relateOrSay(relation: Relation, edit: RelationEdit): Promise<void> {
  const fault = await relate(relation, edit);
  if (fault !== undefined)
    toast(`${relationText(relation)}: not saved. ${fault}`, { tone: 'red', forMs: 15_000 });
}
