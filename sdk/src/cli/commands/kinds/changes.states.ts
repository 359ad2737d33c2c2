export const changeStates = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'scheduled',
  'implementing',
  'review',
  'closed',
  'cancelled',
] as const;

export const changeTypes = ['normal', 'standard', 'emergency'] as const;
