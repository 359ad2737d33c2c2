// A verified sender acts as the user who has the address, or with no rights but those of a participant.
import {
  clientAddress,
  findUserOfAddress,
  registerUser,
  type UserRow,
} from '../../identity/index.ts';
import { type Actor, addressesOf, type AuditContext } from '../../platform/context.ts';
import { EMAIL } from '../../platform/http/input/formats.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Incoming } from '../messages/incoming.ts';
import type { Facts } from './rules.ts';

const MAX_ADDRESS = 254;

/** Returns the address of a mail that names one sender, by a form that users may have. */
export const senderAddress = ({ sender }: Pick<Incoming, 'sender'>): string | undefined =>
  sender.from !== null && EMAIL.test(sender.from) && sender.from.length <= MAX_ADDRESS
    ? sender.from
    : undefined;

export interface Sender {
  /** These are all addresses that the sender has, or had. */
  addresses: string[];
  actor: Actor;
  person: Facts['person'];
}

const actorOf = ({ id, email, previous_emails: formerEmails, roles }: UserRow): Actor => ({
  id,
  email,
  formerEmails,
  roles,
});

/** With an external identity provider the roles of people are known from their tokens only. */
const strangerOf = ({ config }: Pick<Deps, 'config'>, email: string): Actor => ({
  id: `mail ${email}`,
  email,
  roles: config.OIDC_ISSUER === '' ? [] : ['requester'],
});

/** Returns undefined for a sender who is not verified. */
export async function findSender(
  tx: Tx,
  deps: Deps,
  incoming: Incoming,
): Promise<Sender | undefined> {
  const address = senderAddress(incoming);
  if (incoming.sender.result !== 'verified' || address === undefined) return undefined;
  const user = await findUserOfAddress(tx, address);
  if (user) {
    const actor = actorOf(user);
    return { addresses: addressesOf(actor), actor, person: user.active ? 'active' : 'inactive' };
  }
  const person = deps.config.OIDC_ISSUER === '' ? 'unknown' : 'active';
  return { addresses: [address], actor: strangerOf(deps, address), person };
}

/** The service itself writes what nobody is known to have written. */
export const serviceActor = ({ config }: Pick<Deps, 'config'>): Actor => ({
  id: 'mail',
  email: clientAddress(config, 'mail'),
  roles: ['agent'],
  isClient: true,
});

/** Addresses of clients are reserved, so nobody writes from them. */
export const isReserved = ({ config }: Pick<Deps, 'config'>, address: string): boolean =>
  address.toLowerCase().endsWith(clientAddress(config, '').toLowerCase());

/** Registers a new requester, without a password. */
export async function registerSender(
  tx: Tx,
  deps: Deps,
  context: AuditContext,
  { mail, sender }: Incoming,
): Promise<Actor> {
  const email = sender.from as string;
  const shown = mail.from[0]?.name ?? '';
  const name = shown.trim() === '' ? email.slice(0, email.indexOf('@')) : shown;
  const by = { ...context, actor: serviceActor(deps) };
  return actorOf(await registerUser(tx, by, deps.config, { email, name, roles: ['requester'] }));
}
