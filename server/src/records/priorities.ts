// Record types that have a priority share these values.
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

export const DEFAULT_PRIORITY: Priority = 'P3';
