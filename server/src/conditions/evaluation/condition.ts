// A condition, and how it is read. Its OpenAPI form is in conditions.schema.ts, its check in validate.ts.
import type { Operator } from './operators.ts';

export const MAX_LEVELS = 4;
export const MAX_LEAVES = 100;

export interface Leaf {
  field: string;
  operator: Operator;
  /** Null is no value. */
  value?: unknown;
}

export type Condition = { all: Node[] } | { any: Node[] } | { none: Node[] };
export type Node = Leaf | Condition;

export const groupNames = ['all', 'any', 'none'] as const;
export type GroupName = (typeof groupNames)[number];

export const isLeaf = (node: Node): node is Leaf => Object.hasOwn(node, 'field');

/** A condition has exactly one member. */
export function groupOf(condition: Condition): [name: GroupName, nodes: readonly Node[]] {
  const [entry] = Object.entries(condition) as [GroupName, Node[]][];
  return entry ?? ['all', []];
}
