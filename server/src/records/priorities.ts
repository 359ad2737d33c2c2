// The priorities of records that have one.
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

export const DEFAULT_PRIORITY: Priority = 'P3';
