// Pages and operations add a job for each mail about an account. Notifications sends it, as every other mail.
import { randomUUID } from 'node:crypto';
import { addJob } from '../../platform/background/jobs.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';

export const ACCOUNT_MAIL_JOB = 'send-account-mail';

/** Somebody asked for a link; the job finds out whether the address has an account. */
export interface ResetRequest {
  kind: 'reset';
  email: string;
  /** The keyed hash of the network that asked. */
  network: string;
  /** The hash of the cookie of the browser that asked, in base64url. */
  browser: string;
}

interface PasswordChanged {
  kind: 'password_changed';
  user_id: string;
  address: string;
}

export type AccountMailRequest = (ResetRequest | PasswordChanged) & {
  /** A request that runs twice sends one mail. */
  id: string;
  at: string;
  request_id: string;
};

export const requestAccountMail = (
  tx: Tx,
  { now, requestId }: Pick<AuditContext, 'now' | 'requestId'>,
  request: ResetRequest | PasswordChanged,
): Promise<void> =>
  addJob(tx, ACCOUNT_MAIL_JOB, {
    ...request,
    id: randomUUID(),
    at: now.toISOString(),
    request_id: requestId,
  } satisfies AccountMailRequest);
