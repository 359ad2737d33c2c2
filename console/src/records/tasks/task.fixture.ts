import type { TaskSummary } from '../../api/index.ts';

/** Returns an open task that can begin, for tests. */
export const taskOf = (fields: Partial<TaskSummary> = {}): TaskSummary => ({
  id: 'TSK0000012',
  request_id: 'REQ0000001',
  name: 'Install the software',
  assignment_group: null,
  assigned_to: null,
  depends_on: [],
  state: 'open',
  due_at: null,
  is_ready: true,
  waits_for: [],
  request: { id: 'REQ0000001', short_description: 'Laptop', state: 'approved' },
  allowed_transitions: ['in_progress', 'done', 'skipped'],
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
  ...fields,
});
