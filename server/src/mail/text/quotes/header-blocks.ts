// The fields of the quoted mail (From, Sent, To, Subject) are above it in mail of Outlook and others, in the language of
// their user.
import type { Line } from './lines.ts';

/** Words are in lower case, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const labels = {
  from: ['from', 'von', 'de', 'da', 'van'],
  date: [
    'sent',
    'date',
    'gesendet',
    'datum',
    'envoyé',
    'envoyé le',
    'enviado',
    'enviado el',
    'enviada em',
    'enviado em',
    'fecha',
    'inviato',
    'data',
    'verzonden',
  ],
  to: ['to', 'an', 'à', 'para', 'a', 'aan'],
  subject: ['subject', 'betreff', 'objet', 'asunto', 'oggetto', 'assunto', 'onderwerp'],
  other: [
    'cc',
    'bcc',
    'reply-to',
    'importance',
    'priority',
    'attachments',
    'wichtigkeit',
    'kopie',

    'antwort an',
    'anlagen',
    'pièces jointes',
    'importancia',
    'priorità',
    'urgentie',
    'message-id',
  ],
} as const;
type Field = keyof typeof labels;
const fieldOf = new Map<string, Field>(
  Object.entries(labels).flatMap(([field, words]) =>
    words.map((word): [string, Field] => [word, field as Field]),
  ),
);

/** A list of recipients is often wrapped. */
const MAX_LINES = 16;
const MAX_LABEL = 24;

/** Reads "From: x", "*From:* x", "**Von:** x" and "De : x". */
function labelOf(line: Line): Field | undefined {
  if (line.kind !== 'text') return undefined;
  const colon = line.text.slice(0, MAX_LABEL).indexOf(':');
  if (colon === -1) return undefined;
  const label = line.text.slice(0, colon).replaceAll('*', '').trim().toLowerCase();
  return fieldOf.get(label);
}

/**
 * Returns how many lines from `index` on are such a block, zero if none: it begins with From and has a date, and a
 * recipient or a subject.
 */
export function headerBlockLength(lines: readonly Line[], index: number): number {
  const first = lines[index];
  if (!first || labelOf(first) !== 'from') return 0;
  const found = new Set<Field>();
  let length = 0;
  for (; length < MAX_LINES; length += 1) {
    const line = lines[index + length];
    const field = line && labelOf(line);
    if (!line || line.kind === 'prefixed') break;
    // Another block begins here.
    if (field === 'from' && length > 0) break;
    if (line.kind === 'blank') {
      // In mail of some clients there is a blank line between the fields.
      const next = lines[index + length + 1];
      if (!next || labelOf(next) === undefined) break;
    }
    if (field) found.add(field);
    if (field === 'subject') {
      length += 1;
      break;
    }
  }
  return found.has('date') && (found.has('to') || found.has('subject')) ? length : 0;
}
