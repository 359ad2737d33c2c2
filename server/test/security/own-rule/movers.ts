// People whose address changes: all addresses that they had are theirs.
import { randomBytes } from 'node:crypto';
import type { Person, World } from '../../support/records.ts';

export interface Mover extends Person {
  formerEmails: string[];
  generation: number;
}

export const addressesOf = ({ email, formerEmails }: Mover): string[] => [email, ...formerEmails];

export const isAddressOf = (person: Mover, address: string | null): boolean =>
  addressesOf(person).some((one) => one.toLowerCase() === address?.toLowerCase());

/** Returns a token as the provider issues it; `email` may be in another case. */
export const tokenOf = (
  { instance }: Pick<World, 'instance'>,
  { id, role, formerEmails, generation }: Mover,
  email: string,
): Promise<string> =>
  instance.mint({ sub: id, email, former_emails: formerEmails, roles: [role], gen: generation });

export async function newMover(world: World): Promise<Mover> {
  return { ...(await world.person('requester')), formerEmails: [], generation: 0 };
}

/** Tokens with the former address are revoked. */
export async function moveTo(world: World, person: Mover): Promise<void> {
  const email = `moved.${randomBytes(5).toString('hex')}@example.com`;
  const { status, body, text } = await world.instance.call('PATCH', `/users/${person.id}`, {
    as: 'super_admin',
    body: { email },
  });
  if (status !== 200) throw new Error(text);
  const [{ token_generation: generation }] = await world.instance.sql(
    'select token_generation from users where id = $1',
    [person.id],
  );
  Object.assign(person, { email, formerEmails: body.previous_emails, generation });
  person.token = await tokenOf(world, person, email);
}
