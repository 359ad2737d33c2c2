// A QR code is one path of an inline SVG, so that the page loads nothing and needs no script.
import encode from 'qr';
import { type Html, html } from '../pages/html.ts';

/** Scanners need a quiet zone of four modules. */
const BORDER = 4;

export function qrCode(text: string, label: string): Html {
  const rows = encode(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg
    class="qr"
    viewBox="0 0 ${rows.length} ${rows.length}"
    role="img"
    aria-label="${label}"
  >
    <path d="${path}" />
  </svg>`;
}
