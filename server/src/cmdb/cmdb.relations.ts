// The relation types between CIs, and how a failure spreads along them.

/** Which end of a relation depends on the other: the source, the target, or neither. */
export const relations = {
  /** The source needs the target. */
  depends_on: { dependant: 'source' },
  runs_on: { dependant: 'source' },
  /** The whole needs its parts, and the part is the source. */
  part_of: { dependant: 'target' },
  connects_to: { dependant: 'none' },
} as const satisfies Record<string, { dependant: 'source' | 'target' | 'none' }>;

export type RelationType = keyof typeof relations;
export const relationTypes = Object.keys(relations) as RelationType[];

/** Relations of one CI to others, and of others to it that are shown. */
export const MAX_RELATED = 200;
