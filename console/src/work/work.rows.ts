// My work is one list: my open tasks, and those of my groups that nobody has.
import {
  findTasks,
  type ListPage,
  type Me,
  meQuery,
  queryClient,
  recordQuery,
  type TaskSummary,
} from '../api/index.ts';
import { defineList, type ListRow } from '../lists/index.ts';
import { orderWork, reasonForLeavingWork, sectionOf, workSections } from './work.order.ts';

export type WorkRow = TaskSummary & ListRow;

const state: TaskSummary['state'][] = ['open', 'in_progress'];
const none = { rows: [], isCut: false };
const CUT = 'There are more tasks than are shown here.';

async function readWork(): Promise<ListPage<WorkRow>> {
  const me = await queryClient.ensureQueryData(meQuery);
  const [own, ofGroups] = await Promise.all([
    findTasks({ state, assigned_to: me.email }),
    me.groups.length === 0 ? none : findTasks({ state, assignment_group: me.groups }),
  ]);
  const free = ofGroups.rows.filter(({ assigned_to }) => assigned_to === null);
  const rows = orderWork([...own.rows, ...free]);
  const isLowerBound = own.isCut || ofGroups.isCut;
  return {
    rows,
    total: rows.length,
    isLowerBound,
    next: undefined,
    ...(isLowerBound && { note: CUT }),
  };
}

export const workList = defineList<WorkRow>({
  filters: [],
  read: readWork,
  readOne: (id) => queryClient.fetchQuery(recordQuery({ type: 'task', id })),
  recordType: 'task',
  sectionsOf: () => ({ ids: workSections, idOf: sectionOf }),
  leaves: (row) => {
    const me = queryClient.getQueryData<Me>(meQuery.queryKey);
    return me && reasonForLeavingWork(row as TaskSummary, me);
  },
});
