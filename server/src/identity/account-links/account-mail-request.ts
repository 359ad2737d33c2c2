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

interface InvitationRequest {
  kind: 'invitation';
  user_id: string;
  inviter: string;
}

interface PasswordChanged {
  kind: 'password_changed';
  user_id: string;
  address: string;
}

export type FactorChange = 'added' | 'removed' | 'codes_created' | 'code_used' | 'reset';

interface FactorsChanged {
  kind: 'factors_changed';
  user_id: string;
  change: FactorChange;
  /** It is null on the command line. */
  address: string | null;
}

type AccountMail = ResetRequest | InvitationRequest | PasswordChanged | FactorsChanged;

export type AccountMailRequest = AccountMail & {
  /** A request that runs twice sends one mail. The link in the mail has the same id. */
  id: string;
  at: string;
  request_id: string;
};

export const requestAccountMail = (
  tx: Tx,
  { now, requestId }: Pick<AuditContext, 'now' | 'requestId'>,
  request: AccountMail,
  id: string = randomUUID(),
): Promise<void> =>
  addJob(tx, ACCOUNT_MAIL_JOB, {
    ...request,
    id,
    at: now.toISOString(),
    request_id: requestId,
  } satisfies AccountMailRequest);
