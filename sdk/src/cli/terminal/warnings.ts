// Warnings about a saved record are printed in words beside the results.
import { describeWarning, type Warning } from '../../index.ts';
import type { Terminal } from './terminal.ts';

interface Warned {
  warnings?: readonly Warning[];
}

/** `fields` are those of the record or of its request; `records` names such records in the plural. */
export const warningText = (saved: object, fields: object, records: string): string =>
  ((saved as Warned).warnings ?? [])
    .map((warning) => describeWarning(warning, fields, records))
    .join(' ');

export const warningMark = ({ messageStyle }: Pick<Terminal, 'messageStyle'>): string =>
  messageStyle('yellow', '!');

export function printWarnings(terminal: Terminal, saved: object, records: string): void {
  const text = warningText(saved, saved, records);
  if (text !== '') terminal.message(`${warningMark(terminal)} ${text}`);
}
