// The type of a relation between CIs determines how a failure spreads along it.

/** `dependant` names the end that depends on the other: the source, the target, or neither. */
export const relations = {
  /** The source needs the target. */
  depends_on: { dependant: 'source' },
  runs_on: { dependant: 'source' },
  /** The whole, which is the target, needs its parts. */
  part_of: { dependant: 'target' },
  connects_to: { dependant: 'none' },
} as const satisfies Record<string, { dependant: 'source' | 'target' | 'none' }>;

export type RelationType = keyof typeof relations;
export const relationTypes = Object.keys(relations) as RelationType[];

/** Limits the relations of one CI, and the relations of others to it that are shown. */
export const MAX_RELATED = 200;
