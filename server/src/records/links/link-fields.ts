// Two records are linked by a stored link, or by a field of one of them that names the other.
import type { RawBuilder } from 'kysely';

export const storedLinkKinds = [
  'child_of',
  'caused_by',
  'fixed_by',
  'follow_up_of',
  'related_to',
] as const;
export type StoredLinkKind = (typeof storedLinkKinds)[number];

/** A duplicate is linked by merging only, so the kind is never stored. */
export const linkKinds = ['duplicate_of', ...storedLinkKinds] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A field of a record type that names another record. Its link is read with the stored ones and changed as the field. */
export interface LinkField {
  /** The kind may depend on the times at which the two records were created. */
  kind:
    | LinkKind
    | ((created: RawBuilder<string>, createdOther: RawBuilder<string>) => RawBuilder<LinkKind>);
  /** The column needs an index, because the other record shows the link too. */
  column: string;
  /** The type of the other record; without a feature that has the type, there is no link. */
  to: string;
}
