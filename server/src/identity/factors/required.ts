// Some roles need a second factor. People have 14 days to set one up; later, nothing is issued to them without it.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Settings } from '../../platform/runtime/settings.ts';
import type { UserRow } from '../users/users.sql.ts';
import { listFactors } from './factors.sql.ts';
import { findRequiredSince, noteRequirement, noteRequirements } from './required.sql.ts';

const ENROL_DAYS = 14;
const DAY_MS = 86_400_000;

type Requirement = Pick<Settings, 'require_second_factor'>;

export const isRequired = (
  { require_second_factor }: Requirement,
  { roles }: { roles: readonly string[] },
): boolean => require_second_factor.some((role) => roles.includes(role));

const endOf = (since: string): Date => new Date(Date.parse(since) + ENROL_DAYS * DAY_MS);

/** Returns undefined if no role of the person needs a second factor. */
export async function enrolUntil(
  { db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>,
  user: UserRow,
): Promise<Date | undefined> {
  if (!isRequired(await settings(), user)) return undefined;
  return endOf(await noteRequirement(db, user.id, now().toISOString()));
}

interface Login {
  amr: readonly string[] | undefined;
  /** The login began at this second since 1970. */
  startedAt: number;
}

/**
 * Returns true if a login without a second factor must get no more tokens: the days to set one up are over, or the person
 * had a factor when the login began. One that began before the factor goes on to its end.
 */
export async function lacksFactor(
  { db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>,
  user: UserRow,
  { amr = [], startedAt }: Login,
): Promise<boolean> {
  if (amr.includes('mfa')) return false;
  const factors = await listFactors(db, user.id);
  const isOlder = (at: string) => Math.floor(Date.parse(at) / 1000) < startedAt;
  if (factors.some(({ created_at }) => isOlder(created_at))) return true;
  if (!isRequired(await settings(), user)) return false;
  const since = await findRequiredSince(db, user.id);
  return since !== undefined && endOf(since) <= now();
}

export async function noteRequired({
  db,
  now,
  settings,
}: Pick<Deps, 'db' | 'now' | 'settings'>): Promise<void> {
  const { require_second_factor: some } = await settings();
  if (some.length > 0) await noteRequirements(db, some, now().toISOString());
}
