// CSV is written by RFC 4180, and is safe to open in a spreadsheet.
import { localDay } from '../../ui/region/zone.ts';

/** Spreadsheets read the file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet would run a cell that begins like a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const QUOTED = /[",\r\n]/;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Returns, for example, "incidents-2026-11-17.csv", by the day of the reader. */
export function fileNameOf(name: string, at: Date): string {
  const day = localDay(at.getTime());
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${slug}-${day}.csv`;
}
