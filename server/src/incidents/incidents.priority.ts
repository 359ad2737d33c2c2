export { priorities, type Priority } from '../records/index.ts';

export const levels = ['high', 'medium', 'low'] as const;
export type Level = (typeof levels)[number];
