// The style of the hosted pages. The element and its CSP source come from the same string, because a browser refuses a
// style that differs from its hash by a single space.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { trusted } from './html.ts';

/** A checkout may have CRLF; browsers normalise it to LF before they hash. */
const css = readFileSync(new URL('pages.css', import.meta.url), 'utf8').replaceAll('\r\n', '\n');

/** Inserted unchanged: a formatter may move the element but not its content. */
export const styleElement = trusted(`<style>${css}</style>`);

export const styleSource = `'sha256-${hash('sha256', css, 'base64')}'`;
