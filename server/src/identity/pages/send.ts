// Hosted pages are not cached, not framed, and load no external resources.
import type { ServerResponse } from 'node:http';
import type { Page } from './pages.ts';
import { styleSource } from './style.ts';

/**
 * The policy allows no scripts, and one style by its hash. form-action is omitted: browsers also apply it to the redirect
 * after the form, which leads to the client's own URL.
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

/** The browser opens the page of the path by GET, so that reloading it sends no form again. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' });
  response.end();
}

interface KoaLike {
  set: (headers: Record<string, string>) => void;
  body: unknown;
}

/** Responds through the provider, which uses Koa. */
export function sendPage(ctx: KoaLike, { html }: Page): void {
  ctx.set(headers);
  ctx.body = html.text;
}
