// An edit begins with the item as it was saved last. When someone else saves the item in between, parts that were not
// edited follow, and parts that both have changed wait for a decision.
import type { CatalogItem, ItemContent } from '../../api/index.ts';
import type { Fields } from '../../conditions/index.ts';
import { isSame } from '../form/form-field.ts';
import {
  blankItem,
  type ItemPart,
  itemParts,
  type ItemValues,
  readItem,
  writePart,
} from './item.values.ts';

export interface Editing {
  /** A new item has no version. */
  version: number | undefined;
  base: ItemValues;
  edits: Partial<ItemValues>;
  /** Someone else has changed these parts, too. */
  conflicts: readonly ItemPart[];
}

export const beginEditing = (item: CatalogItem | undefined, fields: Fields): Editing => ({
  version: item?.version,
  base: item ? readItem(item, fields) : blankItem(),
  edits: {},
  conflicts: [],
});

export const valuesOf = ({ base, edits }: Editing): ItemValues => ({ ...base, ...edits });

/** Returns the same edit if nothing differs. */
export function withEdits(editing: Editing, part: Partial<ItemValues>): Editing {
  const values = valuesOf(editing);
  const differs = Object.entries(part).some(([name, value]) => values[name as ItemPart] !== value);
  return differs ? { ...editing, edits: { ...editing.edits, ...part } } : editing;
}

/** Continues the edit on the item as it is now. Parts with the same content keep their rows, so that the focus stays. */
export function rebase(editing: Editing, item: CatalogItem, fields: Fields): Editing {
  const next = readItem(item, fields);
  const mine = valuesOf(editing);
  const base: Partial<Record<ItemPart, unknown>> = {};
  const edits: Partial<Record<ItemPart, unknown>> = {};
  const conflicts: ItemPart[] = [];
  for (const part of itemParts) {
    const theirs = writePart(next, part, fields);
    const before = writePart(editing.base, part, fields);
    const own = writePart(mine, part, fields);
    const isTheirs = isSame(theirs, own);
    base[part] = isTheirs ? mine[part] : isSame(theirs, before) ? editing.base[part] : next[part];
    if (isTheirs || isSame(own, before)) continue;
    edits[part] = mine[part];
    if (!isSame(theirs, before) || editing.conflicts.includes(part)) conflicts.push(part);
  }
  return {
    version: item.version,
    base: base as unknown as ItemValues,
    edits: edits as Partial<ItemValues>,
    conflicts,
  };
}

/** Returns the parts that differ from what is saved; undefined while one of them is not complete. */
export function changesIn(
  { base, edits }: Editing,
  fields: Fields,
): Partial<ItemContent> | undefined {
  const changes: Partial<Record<ItemPart, unknown>> = {};
  for (const part of itemParts) {
    if (!Object.hasOwn(edits, part)) continue;
    const after = writePart({ ...base, ...edits }, part, fields);
    if (after === undefined) return undefined;
    if (!isSame(after, writePart(base, part, fields))) changes[part] = after;
  }
  return changes as Partial<ItemContent>;
}

/** Continues the edit after it was saved: what was edited in the meantime is still to be saved. */
export function afterSaving(editing: Editing, sent: Editing, { version }: CatalogItem): Editing {
  const later = Object.entries(editing.edits).filter(
    ([part, value]) => sent.edits[part as ItemPart] !== value,
  );
  return { version, base: valuesOf(sent), edits: Object.fromEntries(later), conflicts: [] };
}

export function takeTheirs({ edits, conflicts, ...editing }: Editing): Editing {
  const remaining = Object.entries(edits).filter(([part]) => !conflicts.includes(part as ItemPart));
  return { ...editing, edits: Object.fromEntries(remaining), conflicts: [] };
}

export const keepMine = (editing: Editing): Editing => ({ ...editing, conflicts: [] });
