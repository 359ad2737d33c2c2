// The session of this tab: signs in before the first page, renews tokens, and asks to sign in again over a kept page.
import { supplyTokens } from '../api/index.ts';
import {
  beginLogin,
  completeLogin,
  logoutUrl,
  type PendingLogin,
  renew,
  type Tokens,
} from './oauth.ts';
import { page } from './page.ts';
import { claimTab, tab } from './tab.ts';

const POPUP = 'popup.';
/** Between the tabs of a browser: the code of a popup, and a sign-out. */
const channel = new BroadcastChannel('signalbox.session');

type Message = { kind: 'callback'; url: string } | { kind: 'signed-out' };

export type SessionState = 'active' | 'ended';

let tokens: Tokens | undefined;
let state: SessionState = 'active';
let renewal: Promise<string> | undefined;
let popup: PendingLogin | undefined;
let resumed = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

function setState(next: SessionState): void {
  if (next === state) return;
  state = next;
  if (next === 'ended') resumed = Promise.withResolvers<void>();
  else resumed.resolve();
  for (const listener of listeners) listener();
}

function keep(next: Tokens | undefined): void {
  tokens = next;
  tab.keepTokens(next);
}

/** The current token, a renewed one, or the one after the next sign-in: requests wait, nothing typed is lost. */
async function supply({ rejected }: { rejected?: string }): Promise<string> {
  if (state === 'ended') await resumed.promise;
  if (tokens && tokens.accessToken !== rejected && Date.now() < tokens.renewAt)
    return tokens.accessToken;
  renewal ??= renewed(rejected).finally(() => (renewal = undefined));
  return renewal;
}

async function renewed(rejected: string | undefined): Promise<string> {
  const next = tokens && (await renew(tokens));
  if (next) {
    keep(next);
    return next.accessToken;
  }
  keep(undefined);
  setState('ended');
  return supply({ ...(rejected !== undefined && { rejected }) });
}

async function acceptPopup(url: URL): Promise<void> {
  if (!popup || url.searchParams.get('state') !== popup.state) return;
  const previous = tokens?.subject;
  const next = await completeLogin(url, popup);
  popup = undefined;
  keep(next);
  // The page belongs to another person.
  if (previous !== undefined && next.subject !== previous) location.reload();
  setState('active');
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'callback') void acceptPopup(new URL(data.url));
  else if (tokens) {
    keep(undefined);
    setState('ended');
  }
});

/** Leaves the page; the provider returns at once if its own session is still alive. */
async function redirectToLogin(): Promise<never> {
  const here =
    location.pathname === '/console/callback' ? '/console/' : location.pathname + location.search;
  const { pending, url } = await beginLogin(here);
  tab.keepPendingLogin(pending);
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
  tab.keepPendingLogin(undefined);
  if (!pending) return redirectToLogin();
  keep(await completeLogin(url, pending));
  history.replaceState(null, '', pending.returnTo);
}

/** Resolves when there is a token; otherwise the browser leaves for the provider. */
export async function startSession(): Promise<void> {
  supplyTokens(supply);
  if (page.baseUrl !== location.origin) {
    location.replace(page.baseUrl + location.pathname + location.search);
    return new Promise(() => undefined);
  }
  if (!globalThis.isSecureContext)
    throw new Error('The console needs HTTPS, or an address on this machine such as localhost.');
  await claimTab();
  if (location.pathname === '/console/callback') return finishCallback();
  tokens = tab.tokens();
  if (!tokens) await redirectToLogin();
}

export const session = {
  get: (): SessionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  subject: (): string | undefined => tokens?.subject,
  /** Must be called by a click, or the browser blocks the window. */
  signInAgain: async (): Promise<void> => {
    const window = open('about:blank', 'signalbox-login', 'popup,width=480,height=640');
    const { pending, url } = await beginLogin('/console/', POPUP);
    popup = pending;
    if (window) window.location.href = url;
    else await redirectToLogin();
  },
  signOut: async (): Promise<void> => {
    const url = await logoutUrl(tokens);
    keep(undefined);
    channel.postMessage({ kind: 'signed-out' } satisfies Message);
    location.assign(url);
  },
};
