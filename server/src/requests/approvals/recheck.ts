// When somebody leaves, goes away or comes back, the stages that wait for them are settled anew: a stage for which everybody
// else has approved ends, and managers are asked where nobody is left. The job may run twice.
import { systemContext } from '../../identity/index.ts';
import { addJob, type Jobs } from '../../platform/background/jobs.ts';
import { type AuditContext, type Context, instanceContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { lockIf, type SaveListeners, saveUpdate } from '../../records/index.ts';
import { serviceRequests } from '../requests.record.ts';
import type { ServiceRequestRow } from '../requests.sql.ts';
import { askToDecide } from './advance.ts';
import { attendanceOf } from './approvers.ts';
import { findAwaiting } from './approvers.sql.ts';
import { saveStages } from './decide.ts';
import { openStageOf, settle } from './stage.ts';

const RECHECK_JOB = 'recheck-approvals';
const MAX_BATCH = 50;

/** A stage that has found the person before may open after the job; no transaction is open for this long. */
const AGAIN_AFTER_MS = 60_000;

interface Person {
  email: string;
  previous_emails: string[];
  active: boolean;
  away_until: string | null;
  delegate: string | null;
}

interface Recheck {
  addresses: string[];
}

const deciding = ['active', 'away_until', 'delegate'] as const satisfies (keyof Person)[];

/** Runs in the transaction that saves the person. */
async function queueRecheck(
  tx: Tx,
  before: Person | null,
  after: Person,
  { now }: AuditContext,
): Promise<void> {
  if (!before || deciding.every((field) => before[field] === after[field])) return;
  const addresses = [after.email, ...after.previous_emails].map((one) => one.toLowerCase());
  const job: Recheck = { addresses };
  await addJob(tx, RECHECK_JOB, job);
  await addJob(tx, RECHECK_JOB, job, { runAt: new Date(now.getTime() + AGAIN_AFTER_MS) });
}

export const approvalListener: SaveListeners = { user: queueRecheck };

/** Saves the request if its open stage stands differently now. */
async function recheck(tx: Tx, context: Context, before: ServiceRequestRow): Promise<void> {
  const stage = openStageOf(before.stages);
  if (!stage) return;
  const attendance = await attendanceOf(tx, context, stage, before);
  const settled = settle(stage, attendance, context.now.toISOString());
  if (settled === stage) return;
  if (settled.state !== 'open') {
    await saveStages(tx, context, before, settled, {});
    return;
  }
  const stages = (before.stages ?? []).map((one) => (one === stage ? settled : one));
  const { nobody_left } = settled;
  const to = { stage: stage.name, nobody_left };
  const row = await saveUpdate(
    tx,
    context,
    serviceRequests,
    before,
    { ...before, stages },
    {
      also: { approval: { from: null, to } },
    },
  );
  if (nobody_left) await askToDecide(tx, context, row, []);
}

async function recheckRequest(deps: Deps, context: Context, id: string): Promise<void> {
  const isSubmitted = ({ state }: ServiceRequestRow): boolean => state === 'submitted';
  await transact(deps, async (tx) => {
    const locked = await lockIf(tx, context, serviceRequests, id, isSubmitted);
    if (locked) await recheck(tx, locked.context, locked.before);
  });
}

async function recheckAll(deps: Deps, { addresses }: Recheck): Promise<void> {
  const context: Context = {
    ...systemContext(deps, 'system'),
    ...(await instanceContext(deps)),
    reach: 'all',
    clock: deps.now,
  };
  let after = '';
  let ids: string[];
  do {
    ids = await findAwaiting(deps.db, addresses, after, MAX_BATCH);
    for (const id of ids) await recheckRequest(deps, context, id);
    after = ids.at(-1) ?? '';
  } while (ids.length === MAX_BATCH);
}

export const approvalJobs: Jobs = { [RECHECK_JOB]: recheckAll };
