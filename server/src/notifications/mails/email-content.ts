// A mail has its text both plain and as HTML; user input is escaped in the HTML.
import { cut, timeInWords } from '../../platform/text.ts';
import { escapeHtml } from './escape.ts';
import { markdownToHtml } from './markdown.ts';

interface QuotedNote {
  author: string;
  /** The text is Markdown. */
  body: string;
}

export interface EmailContent {
  subject: string;
  lines: readonly string[];
  /** A public note follows the lines. It is what a person wrote, so the mail is not an automatic one. */
  note?: QuotedNote & {
    id: string;
    /** The public notes of the record before this one are quoted below the link. */
    quotesEarlier?: boolean;
  };
  /** This line follows the note and says how to reply: by mail if replies to the mail arrive, otherwise on the page. */
  reply?: { byMail: string; otherwise?: string };
  /** These lines follow it. */
  closing?: readonly string[];
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

export type EarlierNote = QuotedNote & { created_at: string };

export interface Rendered extends EmailContent {
  /** The newest comes first. */
  earlier?: readonly EarlierNote[];
  takesReplies?: boolean;
}

const MAX_NOTE_LENGTH = 65_536;
const MAX_EARLIER_LENGTH = 2000;

const cutNote = (body: string, maxLength: number): string =>
  body.length > maxLength ? `${cut(body, maxLength)} […]` : body;

interface Quotation {
  heading: string;
  body: string;
}

const noteOf = ({ note }: Rendered): Quotation[] =>
  note ? [{ heading: `${note.author} wrote:`, body: cutNote(note.body, MAX_NOTE_LENGTH) }] : [];

const earlierOf = ({ earlier = [] }: Rendered): Quotation[] =>
  earlier.map(({ author, body, created_at }) => ({
    heading: `${author} wrote on ${timeInWords(created_at)}:`,
    body: cutNote(body, MAX_EARLIER_LENGTH),
  }));

const EARLIER = 'Earlier messages:';

function closingOf({ reply, takesReplies = false, closing = [] }: Rendered): readonly string[] {
  const line = takesReplies ? reply?.byMail : reply?.otherwise;
  return line === undefined ? closing : [line, ...closing];
}

const plainQuotation = ({ heading, body }: Quotation): string[] => [
  heading,
  ...body.split('\n').map((line) => line.trimEnd()),
  '',
];

export function plainOf(content: Rendered): string {
  const { lines, link } = content;
  const earlier = earlierOf(content).flatMap(plainQuotation);
  return [
    ...lines,
    ...noteOf(content).flatMap(plainQuotation),
    ...closingOf(content),
    ...(link ? ['', `${link.label}: ${link.url}`] : []),
    ...(earlier.length > 0 ? ['', EARLIER, '', ...earlier] : []),
  ].join('\n');
}

const htmlLine = (line: string): string => `<p>${escapeHtml(line)}</p>`;

const htmlQuotation = ({ heading, body }: Quotation): string[] => [
  htmlLine(heading),
  markdownToHtml(body),
];

export function htmlOf(content: Rendered): string {
  const { lines, link } = content;
  const earlier = earlierOf(content).flatMap(htmlQuotation);
  return [
    '<!doctype html><html><body style="font-family: sans-serif">',
    ...lines.filter((line) => line !== '').map(htmlLine),
    ...noteOf(content).flatMap(htmlQuotation),
    ...closingOf(content).map(htmlLine),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...(earlier.length > 0 ? ['<hr>', htmlLine(EARLIER), ...earlier] : []),
    '</body></html>',
  ].join('\n');
}
