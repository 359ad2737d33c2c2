// Mail clients write a line above a quoted text, such as "On Thu, Nov 19, 2026 at 10:00 Ada Ellis wrote:", in the language
// of their user. Clients wrap it at 78 characters.
import { beginningOf } from './beginnings.ts';
import type { Line } from './lines.ts';

/** Words are in lower case. A line begins with one of `openings`, contains one of `verbs` and ends with a colon. */
interface Wording {
  openings: readonly string[];
  verbs: readonly string[];
}

const wordings: readonly Wording[] = [
  { openings: ['on ', '----- on ', 'at '], verbs: [' wrote', ' writes'] },
  { openings: ['am ', 'den '], verbs: [' schrieb', ' geschrieben'] },
  { openings: ['le ', 'el día ', 'en date du '], verbs: [' a écrit', ' écrivait'] },
  { openings: ['el ', 'en '], verbs: [' escribió', ' escribio'] },
  { openings: ['il ', 'in data ', 'nel '], verbs: [' ha scritto', ' scrisse'] },
  { openings: ['em ', 'a ', 'no dia ', 'no '], verbs: [' escreveu'] },
  { openings: ['op '], verbs: [' schreef', ' geschreven'] },
];
const hasOpening = beginningOf(wordings.flatMap((wording) => wording.openings));
const verbs = wordings.flatMap((wording) => wording.verbs);

const MAX_LINES = 4;
const MAX_LENGTH = 500;

/** A year or a time of day separates an attribution from a sentence that happens to begin and end like one. */
const DATE = /\b(19|20)\d\d\b|\d[:.h]\d\d|\d\/\d/;
/** Gmail in some languages begins with the name: "Ada Ellis <ada@example.com> schrieb am Do., 19. Nov. 2026, 10:00:". */
const NAMED =
  /(@|>\)?) (wrote on|wrote at|schrieb am|a écrit le|escribió el|ha scritto il|escreveu em|schreef op) /;
/** Notes writes "-----Ada Ellis/Example wrote: -----". */
const NOTES =
  /^-----\s?\S.{0,200}\S (wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef) ?: ?-----$/;

const endsWithColon = (text: string): boolean => text.endsWith(':') || text.endsWith(': -----');

/** HTML shows parts of the line in bold or as a link; an escaped character of Markdown has a backslash. */
const plain = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .replaceAll(/[*\\\u200b\ufeff]/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .toLowerCase();

function isAttribution(text: string): boolean {
  if (!DATE.test(text)) return false;
  if (NAMED.test(text)) return true;
  return wordings.some(
    (wording) =>
      wording.openings.some((opening) => text.startsWith(opening)) &&
      wording.verbs.some((verb) => text.includes(verb)),
  );
}

const mayBegin = (text: string): boolean =>
  hasOpening(text) || text.includes('@') || text.includes(' <');

/** Most lines have no colon at the end of one of the next, which is the quickest to find out. */
const hasEndNear = (lines: readonly Line[], index: number): boolean => {
  for (let next = index; next < index + MAX_LINES; next += 1) {
    const line = lines[next];
    if (line?.kind !== 'text') return false;
    if (line.text.endsWith(':') || line.text.endsWith('-----')) return true;
  }
  return false;
};

/** Says whether the next line that is not blank begins with `>`. */
const isBeforePrefix = (lines: readonly Line[], index: number): boolean => {
  const next = lines[index]?.kind === 'blank' ? lines[index + 1] : lines[index];
  return next?.kind === 'prefixed';
};

/**
 * Returns how many lines from `index` on are the attribution of a quoted text, zero if none. Above lines with `>`, any
 * line with a verb, an address or a date that ends with a colon is one; without them the line must be complete, because
 * everything below it is treated as quoted.
 */
export function attributionLength(lines: readonly Line[], index: number): number {
  const first = lines[index];
  if (first?.kind !== 'text' || !hasEndNear(lines, index)) return 0;
  let joined = plain(first.text);
  if (NOTES.test(joined)) return 1;
  if (
    endsWithColon(joined) &&
    isBeforePrefix(lines, index + 1) &&
    (joined.includes('@') || DATE.test(joined) || verbs.some((verb) => joined.includes(verb)))
  )
    return 1;
  if (!mayBegin(joined)) return 0;
  for (let length = 1; length <= MAX_LINES; length += 1) {
    if (joined.length > MAX_LENGTH) return 0;
    if (endsWithColon(joined)) return isAttribution(joined) ? length : 0;
    const next = lines[index + length];
    if (next?.kind !== 'text') return 0;
    joined += ` ${plain(next.text)}`;
  }
  return 0;
}
