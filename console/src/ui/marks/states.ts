// Every state of records, CIs and jobs has one label and one colour on all pages.
interface StateWords {
  label: string;
  tone: 'blue' | 'violet' | 'green' | 'grey' | 'amber' | 'red';
}

const states: Readonly<Record<string, StateWords>> = {
  new: { label: 'New', tone: 'blue' },
  in_progress: { label: 'In progress', tone: 'blue' },
  on_hold: { label: 'On hold', tone: 'violet' },
  resolved: { label: 'Resolved', tone: 'green' },
  closed: { label: 'Closed', tone: 'grey' },
  cancelled: { label: 'Cancelled', tone: 'grey' },
  reopened: { label: 'Reopened', tone: 'amber' },
  draft: { label: 'Draft', tone: 'grey' },
  submitted: { label: 'Submitted', tone: 'amber' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
  scheduled: { label: 'Scheduled', tone: 'violet' },
  implementing: { label: 'Implementing', tone: 'blue' },
  review: { label: 'In review', tone: 'amber' },
  published: { label: 'Published', tone: 'green' },
  retired: { label: 'Retired', tone: 'grey' },
  operational: { label: 'Operational', tone: 'green' },
  degraded: { label: 'Degraded', tone: 'amber' },
  maintenance: { label: 'Maintenance', tone: 'violet' },
  non_operational: { label: 'Down', tone: 'red' },
  queued: { label: 'Queued', tone: 'grey' },
  running: { label: 'Running', tone: 'blue' },
  completed: { label: 'Completed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  succeeded: { label: 'Succeeded', tone: 'green' },
  skipped: { label: 'Skipped', tone: 'grey' },
  fulfilled: { label: 'Fulfilled', tone: 'green' },
  open: { label: 'Open', tone: 'blue' },
  waiting: { label: 'Waiting', tone: 'grey' },
  done: { label: 'Done', tone: 'green' },
};

export const stateWords = (value: string): StateWords =>
  states[value] ?? { label: value, tone: 'grey' };

export const stateLabel = (value: string): string => stateWords(value).label;
