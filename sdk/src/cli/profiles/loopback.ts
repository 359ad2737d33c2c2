// A login redirects to a server on a free port of the loopback address, which runs until the browser has come back once.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loginError } from '../exit-codes.ts';

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${title}</h1><p>${text}</p></html>
`;

const respond = (response: ServerResponse, status: number, title: string, text: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    connection: 'close',
  });
  response.end(page(title, text));
};

/** Replaces `URL.parse`, which Node 20 does not have. */
export const parseUrl = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined;

/** Returns the code in the address that the browser was sent back to. */
export function codeOf(address: string, state: string): string {
  const parameters = parseUrl(address)?.searchParams;
  const error = parameters?.get('error');
  if (error)
    throw loginError(
      `The login was refused: ${parameters?.get('error_description') ?? error}`,
      'Run `signalbox login` again.',
    );
  const code = parameters?.get('code');
  if (!code || parameters?.get('state') !== state)
    throw loginError(
      'This is not the address of this login.',
      'Run `signalbox login` again, and open the address that it prints.',
    );
  return code;
}

export interface Loopback {
  redirectUri: string;
  /** The browser was sent back to this address. */
  received: Promise<string>;
  close: () => void;
}

/** `isExpected` says whether an address belongs to the login; others are refused and the wait continues. */
export async function listenOnLoopback(
  isExpected: (address: string) => boolean,
): Promise<Loopback> {
  let settle: (address: string) => void = () => {};
  const received = new Promise<string>((resolve) => (settle = resolve));
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1').href;
    if (request.method !== 'GET' || !address.startsWith('http://127.0.0.1/callback?'))
      return respond(
        response,
        404,
        'Not found',
        'This address is only used at the end of a login.',
      );
    if (!isExpected(address))
      return respond(response, 400, 'Not this login', 'Open the address that the terminal shows.');
    const isRefused = new URL(address).searchParams.has('error');
    response.once('finish', () => settle(address));
    return isRefused
      ? respond(
          response,
          200,
          'Not signed in',
          'The terminal shows the reason. You can close this window.',
        )
      : respond(response, 200, 'Signed in', 'Continue in the terminal. You can close this window.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
