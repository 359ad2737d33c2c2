// The contract names these events. Others follow them in the same write, so tests of the contract leave those out.
export const contractEvents: readonly string[] = [
  'incident.created',
  'incident.updated',
  'incident.resolved',
  'incident.priority_changed',
  'change.submitted',
  'change.approved',
  'change.rejected',
  'request.submitted',
  'request.approved',
  'sla.breach_warning',
  'sla.breached',
  'ci.discovered',
];
