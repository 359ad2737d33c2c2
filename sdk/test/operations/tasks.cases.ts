// These cases cover the tasks of service requests.
import { ABSENT, type Case, type MethodName, type World } from './world.ts';

const approvedRequest = async (world: World) => {
  const id = await world.serviceRequest();
  await world.manager.serviceRequests.approve(id);
  return id;
};

const newTask = async (world: World) =>
  world.agent.serviceRequests.createTask(await approvedRequest(world), { name: 'Order' });

export const taskCases = {
  'serviceRequests.listTasks': {
    ok: async (world) => world.agent.serviceRequests.listTasks(await world.serviceRequest()),
    fails: ({ agent }) => agent.serviceRequests.listTasks(ABSENT),
    code: 'not_found',
  },
  'serviceRequests.createTask': {
    ok: newTask,
    fails: async (world) =>
      world.agent.serviceRequests.createTask(await world.serviceRequest(), { name: 'Order' }),
    code: 'request_not_open',
  },
  'tasks.list': {
    ok: ({ agent }) => agent.tasks.list({ ready: 'true', state: ['open'] }),
    fails: ({ requester }) => requester.tasks.list(),
    code: 'insufficient_role',
  },
  'tasks.get': {
    ok: async (world) => world.auditor.tasks.get((await newTask(world)).id),
    fails: ({ agent }) => agent.tasks.get(ABSENT),
    code: 'not_found',
  },
  'tasks.update': {
    ok: async (world) => world.agent.tasks.update((await newTask(world)).id, { state: 'done' }),
    fails: async (world) => {
      const { id, request_id } = await newTask(world);
      const { id: second } = await world.agent.serviceRequests.createTask(request_id, {
        name: 'Install',
        depends_on: [id],
      });
      return world.agent.tasks.update(second, { state: 'in_progress' });
    },
    code: 'task_blocked',
  },
  'tasks.listTimeline': {
    ok: async (world) => world.agent.tasks.listTimeline((await newTask(world)).id),
    fails: ({ agent }) => agent.tasks.listTimeline(ABSENT),
    code: 'not_found',
  },
} satisfies Partial<Record<MethodName, Case>>;
