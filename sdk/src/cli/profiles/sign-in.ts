// The interactive login uses a browser, a loopback redirect and PKCE.
import { createInterface } from 'node:readline';
import { loginError } from '../exit-codes.ts';
import type { Invocation } from '../command.ts';
import { openBrowser } from './browser.ts';
import { codeOf, listenOnLoopback, parseUrl } from './loopback.ts';
import { authorize, discover } from './oauth.ts';
import type { LoginProfile } from './profiles.store.ts';

const LOGIN_WITHIN_MS = 5 * 60_000;

/** Reads a line of the terminal: with the browser on another machine, its last address is pasted there. */
function readPastedLine({ terminal }: Invocation, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (!terminal.stdin.isTTY) return;
    const lines = createInterface({ input: terminal.stdin as unknown as NodeJS.ReadableStream });
    lines.once('line', (line) => resolve(line.trim()));
    signal.addEventListener('abort', () => lines.close(), { once: true });
  });
}

/** Rejects on Ctrl-C and when nobody has signed in for too long. */
function interruption(interrupted: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const late = loginError(
      'Nobody signed in within five minutes.',
      'Run `signalbox login` again.',
    );
    const timer = setTimeout(() => reject(late), LOGIN_WITHIN_MS);
    ended.addEventListener('abort', () => clearTimeout(timer), { once: true });
    interrupted.addEventListener('abort', () => reject(interrupted.reason as Error), {
      once: true,
    });
  });
}

function printAddress({ terminal }: Invocation, address: string, isOpened: boolean): void {
  terminal.message(
    isOpened
      ? 'Sign in with the browser. If it did not open, use this address:'
      : 'Open this address in a browser:',
  );
  terminal.message();
  terminal.message(`  ${terminal.messageStyle('cyan', address)}`);
  terminal.message();
  if (terminal.stdin.isTTY)
    terminal.message(
      terminal.messageStyle(
        'dim',
        'If the browser runs on another machine, paste the address here at which it ends.',
      ),
    );
}

/** The e-mail address is left out: the API knows it. */
export async function signIn(
  invocation: Invocation,
  url: string,
): Promise<Omit<LoginProfile, 'email'>> {
  const provider = await discover(url);
  const ended = new AbortController();
  let state = '';
  const loopback = await listenOnLoopback(
    (address) => parseUrl(address)?.searchParams.get('state') === state,
  );
  try {
    const authorization = authorize(provider, loopback.redirectUri);
    state = authorization.state;
    const isOpened =
      !invocation.values.flag('no-browser') &&
      (await openBrowser(authorization.url, invocation.env));
    printAddress(invocation, authorization.url, isOpened);
    const address = await Promise.race([
      loopback.received,
      readPastedLine(invocation, ended.signal),
      interruption(invocation.signal, ended.signal),
    ]);
    const tokens = await authorization.exchange(codeOf(address, state));
    const { tokenEndpoint, revocationEndpoint } = provider;
    return { kind: 'login', url, ...tokens, tokenEndpoint, revocationEndpoint };
  } finally {
    ended.abort();
    loopback.close();
  }
}
