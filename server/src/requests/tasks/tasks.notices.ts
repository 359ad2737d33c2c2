// Notifies those who work on a task when they can begin.
import { groupMembers } from '../../identity/index.ts';
import { notifyPeople, type RecordNotice } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { taskUrls } from './tasks.record.ts';
import type { RequestReference, SiblingTask } from './tasks.sql.ts';

type Subject = Omit<SiblingTask, 'depends_on' | 'state'>;

const taskNotice = (
  { id, name, due_at, request_id, version }: Subject,
  { short_description }: Pick<RequestReference, 'short_description'>,
  baseUrl: string,
): RecordNotice => {
  const urls = taskUrls(id, request_id, baseUrl);
  return {
    type: 'task.ready',
    record: { type: 'task', id, version },
    data: {
      task_id: id,
      task_name: name,
      service_request_id: request_id,
      short_description,
      due_at,
      ...urls,
    },
    content: {
      subject: `${id} is ready: ${name}`,
      lines: [
        `${id} is ready: ${name}`,
        `It is part of ${request_id}: ${short_description}`,
        ...(due_at === null ? [] : [`It is due at ${due_at}.`]),
      ],
      link: { label: `Open ${request_id}`, url: urls.html_url },
    },
  };
};

interface ReadyTasks {
  request: Pick<RequestReference, 'short_description'>;
  tasks: readonly Subject[];
  /** The caller named this assignee in the same write; others take part already, whatever their number. */
  chosen?: string | null | undefined;
}

/** Notifies the assignee of each task; while nobody is assigned, the members of the group. */
export async function notifyReady(
  tx: Tx,
  context: Context,
  { request, tasks, chosen }: ReadyTasks,
): Promise<void> {
  const members = new Map<string, string[]>();
  for (const task of tasks) {
    const { assigned_to: assignee, assignment_group: group } = task;
    if (assignee === null && group !== null && !members.has(group))
      members.set(group, await groupMembers(tx, group));
    const people = assignee === null ? (members.get(group ?? '') ?? []) : [assignee];
    const takePart = assignee === null || assignee !== chosen;
    const notice = taskNotice(task, request, context.baseUrl);
    await notifyPeople(tx, context, { ...notice, takePart }, people);
  }
}
