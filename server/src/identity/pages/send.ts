// Hosted pages are not cached, not framed, and load no external resources.
import type { ServerResponse } from 'node:http';
import type { Page } from './pages.ts';
import { scriptSource } from './script.ts';
import { styleSource } from './style.ts';

/**
 * The policy allows one style by its hash, and scripts only on pages for passkeys, which need one, by its hash.
 * form-action is omitted: browsers also apply it to the redirect after the form, which leads to the client's own URL.
 */
const policyOf = ({ hasScript }: Page): string =>
  [
    "default-src 'none'",
    ...(hasScript ? [`script-src ${scriptSource}`] : []),
    `style-src ${styleSource}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const headersOf = (page: Page): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(page),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

export function respond(response: ServerResponse, status: number, page: Page, more = {}): void {
  response.writeHead(status, { ...headersOf(page), ...more });
  response.end(page.html.text);
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
export function sendPage(ctx: KoaLike, page: Page): void {
  ctx.set(headersOf(page));
  ctx.body = page.html.text;
}
