import { JobAccepted } from '../bulk/index.ts';
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import { handOver } from './hand-over.ts';
import { GroupId, GroupWork, HandOver, OpenWork, UserId } from './leavers.schema.ts';
import { getGroupWork, getOpenWork } from './open-work.ts';

const policy = may('work.hand_over');

export const leaverRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/users/:id/open-work',
    operationId: 'getOpenWork',
    tag: 'Users',
    summary: 'Get open work',
    description:
      'What somebody leaves behind: open records that are assigned to them, decisions that wait for them, groups without another member, and webhooks.',
    policy,
    params: object({ id: UserId }),
    success: { status: 200, description: 'The open work of the user.', schema: OpenWork },
    read: getOpenWork,
  }),
  writes({
    method: 'POST',
    path: '/users/:id/hand-over',
    operationId: 'handOver',
    tag: 'Users',
    summary: 'Hand open work over',
    description:
      'Assigns the open records of the user to `to`, or to nobody, so that they stay with their groups. Queues a job of up to 1,000 rows and returns it: each record gets a version, an audit entry and its events, at most once each. A record that is no longer theirs, or no longer open, is left as it is. `to` gets one notification about all of them.',
    policy,
    params: object({ id: UserId }),
    limit: 'bulk',
    body: HandOver,
    success: { status: 202, description: 'The queued job.', schema: JobAccepted },
    errors: ['no_open_work', 'too_many_jobs'],
    write: handOver,
  }),
  reads({
    method: 'GET',
    path: '/groups/:id/open-work',
    operationId: 'getGroupWork',
    tag: 'Groups',
    summary: 'Get open work of a group',
    description:
      'Open records that are assigned to the group, by any of its names. They follow when the group is renamed.',
    policy,
    params: object({ id: GroupId }),
    success: { status: 200, description: 'The open work of the group.', schema: GroupWork },
    read: getGroupWork,
  }),
];
