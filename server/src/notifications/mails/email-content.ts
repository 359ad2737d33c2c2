// A mail has its text both plain and as HTML; user input is escaped in the HTML.

export interface EmailContent {
  subject: string;
  lines: readonly string[];
  link?: { label: string; url: string };
  /** The link of this id lets the person choose a password. Its URL is secret, so each attempt to send inserts a new one. */
  accountLink?: string;
  /** The mail is sent only to people who may read its record and these notes when it is sent. */
  onlyReaders?: {
    notes: readonly string[];
    /** The timeline does not list the mail: it would show others that there is a private note. */
    isUnlisted?: boolean;
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? '');

export const plainOf = ({ lines, link }: EmailContent): string =>
  [...lines, ...(link ? ['', `${link.label}: ${link.url}`] : [])].join('\n');

export const htmlOf = ({ lines, link }: EmailContent): string =>
  [
    '<!doctype html><html><body style="font-family: sans-serif">',
    ...lines.filter((line) => line !== '').map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    '</body></html>',
  ].join('\n');
