// Two people change one record: whether both changes can stand.
export interface Conflict {
  currentVersion: number;
  changedFields: readonly string[];
}

/** Fields that both have changed; empty if mine can be sent again on top of theirs. */
export const overlap = (mine: object, { changedFields }: Conflict): string[] =>
  Object.keys(mine).filter((field) => changedFields.includes(field));
