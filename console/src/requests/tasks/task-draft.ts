// A task that is not added yet stays in the tab, like other unsent text.
import type { TaskSummary } from '../../api/index.ts';
import { draftsOf } from '../../records/index.ts';

export type TaskDraft = Pick<
  TaskSummary,
  'name' | 'assigned_to' | 'assignment_group' | 'due_at' | 'depends_on'
>;

export const emptyTask: TaskDraft = {
  name: '',
  assigned_to: null,
  assignment_group: null,
  due_at: null,
  depends_on: [],
};

export const taskDrafts = (request: string, user: string) =>
  draftsOf<TaskDraft>(sessionStorage, user, request, 'task', ({ name }) => name.trim() === '');
