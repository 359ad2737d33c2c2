// A CI is identified by serial_number, then fqdn, then class and name.
import { ApiError } from '../platform/errors.ts';

export interface Identity {
  serial_number?: string | null;
  fqdn?: string | null;
  class?: string;
  name?: string;
}

type Identifier = 'serial_number' | 'fqdn' | 'class+name';

/** Identifiers are tried in this order. */
const identifiers: Record<Identifier, (identity: Identity) => string | undefined> = {
  serial_number: ({ serial_number }) => serial_number ?? undefined,
  fqdn: ({ fqdn }) => fqdn?.toLowerCase(),
  'class+name': ({ class: className, name }) =>
    className === undefined || name === undefined ? undefined : JSON.stringify([className, name]),
};

export const hasIdentifier = (identity: Identity): boolean =>
  Object.values(identifiers).some((valueOf) => valueOf(identity) !== undefined);

/** The CI `id` has the identifier. */
export interface Holder {
  identifier: Identifier;
  id: string;
}

export const hasSameIdentifier = (
  identifier: Identifier,
  one: Identity,
  other: Identity,
): boolean => identifiers[identifier](one) === identifiers[identifier](other);

export const hasSameIdentity = (one: Identity, other: Identity): boolean =>
  (Object.keys(identifiers) as Identifier[]).every((name) => hasSameIdentifier(name, one, other));

export const identityConflict = ({ identifier, id }: { identifier: Identifier; id?: string }) =>
  new ApiError(
    'identity_conflict',
    `${id ?? 'Another CI'} has this ${identifier}. Update that CI, or send another ${identifier}.`,
    { identifier, ...(id !== undefined && { ci_id: id }) },
  );

/** Throws if a CI other than `id` has one of the identifiers. */
export function requireSingleHolder(holders: readonly Holder[], id?: string): void {
  const other = holders.find((holder) => holder.id !== id);
  if (other) throw identityConflict(other);
}
