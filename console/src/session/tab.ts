// Tokens belong to one tab. A duplicated tab starts with a copy of the storage; it must not use the refresh token of the
// original, because a token that is used twice ends the session.
import type { PendingLogin, Tokens } from './oauth.ts';

const TOKENS = 'signalbox.tokens';
const LOGIN = 'signalbox.login';
const TAB = 'signalbox.tab';

const read = (key: string): unknown => {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
};

const write = (key: string, value: unknown): void => {
  if (value === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(value));
};

export const tab = {
  tokens: (): Tokens | undefined => read(TOKENS) as Tokens | undefined,
  storeTokens: (tokens: Tokens | undefined): void => write(TOKENS, tokens),
  pendingLogin: (): PendingLogin | undefined => read(LOGIN) as PendingLogin | undefined,
  /** Removes everything of the previous person, drafts included; only the id of the tab stays. */
  clear: (tokens: Tokens): void => {
    const id = sessionStorage.getItem(TAB);
    sessionStorage.clear();
    if (id !== null) sessionStorage.setItem(TAB, id);
    write(TOKENS, tokens);
  },
  storePendingLogin: (pending: PendingLogin | undefined): void => write(LOGIN, pending),
};

/** Takes a lock until the tab is closed; resolves to false if another tab has it. */
const acquireLock = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });

/** Drops the tokens if another tab uses them. */
export async function claimTab(): Promise<void> {
  const known = sessionStorage.getItem(TAB);
  if (known !== null && (await acquireLock(`signalbox.tab.${known}`))) return;
  if (known !== null) tab.storeTokens(undefined);
  const id = crypto.randomUUID();
  sessionStorage.setItem(TAB, id);
  await acquireLock(`signalbox.tab.${id}`);
}
