// What belongs to this tab alone. A duplicated tab starts with a copy of the storage; it must not use the refresh token
// of the original, because a token that is used twice ends the session.
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
  keepTokens: (tokens: Tokens | undefined): void => write(TOKENS, tokens),
  pendingLogin: (): PendingLogin | undefined => read(LOGIN) as PendingLogin | undefined,
  /** Everything of the person before, drafts included, except which tab it is. */
  clear: (tokens: Tokens): void => {
    const id = sessionStorage.getItem(TAB);
    sessionStorage.clear();
    if (id !== null) sessionStorage.setItem(TAB, id);
    write(TOKENS, tokens);
  },
  keepPendingLogin: (pending: PendingLogin | undefined): void => write(LOGIN, pending),
};

/** Held until the tab is closed. */
const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });

/** Drops the tokens if another tab has them. */
export async function claimTab(): Promise<void> {
  const known = sessionStorage.getItem(TAB);
  if (known !== null && (await hold(`signalbox.tab.${known}`))) return;
  if (known !== null) tab.keepTokens(undefined);
  const id = crypto.randomUUID();
  sessionStorage.setItem(TAB, id);
  await hold(`signalbox.tab.${id}`);
}
