// Addresses of people are stored as given and compared in SQL regardless of case, as `isSamePerson` does.
import { type RawBuilder, sql } from 'kysely';

/** The indexes by person begin with this expression. */
export const comparableAddress = (column: string): RawBuilder<string> =>
  sql<string>`lower(${sql.ref(column)})`;

const isAddress = (column: string, address: string): RawBuilder<boolean> =>
  sql<boolean>`${comparableAddress(column)} = lower(${address}::text)`;

/** A person has a few addresses: each is a value for the planner, which scans the index of the column for each. */
export const isOneOfAddresses = (
  column: string,
  addresses: readonly string[],
): RawBuilder<boolean> => {
  const [only = '', ...others] = addresses;
  return others.length === 0
    ? isAddress(column, only)
    : sql<boolean>`${comparableAddress(column)} in (${sql.join(
        addresses.map((address) => sql`lower(${address}::text)`),
      )})`;
};

// The columns of these statements have names that no expression for an address has.

/** Selects the id of the user who has the address, or had it; null if nobody has. */
export const userOfAddress = (address: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(
    select known_user from user_addresses as known (known_address, known_user)
    where known_address = lower(${address}))`;

/** Selects a key that all addresses of a user have; an address of nobody has one of its own. */
export const personKey = (address: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${userOfAddress(address)}, lower(${address}))`;

/** Selects all addresses of the person who has this one, in lower case; an address of nobody is alone. */
export const addressesOfPerson = (address: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(
    select lower(${address}) union select known_address
    from user_addresses as known (known_address, known_user)
    where known_user = ${userOfAddress(address)})`;

/** Selects the present address of a person who may have been named by a former one. */
export const presentAddress = (address: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((
    select users.email from users
    where users.id = ${userOfAddress(address)} and lower(users.email) <> lower(${address})), ${address})`;
