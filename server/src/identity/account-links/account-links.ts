// A link lets a person choose a password once. Its token exists only in the mail; the database has the hash.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/runtime/config.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type UserRow, userTable } from '../users/users.sql.ts';
import {
  type AccountLink,
  type Audience,
  deleteLink,
  findLinkByToken,
  saveToken,
} from './account-links.sql.ts';

/** Pages at these paths use the links. */
export const linkPaths = {
  reset: '/forgotten/link',
  invitation: '/invitation',
} as const satisfies Partial<Record<Audience, string>>;

/** Tokens have 256 random bits, so storing a plain hash is safe. */
export const makeToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

const linkUrl = ({ AUTH_URL }: Pick<Config, 'AUTH_URL'>, path: string, token: string): string =>
  `${AUTH_URL.replace(/\/$/, '')}${path}?token=${token}`;

/**
 * Gives the link a new token and returns its URL, as the mail is sent; undefined if the link has ended. Its host is that of
 * AUTH_URL, never that of a request. The token is in the query, because the log has the path.
 */
export async function issueLinkUrl(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  id: string,
): Promise<string | undefined> {
  const token = makeToken();
  const link = await saveToken(db, {
    id,
    token_hash: hashToken(token),
    now: now().toISOString(),
  });
  if (!link || link.audience === 'api_keys') return undefined;
  return linkUrl(config, linkPaths[link.audience], token);
}

interface Given {
  token: string;
  audience: Audience;
  /** The hash of the cookie of the browser; undefined if it has none. */
  browser?: Buffer | undefined;
}

export type LinkState = { user: UserRow } | { fault: 'ended' | 'other_browser' };

const isOwnBrowser = ({ browser_hash }: AccountLink, { browser }: Given): boolean =>
  browser_hash === null ||
  (browser?.length === browser_hash.length && timingSafeEqual(browser, browser_hash));

/** A password is reset only by people who have one, and a first one is chosen only by people without one. */
const mayUse: Record<Audience, (user: UserRow) => boolean> = {
  reset: ({ password_hash }) => password_hash !== null,
  invitation: ({ password_hash }) => password_hash === null,
  api_keys: () => true,
};

const stateOf = (
  link: AccountLink | undefined,
  user: UserRow | undefined,
  given: Given,
): LinkState => {
  if (link?.audience !== given.audience || !user?.active || !mayUse[given.audience](user))
    return { fault: 'ended' };
  return isOwnBrowser(link, given) ? { user } : { fault: 'other_browser' };
};

/** Does not spend the link: mail scanners open links, too. */
export async function readLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  given: Given,
): Promise<LinkState> {
  const key = { token_hash: hashToken(given.token), now: now().toISOString() };
  const link = await findLinkByToken(db, key);
  const user = link && (await userTable.find(db, link.user_id));
  return stateOf(link, user, given);
}

/** Spends the link and returns its user, locked. Of several requests with one link, one succeeds. */
export async function spendLink(tx: Tx, now: Date, given: Given): Promise<LinkState> {
  const token_hash = hashToken(given.token);
  const link = await findLinkByToken(tx, { token_hash, now: now.toISOString() });
  // Every change of a link locks the user first.
  const user = link && (await userTable.lock(tx, link.user_id));
  const state = stateOf(link, user, given);
  if ('fault' in state) return state;
  return (await deleteLink(tx, token_hash)) ? state : { fault: 'ended' };
}
