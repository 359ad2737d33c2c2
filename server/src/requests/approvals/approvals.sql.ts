// Says in SQL who may read a request because a stage names them, and who may decide it.
import { type RawBuilder, sql } from 'kysely';
import { type Actor, addressesOf } from '../../platform/context.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';

const lowerAddresses = (actor: Pick<Actor, 'email' | 'formerEmails'>): string[] =>
  addressesOf(actor).map((one) => one.toLowerCase());

/** Selects the addresses of those who are away now and for whom one of these people stands in. */
export const addressesOfAbsent = (delegates: readonly string[]): RawBuilder<unknown> => sql`
  select absent_address.address from users as absent
  join user_addresses as absent_address on absent_address.user_id = absent.id
  where absent.active and absent.away_until > now()
    and lower(absent.delegate) = any(${delegates}::text[])`;

/**
 * PostgreSQL expects few rows of a list of ids and begins with them; of an array of addresses that it does not know yet, it
 * expects a hundredth of the table and reads all of it.
 */
const isOfAbsent = (delegates: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  service_requests.id = any(array(
    select named.id from (${addressesOfAbsent(delegates)}) as seat
    join service_requests as named on named.approvers && array[seat.address]))`;

export const isApproverSql = (
  actor: Pick<Actor, 'email' | 'formerEmails'>,
): RawBuilder<boolean> => {
  const own = lowerAddresses(actor);
  return sql<boolean>`(service_requests.approvers && ${own}::text[] or ${isOfAbsent(own)})`;
};

/** Reads who stands in now for approvers of the request, as `StandIn`. */
export const standInsSql = (): RawBuilder<unknown> => sql`
  case when service_requests.approvers is not null then (
    select jsonb_agg(jsonb_build_object('for', absent_address.address, 'by', lower(absent.delegate)))
    from user_addresses as absent_address
    join users as absent on absent.id = absent_address.user_id
    where absent_address.address = any(service_requests.approvers)
      and absent.active and absent.away_until > now() and absent.delegate is not null) end`;

const openStage = sql`jsonb_path_query_first(service_requests.stages, '$[*] ? (@.state == "open")')`;

const hasDecided = (own: readonly string[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_array_elements(${openStage} -> 'decisions') as made
  where lower(made ->> 'by') = any(${own}::text[]))`;

const waitsFor = (addresses: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_array_elements_text(${openStage} -> 'waiting_for') as seat
  where lower(seat) = any(${addresses}))`;

/**
 * Nobody decides what is their own or for them. Managers decide every request; others decide where the open stage waits for
 * them, or for somebody in whose place they stand.
 */
export function isUndecidedSql(
  actor: Pick<Actor, 'email' | 'formerEmails'>,
  isManager: boolean,
): RawBuilder<boolean> {
  const own = lowerAddresses(actor);
  const isParty = sql<boolean>`(${isOneOfAddresses('service_requests.requested_by', own)}
    or ${isOneOfAddresses('service_requests.requested_for', own)})`;
  const isAsked = sql<boolean>`(${isApproverSql(actor)} and (${waitsFor(sql`${own}::text[]`)}
    or ${waitsFor(sql`array(${addressesOfAbsent(own)})`)}))`;
  return sql<boolean>`${isParty} is not true and not coalesce(${hasDecided(own)}, false)
    and ${isManager ? sql`true` : isAsked}`;
}
