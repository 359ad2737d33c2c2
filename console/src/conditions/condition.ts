// A condition as the API has it, and the fields that it may name.

export const groupNames = ['all', 'any', 'none'] as const;
export type GroupName = (typeof groupNames)[number];

export type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'time' | 'date' | 'list';

export type Operator =
  | 'eq'
  | 'neq'
  | 'in'
  | 'not_in'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'exists'
  | 'changed'
  | 'changed_from'
  | 'changed_to'
  | 'in_hours'
  | 'out_of_hours';

export interface Leaf {
  field: string;
  operator: Operator;
  /** Null is no value. */
  value?: unknown;
}

export type Condition = { all: Node[] } | { any: Node[] } | { none: Node[] };
export type Node = Leaf | Condition;

export interface ConditionField {
  name: string;
  /** Reads well within a sentence. */
  label: string;
  kind: FieldKind;
  /** The field may have no value. */
  optional: boolean;
  /** Absent if other values are possible. */
  choices?: readonly { value: string; label: string }[];
  operators: readonly Operator[];
}

/** The root is the first level. */
export const MAX_LEVELS = 4;
export const MAX_ROWS = 100;

export const isLeaf = (node: Node): node is Leaf => Object.hasOwn(node, 'field');

/** A condition has exactly one member. */
export function groupOf(condition: Condition): [name: GroupName, nodes: readonly Node[]] {
  const [entry] = Object.entries(condition) as [GroupName, Node[]][];
  return entry ?? ['all', []];
}
