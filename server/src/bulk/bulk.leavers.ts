// The jobs of a deactivated user are cancelled: the remaining rows are skipped, and those already processed stay.
import type { AuditContext } from '../platform/context.ts';
import { readSettings } from '../platform/runtime/settings.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { cancelRemaining, lockUnfinished } from './bulk.sql.ts';

interface Account {
  id: string;
  active: boolean;
}

export async function cancelJobsOfLeaver(
  tx: Tx,
  before: Account | null,
  { id, active }: Account,
  { now }: AuditContext,
): Promise<void> {
  if (!before?.active || active) return;
  const jobs = await lockUnfinished(tx, id);
  if (jobs.length === 0) return;
  const { job_retention_days: retentionDays } = await readSettings(tx);
  const how = { at: now.toISOString(), retentionDays, reason: 'caller_deactivated' } as const;
  for (const job of jobs) await cancelRemaining(tx, job, how);
}
