// A cookie names the browser that asked for a link, which no other browser can use.
import type { IncomingMessage } from 'node:http';
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { hashToken, makeToken } from './account-links.ts';
import { RESET_MINUTES } from './password-reset.ts';

const NAME = 'signalbox_reset';

/** A link in a mail is a navigation from another site, with which browsers send a cookie that is `Lax` and not `Strict`. */
export function newBrowserCookie(pageRequest: Pick<PageRequest, 'deps'>): {
  browser: Buffer;
  cookie: string;
} {
  const value = makeToken();
  const attributes = [
    `Path=${publicPath(pageRequest, '/forgotten')}`,
    `Max-Age=${RESET_MINUTES * 60}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(pageRequest.deps.config.AUTH_URL.startsWith('https:') ? ['Secure'] : []),
  ];
  return { browser: hashToken(value), cookie: [`${NAME}=${value}`, ...attributes].join('; ') };
}

export function browserOf({ headers }: Pick<IncomingMessage, 'headers'>): Buffer | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = cookies.find((pair) => pair.startsWith(`${NAME}=`));
  return found === undefined ? undefined : hashToken(found.slice(NAME.length + 1));
}
