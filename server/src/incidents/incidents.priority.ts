// The values of priority, impact and urgency.
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

export const levels = ['high', 'medium', 'low'] as const;
export type Level = (typeof levels)[number];
