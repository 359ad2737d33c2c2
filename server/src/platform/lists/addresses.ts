// A filter by a person finds the records that name any of their addresses.
import { sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import type { ListRequest, ListSpec } from './list-spec.ts';
import { holdsAddresses } from './strategies.ts';

type Filters = ListRequest['filters'];

/** Returns the other addresses of the people who have these, by each address in lower case. */
async function otherAddresses(
  db: Db,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ address: string; others: string[] }>`
    select given.address, array_agg(other.address) as others
    from user_addresses as given join user_addresses as other using (user_id)
    where given.address = any(${addresses.map((one) => one.toLowerCase())}::text[])
      and other.address <> given.address
    group by given.address`.execute(db);
  return new Map(rows.map(({ address, others }) => [address, others]));
}

/** The addresses of the caller are `own`: they need no query, because most people filter by themselves. */
export async function withAllAddresses<Row>(
  db: Db,
  own: readonly string[],
  { filters: known }: Pick<ListSpec<Row>, 'filters'>,
  filters: Filters,
): Promise<Filters> {
  const isOwn = (value: string): boolean =>
    own.some((address) => address.toLowerCase() === value.toLowerCase());
  const ofPeople = Object.entries(filters).filter(([name]) => holdsAddresses(known[name]));
  const strangers = ofPeople.flatMap(([, values]) => values).filter((value) => !isOwn(value));
  const others = strangers.length > 0 ? await otherAddresses(db, strangers) : undefined;
  const allOf = (value: string): readonly string[] =>
    isOwn(value) ? own : [value, ...(others?.get(value.toLowerCase()) ?? [])];
  return {
    ...filters,
    ...Object.fromEntries(ofPeople.map(([name, values]) => [name, values.flatMap(allOf)])),
  };
}
