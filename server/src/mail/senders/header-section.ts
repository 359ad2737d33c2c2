// The library that verifies signatures needs time that grows with the square of the header, and reads the text once for
// each signature, so a mail that exceeds any real one is not verified.

const LF = 10;
const CR = 13;

const MAX_BYTES = 128 * 1024;
const MAX_LINES = 1500;
/** Mail of a list has two or three. */
const MAX_SIGNATURES = 8;

/** Returns the lines before the first empty one. */
function headerOf(raw: Uint8Array): Uint8Array {
  let lineStart = 0;
  for (;;) {
    const end = raw.indexOf(LF, lineStart);
    if (end === -1 || end > MAX_BYTES) return raw.subarray(0, MAX_BYTES + 1);
    const isEmpty = end === lineStart || (end === lineStart + 1 && raw[lineStart] === CR);
    if (isEmpty) return raw.subarray(0, lineStart);
    lineStart = end + 1;
  }
}

const faults: readonly [fault: string, isFaulty: (header: string) => boolean][] = [
  [
    'Its header is too long.',
    (header) => header.length > MAX_BYTES || header.split('\n').length > MAX_LINES,
  ],
  // The library searches such runs again from each of their characters.
  ['Its header has a long gap.', (header) => /[ \t\r\n]{200}|\.{200}/.test(header)],
  // Some programs begin a new line at it, others do not.
  ['Its header has a carriage return within a line.', (header) => /\r(?!\n)/.test(header)],
  [
    'It has too many signatures.',
    (header) => (header.match(/^dkim-signature/gim)?.length ?? 0) > MAX_SIGNATURES,
  ],
];

/** Returns why the mail cannot be verified; undefined if it can. */
export function headerFault(raw: Uint8Array): string | undefined {
  const header = Buffer.from(headerOf(raw)).toString('latin1');
  return faults.find(([, isFaulty]) => isFaulty(header))?.[0];
}
