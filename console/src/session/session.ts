// The session of a tab signs in before the first page, renews tokens, and asks to sign in again without losing the page.
import { queryClient, supplyTokens } from '../api/index.ts';
import { beginLogin, completeLogin, logoutUrl, type PendingLogin, renew } from './oauth.ts';
import { page } from './page.ts';
import { forgetPeople, type PersonStorage, personStorageOf } from './person-storage.ts';
import { claimTab, tab } from './tab.ts';
import { type SessionState, TokenSupply } from './token-supply.ts';

const POPUP = 'popup.';
/** The tabs of a browser exchange the code of a popup and a sign-out. */
const channel = new BroadcastChannel('signalbox.session');

type Message = { kind: 'callback'; url: string } | { kind: 'signed-out' };

let popup: PendingLogin | undefined;
const tokens = new TokenSupply({ renew, store: tab.storeTokens });

async function acceptPopup(url: URL): Promise<void> {
  if (!popup || url.searchParams.get('state') !== popup.state) return;
  const next = await completeLogin(url, popup);
  popup = undefined;
  if (tokens.resume(next)) return;
  // The page shows records that the previous person may read: nothing of it may stay.
  queryClient.clear();
  tab.clear(next);
  location.reload();
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'callback') void acceptPopup(new URL(data.url));
  else if (tokens.tokens) tokens.end();
});

/** Leaves the page; the provider returns at once if its own session is still alive. */
async function redirectToLogin(): Promise<never> {
  const here =
    location.pathname === '/console/callback' ? '/console/' : location.pathname + location.search;
  const { pending, url } = await beginLogin(here);
  tab.storePendingLogin(pending);
  location.replace(url);
  return new Promise(() => undefined);
}

async function finishCallback(): Promise<void> {
  const url = new URL(location.href);
  if (url.searchParams.get('state')?.startsWith(POPUP)) {
    channel.postMessage({ kind: 'callback', url: url.href } satisfies Message);
    window.close();
    return new Promise(() => undefined);
  }
  const pending = tab.pendingLogin();
  tab.storePendingLogin(undefined);
  if (!pending) return redirectToLogin();
  tokens.begin(await completeLogin(url, pending));
  history.replaceState(null, '', pending.returnTo);
}

/** Resolves once there is a token; otherwise the browser leaves the page for the provider. */
export async function startSession(): Promise<void> {
  supplyTokens((hint) => tokens.supply(hint));
  if (page.baseUrl !== location.origin) {
    location.replace(page.baseUrl + location.pathname + location.search);
    return new Promise(() => undefined);
  }
  if (!globalThis.isSecureContext)
    throw new Error(
      'The console works only over HTTPS, or at an address on this machine such as localhost.',
    );
  await claimTab();
  if (location.pathname === '/console/callback') return finishCallback();
  const stored = tab.tokens();
  if (stored) tokens.begin(stored);
  else await redirectToLogin();
}

/** Values of other people are removed: nobody reads those of the person before. */
export function openPersonStorage(): PersonStorage {
  const person = tokens.subject ?? '';
  forgetPeople(localStorage, person);
  return personStorageOf(localStorage, person);
}

export const session = {
  get: (): SessionState => tokens.state,
  subscribe: (listener: () => void): (() => void) => tokens.subscribe(listener),
  refusedRequest: (): string | undefined => tokens.refusedRequest,
  subject: (): string | undefined => tokens.subject,
  /** Must be called by a click, or the browser blocks the window. */
  signInAgain: async (): Promise<void> => {
    const window = open('about:blank', 'signalbox-login', 'popup,width=480,height=640');
    const { pending, url } = await beginLogin('/console/', POPUP);
    popup = pending;
    if (window) window.location.href = url;
    else await redirectToLogin();
  },
  signOut: async (): Promise<void> => {
    const url = await logoutUrl(tokens.tokens);
    tab.storeTokens(undefined);
    forgetPeople(localStorage);
    channel.postMessage({ kind: 'signed-out' } satisfies Message);
    location.assign(url);
  },
};
