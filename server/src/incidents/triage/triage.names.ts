export const clearedFields = ['assigned_to', 'assignment_group', 'ci_id', 'merged_into'] as const;
export const slaFilters = ['breached', 'at_risk', 'paused'] as const;
