// Shows what somebody leaves behind: open records, decisions that wait, groups without another member, and webhooks.
import { addressesOf } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { picker } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  countOpenWork,
  findOpenWork,
  findWaiting,
  typesOfWork,
  typesWithDecisions,
  type Worker,
} from '../records/index.ts';
import { webhooksOf } from '../webhooks/index.ts';
import { GroupWork, MAX_LISTED, OpenWork } from './leavers.schema.ts';
import {
  countOthersWithRole,
  findGroup,
  findUser,
  groupsOfOnly,
  type Person,
} from './leavers.sql.ts';

const pick = picker(OpenWork);
const pickGroup = picker(GroupWork);

type IdRequest = RequestContext<{ id: string }>;

const withoutType = <R extends { type: string }>({ type: _, ...record }: R) => record;

async function openRecordsOf(db: Db, worker: Worker) {
  const totals = new Map((await countOpenWork(db, worker)).map(({ type, count }) => [type, count]));
  const records = [];
  for (const type of typesOfWork()) {
    const total = totals.get(type.type) ?? 0;
    if (total === 0) continue;
    const data = await findOpenWork(db, type, worker, MAX_LISTED);
    records.push({ type: type.type, total, data: data.map(withoutType) });
  }
  return records;
}

async function approvalsOf(db: Db, person: Person) {
  const approvals = [];
  for (const type of typesWithDecisions()) {
    const { total, data } = await findWaiting(db, type, person, MAX_LISTED);
    if (total === 0) continue;
    const roles = Object.keys(type.decisions?.policy ?? {});
    const others = await countOthersWithRole(db, person.id, roles);
    approvals.push({ type: type.type, total, others, data: data.map(withoutType) });
  }
  return approvals;
}

export async function getOpenWork({ params, deps }: IdRequest): Promise<Reply> {
  const { db } = deps;
  const person = await findUser(db, params.id);
  if (!person) throw notFound(`User ${params.id}`);
  return ok(
    pick({
      user: { id: person.id, email: person.email, name: person.name, active: person.active },
      records: await openRecordsOf(db, { assignees: addressesOf(person) }),
      approvals: await approvalsOf(db, person),
      only_member_of: await groupsOfOnly(db, person.email),
      webhooks: await webhooksOf(db, person.id),
    }),
  );
}

/** These records follow when the group is renamed. */
export async function getGroupWork({ params, deps }: IdRequest): Promise<Reply> {
  const group = await findGroup(deps.db, params.id);
  if (!group) throw notFound(`Group ${params.id}`);
  const groups = [group.name, ...group.previous_names];
  return ok(
    pickGroup({
      group: { id: group.id, name: group.name },
      records: await openRecordsOf(deps.db, { groups }),
    }),
  );
}
