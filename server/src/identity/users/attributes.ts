// Checks what a request says about a person, and brings it into the form that is stored.
import type { AuditContext } from '../../platform/context.ts';
import { isSamePerson } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import { canonicalLocale, canonicalTimeZone } from '../../platform/http/input/formats.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { withStoredTimes } from '../../records/index.ts';
import { nearestPerson } from '../people/nearest.ts';
import { roles } from '../roles.ts';
import { isKnownAddress, type UserRow } from './users.sql.ts';

type Attributes = Pick<UserRow, 'locale' | 'time_zone' | 'away_until' | 'manager' | 'delegate'>;
type Person = Partial<Attributes> & Pick<UserRow, 'email'>;

const PEOPLE = ['manager', 'delegate'] as const;

const canonical = <Input extends Partial<Attributes>>(input: Input): Input => ({
  ...withStoredTimes(input, ['away_until']),
  ...(input.locale && { locale: canonicalLocale(input.locale) }),
  ...(input.time_zone && { time_zone: canonicalTimeZone(input.time_zone) }),
});

async function faultOfPerson(
  tx: Tx,
  { email }: Person,
  field: (typeof PEOPLE)[number],
  address: string,
): Promise<Fault | undefined> {
  const fault = { in: 'body', pointer: `/${field}` } as const;
  if (isSamePerson(address, email))
    return { ...fault, code: 'not_allowed', message: `${field} must be somebody else.` };
  if (await isKnownAddress(tx, address)) return undefined;
  return {
    ...fault,
    code: 'unknown_person',
    message: `${field}: nobody has the address ${address}.`,
    nearest: await nearestPerson(tx, address, roles),
  };
}

function faultOfAbsence(until: string, now: Date): Fault | undefined {
  if (Date.parse(until) > now.getTime()) return undefined;
  return {
    in: 'body',
    pointer: '/away_until',
    code: 'too_small',
    message: `away_until must be in the future, after ${now.toISOString()}; null removes it.`,
  };
}

/**
 * Returns the input in the form that is stored, or throws all faults. A value that stays the same is not checked: a client
 * may send back a person whose manager has left, or whose absence has ended.
 */
export async function readAttributes<Input extends Partial<Attributes>>(
  tx: Tx,
  { now }: Pick<AuditContext, 'now'>,
  before: Person,
  input: Input,
): Promise<Input> {
  const stored = canonical(input);
  const next = { ...before, ...stored };
  const newValue = (field: keyof Attributes): string | undefined =>
    (stored[field] !== before[field] && stored[field]) || undefined;
  const away = newValue('away_until');
  const faults = [away && faultOfAbsence(away, now)];
  for (const field of PEOPLE) {
    const address = newValue(field);
    if (address) faults.push(await faultOfPerson(tx, next, field, address));
  }
  const found = faults.filter((fault) => typeof fault === 'object');
  if (found.length > 0) throw invalid(found);
  return stored;
}
