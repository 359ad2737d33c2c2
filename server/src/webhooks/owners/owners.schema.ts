import Type from 'typebox';
import type { FieldDiff } from '../../events/index.ts';

export const ownerUpdate = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'Address of an active user or client. Only a `super_admin` can change it.',
});

/** The owner is audited apart from the other fields: the entry of a creation has an actor, who is the owner. */
export const ownerDiff = (before: { owner: string }, after: { owner: string }): FieldDiff =>
  before.owner === after.owner ? {} : { owner: { from: before.owner, to: after.owner } };
