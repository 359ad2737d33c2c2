// An invitation lets a new person choose the first password. The administrator never knows it.
import { randomUUID } from 'node:crypto';
import type { AuditContext } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { UserRow } from '../users/users.sql.ts';
import { requestAccountMail } from './account-mail-request.ts';
import { replaceLink } from './account-links.sql.ts';

export const INVITATION_DAYS = 7;

type Invited = Pick<UserRow, 'email' | 'active' | 'password_hash'>;

/** Each reason says why the person cannot be invited, or is undefined. */
const reasons: readonly ((
  config: Pick<Config, 'SMTP_URL' | 'OIDC_ISSUER'>,
  user: Invited,
) => string | undefined)[] = [
  ({ OIDC_ISSUER }) =>
    OIDC_ISSUER === ''
      ? undefined
      : `People sign in at ${OIDC_ISSUER}, so they have no password here.`,
  ({ SMTP_URL }) =>
    SMTP_URL === ''
      ? 'This instance sends no mail. Set SMTP_URL, or give the user a password.'
      : undefined,
  (_, { active, email }) => (active ? undefined : `${email} is not active.`),
  (_, { password_hash, email }) =>
    password_hash === null ? undefined : `${email} has a password already.`,
];

export function requireInvitable(
  config: Pick<Config, 'SMTP_URL' | 'OIDC_ISSUER'>,
  user: Invited,
): void {
  const [reason] = reasons.flatMap((reasonOf) => reasonOf(config, user) ?? []);
  if (reason !== undefined) throw new ApiError('cannot_invite', reason);
}

/** Returns the fields of an invited user. */
export const invitationOf = ({
  now,
}: Pick<AuditContext, 'now'>): Pick<UserRow, 'invited_at' | 'invitation_expires_at'> => ({
  invited_at: now.toISOString(),
  invitation_expires_at: new Date(now.getTime() + INVITATION_DAYS * 86_400_000).toISOString(),
});

/** Ends the link of an earlier invitation. The caller has locked or created the user. */
export async function sendInvitation(
  tx: Tx,
  context: AuditContext,
  { id: userId, invitation_expires_at }: UserRow,
): Promise<void> {
  if (invitation_expires_at === null) return;
  const id = randomUUID();
  await replaceLink(tx, {
    user_id: userId,
    id,
    audience: 'invitation',
    token_hash: null,
    browser_hash: null,
    expires_at: invitation_expires_at,
  });
  const inviter = context.actor.email;
  await requestAccountMail(tx, context, { kind: 'invitation', user_id: userId, inviter }, id);
}
