// Generates tables of the documents from the code: configuration, error codes, validation codes.
import { causes } from '../server/src/mail/messages/causes.ts';
import { errorCatalog, faultCatalog } from '../server/src/platform/error-catalog.ts';
import { type Config, settings } from '../server/src/platform/runtime/config.ts';

const row = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;

/** Pads cells as oxfmt does, so that formatting the document does not make the table stale. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map((cells) => row(cells, widths)).join('\n');
}

export function configurationTable(): string {
  const rows = (Object.keys(settings) as (keyof Config)[]).map((name) => {
    const { about, fallback, shown, absent = 'required', secret } = settings[name];
    const value = shown ?? (typeof fallback === 'string' ? fallback : undefined);
    return [`\`${name}\``, value ? `\`${value}\`` : absent, secret ? `${about} Secret.` : about];
  });
  return markdownTable(['Variable', 'Default', 'Meaning'], rows);
}

/** Sorts by status, so that a reader who has only the status finds the candidates together. */
export function errorTable(): string {
  const rows = Object.entries(errorCatalog)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title, when, action }]) => [
      `\`${code}\``,
      String(status),
      title,
      when,
      action,
    ]);
  return markdownTable(['Code', 'Status', 'Title', 'When', 'Action'], rows);
}

/** Completes "The message is held because …". */
export const causeTable = (): string =>
  markdownTable(
    ['Cause', 'State', 'Because'],
    Object.entries(causes).map(([cause, { state, description }]) => [
      `\`${cause}\``,
      state,
      description,
    ]),
  );

export const faultTable = (): string =>
  markdownTable(
    ['Code', 'When'],
    Object.entries(faultCatalog).map(([code, when]) => [`\`${code}\``, when]),
  );
