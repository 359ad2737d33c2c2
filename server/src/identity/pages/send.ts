// How a page is sent: never stored, never framed, with nothing from elsewhere.
import type { ServerResponse } from 'node:http';
import type { Page } from './pages.ts';
import { styleSource } from './style.ts';

/**
 * No script at all, and one style known by its hash. form-action is left out: browsers hold it against the
 * redirect after the form too, which leads to the client's own address.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function respond(response: ServerResponse, status: number, { html }: Page, more = {}): void {
  response.writeHead(status, { ...headers, ...more });
  response.end(html.text);
}

interface KoaLike {
  set: (headers: Record<string, string>) => void;
  body: unknown;
}

/** For the provider, which has its own way to answer. */
export function sendPage(ctx: KoaLike, { html }: Page): void {
  ctx.set(headers);
  ctx.body = html.text;
}
