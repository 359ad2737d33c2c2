export const stateLabels = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  scheduled: 'Scheduled',
  implementing: 'Implementing',
  review: 'In review',
  closed: 'Closed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const;

export const typeLabels = {
  normal: 'Normal',
  standard: 'Standard',
  emergency: 'Emergency',
} as const;
export const riskLabels = { low: 'Low', medium: 'Medium', high: 'High' } as const;
