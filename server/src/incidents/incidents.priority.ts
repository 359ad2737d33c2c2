// Priority: the caller's value, else the impact × urgency matrix if the instance uses it, else P3.
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

export const levels = ['high', 'medium', 'low'] as const;
export type Level = (typeof levels)[number];

const DEFAULT_PRIORITY: Priority = 'P3';

/** By impact, then urgency. */
const matrix: Record<Level, Record<Level, Priority>> = {
  high: { high: 'P1', medium: 'P2', low: 'P3' },
  medium: { high: 'P2', medium: 'P3', low: 'P4' },
  low: { high: 'P3', medium: 'P4', low: 'P4' },
};

export const derivedPriority = (
  isMatrixOn: boolean,
  impact: Level | null,
  urgency: Level | null,
): Priority => (isMatrixOn && impact && urgency ? matrix[impact][urgency] : DEFAULT_PRIORITY);
