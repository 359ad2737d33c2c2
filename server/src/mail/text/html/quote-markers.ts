// Clients mark quoted text and signatures by classes and ids, whatever the language of their user.
import type { MarkedPart } from '../quotes/segments.ts';
import type { StartTag } from './tokens.ts';

interface Marker {
  kind: MarkedPart['kind'];
  /** The quoted text follows the element, to the end of the mail. */
  toEnd?: true;
}

/**
 * The element `gmail_quote` is not here: people write between the blocks in it, and each of these is a `blockquote`.
 * Outlook puts its fields in `divRplyFwdMsg` and the mail behind it.
 */
const markers = new Map<string, Marker>([
  ...['gmail_attr', 'moz-cite-prefix', 'yahoo_quoted', 'protonmail_quote', 'zmail_extra'].map(
    (name): [string, Marker] => [name, { kind: 'quote' }],
  ),
  ...['divrplyfwdmsg', 'appendonsend', 'mail-editor-reference-message-container'].map(
    (name): [string, Marker] => [name, { kind: 'quote', toEnd: true }],
  ),
  ...[
    'gmail_signature',
    'moz-signature',
    'signature',
    'ms-outlook-mobile-signature',
    'protonmail_signature_block',
    'lineBreakAtBeginningOfSignature',
    'k9mail-signature',
  ].map((name): [string, Marker] => [name.toLowerCase(), { kind: 'signature' }]),
]);
const QUOTE: Marker = { kind: 'quote' };

const MAX_NAMES = 8;

/** Outlook puts `x_` before the names of the mail that it quotes. */
export function markerOf({ name, attributes }: StartTag): Marker | undefined {
  const own = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.toLowerCase();
  const names = own
    .slice(0, 400)
    .split(' ')
    .slice(0, MAX_NAMES)
    .map((one) => (one.startsWith('x_') ? one.slice(2) : one));
  if (name === 'blockquote') {
    const isCited = attributes.get('type')?.toLowerCase() === 'cite' || attributes.has('cite');
    return isCited || names.includes('gmail_quote') ? QUOTE : undefined;
  }
  for (const one of names) {
    const marker = markers.get(one);
    if (marker) return marker;
  }
  return undefined;
}
