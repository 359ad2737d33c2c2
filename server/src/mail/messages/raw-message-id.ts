// The Message-ID is read from the raw bytes, because the message is stored before it is parsed.
import { hash } from 'node:crypto';

/** A header beyond this is not searched; the parser refuses longer ones. */
const MAX_HEADER_BYTES = 512 * 1024;

/** The header ends at the first empty line. */
function headerOf(raw: Uint8Array): string {
  const text = Buffer.from(
    raw.buffer,
    raw.byteOffset,
    Math.min(raw.length, MAX_HEADER_BYTES),
  ).toString('latin1');
  const ends = ['\r\n\r\n', '\n\n'].map((line) => text.indexOf(line)).filter((at) => at !== -1);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}

const FIELD = 'message-id:';

/** Returns undefined without a Message-ID. A folded field continues on lines that begin with white space. */
export function rawMessageId(raw: Uint8Array): string | undefined {
  const lines = headerOf(raw).split(/\r?\n/);
  const at = lines.findIndex((line) => line.slice(0, FIELD.length).toLowerCase() === FIELD);
  if (at === -1) return undefined;
  const end = lines.findIndex((line, index) => index > at && !/^[ \t]/.test(line));
  const value = lines.slice(at, end === -1 ? undefined : end).join(' ');
  return /<[^<>\s]{1,996}>/.exec(value)?.[0];
}

export const hashMessageId = (id: string): Buffer => hash('sha256', id, 'buffer');
