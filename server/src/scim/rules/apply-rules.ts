// The rules of a connector give roles and groups to the members of its groups. They are applied with each change of a
// membership; a change that concerns many people is continued by a job.
import { applyGrant, evaluateRules, type UserRow, userTable } from '../../identity/index.ts';
import { addJob } from '../../platform/background/jobs.ts';
import type { AuditContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type ConnectorRow, connectorTable } from '../connectors/connectors.sql.ts';
import { groupsOfUsers } from '../users/users.sql.ts';
import { usersAfter } from './rules.sql.ts';

/** Each takes some milliseconds, and a request has 15 seconds. */
export const MAX_APPLIED_AT_ONCE = 100;
const RULES_JOB = 'apply-scim-rules';
const PAGE = 500;

interface RulesJob {
  connector: string;
  /** Without ids, the job is about all users of the connector. */
  users?: readonly string[];
  actor: { id: string; email: string };
  request_id: string;
}

type Rules = Pick<ConnectorRow, 'id' | 'role_rules' | 'may_grant_super_admin'>;

/** A group that no rule names changes nothing. */
export const isNamedByRule = ({ role_rules }: Rules, group: string): boolean =>
  role_rules.some(({ value }) => value === group);

async function applyToUser(
  tx: Tx,
  context: AuditContext,
  connector: Rules,
  user: UserRow,
  names: readonly string[],
): Promise<void> {
  const grant = evaluateRules(
    connector.role_rules,
    { groups: names },
    { mayGrantSuperAdmin: connector.may_grant_super_admin },
  );
  await applyGrant(tx, context, user, connector.id, grant);
}

/** The users are locked, unless they are so many that a job locks them one by one. */
export async function applyRules(
  tx: Tx,
  context: AuditContext,
  connector: Rules,
  users: ReadonlyMap<string, UserRow>,
  ids: readonly string[] = [...users.keys()],
): Promise<void> {
  if (ids.length > MAX_APPLIED_AT_ONCE) return addRulesJob(tx, context, connector.id, ids);
  const memberships = Map.groupBy(await groupsOfUsers(tx, ids), ({ user_id }) => user_id);
  for (const id of ids) {
    const user = users.get(id);
    const names = (memberships.get(id) ?? []).map(({ name }) => name);
    if (user) await applyToUser(tx, context, connector, user, names);
  }
}

/** Without ids, the job applies the rules to all users of the connector. */
function addRulesJob(
  tx: Tx,
  { actor: { id, email }, requestId }: AuditContext,
  connector: string,
  users?: readonly string[],
): Promise<void> {
  const job: RulesJob = {
    connector,
    ...(users && { users }),
    actor: { id, email },
    request_id: requestId,
  };
  return addJob(tx, RULES_JOB, job);
}

async function applyToOne(deps: Deps, job: RulesJob, id: string): Promise<void> {
  await transact(deps, async (tx) => {
    const user = await userTable.lock(tx, id);
    const connector = await connectorTable.find(deps.db, job.connector);
    if (!user || !connector) return;
    const context = {
      actor: { ...job.actor, roles: [] },
      requestId: job.request_id,
      now: deps.now(),
    };
    await applyRules(tx, context, connector, new Map([[id, user]]));
  });
}

async function* usersOf({ db }: Deps, { connector, users }: RulesJob): AsyncGenerator<string> {
  if (users) {
    yield* users;
    return;
  }
  let page: string[] = [];
  do {
    page = await usersAfter(db, connector, page.at(-1) ?? '', PAGE);
    yield* page;
  } while (page.length === PAGE);
}

/** A job that is interrupted begins again; what is applied already does not change. */
async function runRulesJob(deps: Deps, job: RulesJob): Promise<void> {
  for await (const id of usersOf(deps, job)) await applyToOne(deps, job, id);
}

export const rulesJobs = { [RULES_JOB]: runRulesJob };

/** New rules apply to everybody whom the connector has provisioned. */
export async function applyChangedRules(
  tx: Tx,
  before: ConnectorRow | null,
  after: ConnectorRow,
  context: AuditContext,
): Promise<void> {
  if (!before) return;
  const isSame =
    before.role_rules === after.role_rules &&
    before.may_grant_super_admin === after.may_grant_super_admin;
  if (!isSame) await addRulesJob(tx, context, after.id);
}
