// The script of the pages for passkeys, and its CSP source, come from the same string; see style.ts.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rawHtml } from './html.ts';

const script = readFileSync(new URL('passkeys.js', import.meta.url), 'utf8').replaceAll(
  '\r\n',
  '\n',
);

/** The element stands after the form, which the script finds at once. */
export const scriptElement = rawHtml(`<script>${script}</script>`);

export const scriptSource = `'sha256-${hash('sha256', script, 'base64')}'`;
