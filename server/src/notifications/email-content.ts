// A mail's text, once plain and once as HTML. What people wrote is text in both, never markup.

export interface EmailContent {
  subject: string;
  lines: readonly string[];
  link?: { label: string; url: string };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? '');

export const plainOf = ({ lines, link }: EmailContent): string =>
  [...lines, ...(link ? ['', `${link.label}: ${link.url}`] : [])].join('\n');

export const htmlOf = ({ lines, link }: EmailContent): string =>
  [
    '<!doctype html><html><body style="font-family: sans-serif">',
    ...lines.filter((line) => line !== '').map((line) => `<p>${escaped(line)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []),
    '</body></html>',
  ].join('\n');
