// The style element and its CSP source come from the same string, because a browser refuses a style that differs from
// its hash by a single space.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rawHtml } from './html.ts';

/** A checkout may have CRLF; browsers normalise it to LF before they hash. */
const css = readFileSync(new URL('pages.css', import.meta.url), 'utf8').replaceAll('\r\n', '\n');

/** The content is inserted unchanged: a formatter may move the element but not its content. */
export const styleElement = rawHtml(`<style>${css}</style>`);

export const styleSource = `'sha256-${hash('sha256', css, 'base64')}'`;
