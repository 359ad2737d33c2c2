// Finds the person or the group that a mistyped value probably means.
import { nearest } from '../../platform/text.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findSimilarGroups, findSimilarPeople } from './assignment.sql.ts';

const partsOf = (address: string): { local: string; domain: string } => {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
};

/**
 * A mistake is either before or after the @. The whole address is not compared: addresses of one domain have most of
 * their letters in common.
 */
export function nearestAddress(given: string, known: readonly string[]): string | undefined {
  const { local, domain } = partsOf(given.toLowerCase());
  const others = known.map((address) => ({ address, ...partsOf(address.toLowerCase()) }));
  const colleagues = others.filter((one) => one.domain === domain);
  const namesakes = others.filter((one) => one.local === local);
  const colleague = nearest(
    local,
    colleagues.map((one) => one.local),
  );
  const home = nearest(
    domain,
    namesakes.map((one) => one.domain),
  );
  return (
    colleagues.find((one) => one.local === colleague) ??
    namesakes.find((one) => one.domain === home)
  )?.address;
}

/** Only people with one of the roles can be assigned. */
export const nearestPerson = async (
  tx: Tx,
  address: string,
  roles: readonly string[],
): Promise<string | undefined> =>
  nearestAddress(address, await findSimilarPeople(tx, address, roles));

export const nearestGroup = async (tx: Tx, name: string): Promise<string | undefined> =>
  nearest(name, await findSimilarGroups(tx, name));
