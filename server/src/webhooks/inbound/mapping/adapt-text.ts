// Rendered texts are adapted to the bounds of their fields, with a warning.
import { cut, cutBytes } from '../../../platform/text.ts';
import { truncate } from '../../../templates/index.ts';

export interface Warning {
  field: string;
  code: 'missing_path' | 'truncated' | 'translated' | 'left_out' | 'replaced';
  message: string;
}

export type Warn = (warning: Omit<Warning, 'field'>) => void;

const MAX_QUOTED_LENGTH = 60;

export const quote = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${cut(text, MAX_QUOTED_LENGTH)}…` : text);

export interface TextBounds {
  maxLength?: number;
  'x-max-utf8-bytes'?: number;
}

/** Returns the text within the bounds of its field, and the bound that it exceeded. */
function shorten(
  text: string,
  { maxLength = Infinity, 'x-max-utf8-bytes': maxBytes = Infinity }: TextBounds,
): { short: string; bound: string } {
  const short = truncate(text, maxLength);
  if (Buffer.byteLength(short) <= maxBytes) return { short, bound: `${maxLength} characters` };
  return { short: cutBytes(short, maxBytes), bound: `${maxBytes} bytes` };
}

/** Shortens the text, with a warning. */
export function shortenText(text: string, bounds: TextBounds, warn: Warn): string {
  const { short, bound } = shorten(text, bounds);
  if (short.length < text.length)
    warn({ code: 'truncated', message: `The value was truncated to ${bound}.` });
  return short;
}

/** Text that is not JSON stays text, which the validation rejects. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
