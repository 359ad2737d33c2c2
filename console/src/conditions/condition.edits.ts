// Edits name a part of a condition by the places of its groups, from the root on.
import { type ConditionField, MAX_LEVELS, MAX_ROWS } from './condition.ts';
import { type GroupValue, isRow, newGroup, newRow, type NodeValue } from './condition.values.ts';

export type Path = readonly number[];

type Change = (node: NodeValue) => NodeValue | undefined;

/** Replaces the part at the path; an undefined part is removed. */
export function changeAt(root: GroupValue, [at, ...rest]: Path, change: Change): GroupValue {
  const node = at === undefined ? undefined : root.nodes[at];
  if (at === undefined || !node) return root;
  const next = rest.length === 0 ? change(node) : isRow(node) ? node : changeAt(node, rest, change);
  const nodes = next ? root.nodes.with(at, next) : root.nodes.toSpliced(at, 1);
  return { ...root, nodes };
}

/** Changes the group at the path; an empty path is the root. */
export const changeGroup = (
  root: GroupValue,
  path: Path,
  change: (group: GroupValue) => GroupValue,
): GroupValue =>
  path.length === 0
    ? change(root)
    : changeAt(root, path, (node) => (isRow(node) ? node : change(node)));

interface Added {
  root: GroupValue;
  /** The key of the part that was added. */
  key: string;
}

function addNode(root: GroupValue, path: Path, node: NodeValue): Added {
  const added = changeGroup(root, path, (group) => ({ ...group, nodes: [...group.nodes, node] }));
  return { root: added, key: node.key };
}

export const addRow = (root: GroupValue, path: Path, field: ConditionField): Added =>
  addNode(root, path, newRow(field));

export function addGroup(root: GroupValue, path: Path, field: ConditionField): Added {
  const within = path.reduce<NodeValue>(
    (node, at) => (isRow(node) ? node : (node.nodes[at] ?? node)),
    root,
  );
  return addNode(root, path, newGroup(isRow(within) ? 'all' : within.name, field));
}

/** Returns the part that gets the focus after the one at the path is removed: the one before or after it, or its group. */
export function neighbourOf(root: GroupValue, path: Path): string {
  const at = path.at(-1) ?? 0;
  const group = path
    .slice(0, -1)
    .reduce<GroupValue>((node, one) => node.nodes[one] as GroupValue, root);
  return (group.nodes[at - 1] ?? group.nodes[at + 1] ?? group).key;
}

export const countRows = ({ nodes }: GroupValue): number =>
  nodes.reduce((sum, node) => sum + (isRow(node) ? 1 : countRows(node)), 0);

/** Says why no row can be added; undefined if one can. */
export const reasonAgainstRow = (rows: number): string | undefined =>
  rows >= MAX_ROWS ? `A condition has at most ${MAX_ROWS} rows.` : undefined;

/** Says why no group can be added to the one at the path; undefined if one can. */
export const reasonAgainstGroup = (path: Path, rows: number): string | undefined =>
  path.length + 1 >= MAX_LEVELS
    ? `Groups are nested at most ${MAX_LEVELS} levels deep.`
    : reasonAgainstRow(rows);
