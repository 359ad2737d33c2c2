// The views that every queue has. Their queries are written out in the URL, like those of saved views.
import type { QueueQuery } from './queue.search.ts';

export interface QueueView {
  id: string;
  name: string;
  query: QueueQuery;
}

const OPEN = 'new,in_progress,on_hold,reopened';
const byBreach = { sort: 'sla_breach_at', order: 'asc' };

export const builtInViews = (email: string): readonly QueueView[] => [
  { id: 'open', name: 'Open', query: { state: OPEN, ...byBreach } },
  { id: 'mine', name: 'Assigned to me', query: { state: OPEN, assigned_to: email, ...byBreach } },
  {
    id: 'unassigned',
    name: 'Unassigned',
    query: { state: OPEN, without: 'assigned_to', ...byBreach },
  },
  {
    id: 'at-risk',
    name: 'SLA at risk',
    query: { state: OPEN, sla: 'at_risk,breached', ...byBreach },
  },
  {
    id: 'resolved',
    name: 'Resolved',
    query: { state: 'resolved', sort: 'updated_at', order: 'desc' },
  },
  { id: 'all', name: 'All', query: { sort: 'created_at', order: 'desc' } },
];

export const defaultView: QueueView = {
  id: 'open',
  name: 'Open',
  query: { state: OPEN, ...byBreach },
};
