// Finds, links or creates the user of a person who has signed in at an identity provider, and applies the role rules.
import { emit, type EntryKind } from '../../events/index.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { monotonicNow } from '../../records/index.ts';
import { applyGrant } from '../grants/grants.ts';
import { evaluateRules } from '../grants/role-rules.ts';
import { registerUser } from '../users/users.service.ts';
import { findUserByEmail, type UserRow, userTable } from '../users/users.sql.ts';
import { addressFrom } from './address.ts';
import type { Failure } from './failures.ts';
import {
  findIdentity,
  identityOfUser,
  type IdentityRow,
  insertIdentity,
  isReservedAddress,
  lockIdentity,
  recordUse,
} from './identities.sql.ts';
import type { IdentityProviderRow } from './providers/providers.sql.ts';
import { storedClaims } from './stored-claims.ts';

export type LinkResult = { user: UserRow } | { failure: Failure; address?: string | undefined };

interface Person {
  provider: IdentityProviderRow;
  claims: Readonly<Record<string, unknown>> & { sub: string };
}

const MAX_NAME_LENGTH = 255;

const nameFrom = ({ name }: Person['claims'], address: string): string =>
  typeof name === 'string' && /\S/.test(name) && !name.includes('\0')
    ? name.trim().slice(0, MAX_NAME_LENGTH)
    : address;

/** Links and unlinks change no field of the user, so their entries are written on their own. */
export const emitIdentityEntry = (
  tx: Tx,
  context: AuditContext,
  { id, version }: UserRow,
  kind: EntryKind,
  identity: { from: object | null; to: object | null },
): Promise<void> =>
  emit(tx, context, {
    record: { type: 'user', id, version },
    kind,
    changes: { identity },
    events: [],
  });

const byPerson = (context: AuditContext, { id, email }: UserRow): AuditContext => ({
  ...context,
  actor: { id, email, roles: [] },
});

/** Returns undefined if the address is reserved: a former one of somebody, or one of a client. */
async function createUser(
  tx: Tx,
  context: AuditContext,
  config: Config,
  input: { email: string; name: string },
): Promise<UserRow | undefined> {
  if (await isReservedAddress(tx, input.email)) return undefined;
  try {
    return await registerUser(tx, context, config, { ...input, roles: ['requester'] });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return undefined;
    throw error;
  }
}

async function linkByAddress(
  tx: Tx,
  context: AuditContext,
  config: Config,
  { provider, claims }: Person,
): Promise<LinkResult> {
  const result = addressFrom(claims, provider);
  if ('failure' in result) return result;
  const { address } = result;
  const { issuer } = provider;
  const found = await findUserByEmail(tx, address);
  const locked = found && (await userTable.lock(tx, found.id));
  if (locked) {
    if (!locked.active) return { failure: 'deactivated', address };
    const linked = await identityOfUser(tx, issuer, locked.id);
    if (linked) {
      await emitIdentityEntry(tx, context, locked, 'user.identity_refused', {
        from: { issuer, subject: linked.subject },
        to: { issuer, subject: claims.sub },
      });
      return { failure: 'another_identity', address };
    }
  } else if (!provider.create_users) return { failure: 'unknown', address };
  const name = nameFrom(claims, address);
  const user = locked ?? (await createUser(tx, context, config, { email: address, name }));
  if (!user) return { failure: 'former_address', address };
  const at = context.now.toISOString();
  await insertIdentity(tx, {
    issuer,
    subject: claims.sub,
    user_id: user.id,
    claims: {},
    linked_at: at,
    last_sign_in_at: at,
  });
  await emitIdentityEntry(tx, byPerson(context, user), user, 'user.identity_linked', {
    from: null,
    to: { issuer, subject: claims.sub },
  });
  return { user };
}

async function findOrLink(
  tx: Tx,
  context: AuditContext,
  config: Config,
  person: Person,
): Promise<LinkResult> {
  const name: Pick<IdentityRow, 'issuer' | 'subject'> = {
    issuer: person.provider.issuer,
    subject: person.claims.sub,
  };
  await lockIdentity(tx, name);
  const identity = await findIdentity(tx, name);
  if (!identity) return linkByAddress(tx, context, config, person);
  const user = await userTable.lock(tx, identity.user_id);
  if (!user?.active) return { failure: 'deactivated', address: user?.email };
  return { user };
}

/** The roles and groups of this provider are replaced at each sign-in. */
export async function signInUser(
  tx: Tx,
  context: AuditContext,
  config: Config,
  person: Person,
): Promise<LinkResult> {
  const result = await findOrLink(tx, context, config, person);
  if ('failure' in result) return result;
  const { provider, claims } = person;
  const { issuer, role_rules, may_grant_super_admin: mayGrantSuperAdmin } = provider;
  await recordUse(tx, {
    issuer,
    subject: claims.sub,
    claims: storedClaims(role_rules, claims),
    last_sign_in_at: context.now.toISOString(),
  });
  const grant = evaluateRules(role_rules, claims, { mayGrantSuperAdmin });
  const { user } = result;
  // The user may have been saved while this sign-in waited for the lock.
  const at = { ...context, now: monotonicNow({}, user, context.now) };
  return { user: await applyGrant(tx, at, user, provider.id, grant) };
}
