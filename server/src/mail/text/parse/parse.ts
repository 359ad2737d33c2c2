// One mail, from its raw bytes: postal-mime divides it into parts, and everything it returns is bounded here. Nothing
// throws: a mail that cannot be parsed is a result, too.
import PostalMime, { decodeWords, type Attachment, type Email } from 'postal-mime';
import { cut, toStorable } from '../../../platform/text.ts';
import { classify } from '../classify/classify.ts';
import { markdownOfHtml } from '../html/markdown.ts';
import { isForwardSubject, splitText } from '../quotes/split.ts';
import {
  addressesOf,
  dateOf,
  deliveryAddresses,
  type Headers,
  messageIdsOf,
  returnPathOf,
  subjectOf,
} from '../headers/header-fields.ts';
import type {
  MailAttachment,
  MailText,
  ParsedMail,
  ParseFailure,
  ParseResult,
} from './parsed-mail.ts';
import { encryptionOf, signatureOf } from './protection.ts';

export const MAX_ATTACHMENT_BYTES = 25 * 1024 * 1024;
/** Base64 makes an attachment a third longer, and a mail may have several. */
export const MAX_MAIL_BYTES = 64 * 1024 * 1024;
export const MAX_PARTS = 1000;
const MAX_HEADER_BYTES = 512 * 1024;
const MAX_DEPTH = 50;
const MAX_HEADERS = 2000;
const MAX_HTML = 4_000_000;
const MAX_TEXT = 1_000_000;
const MAX_FILE_NAME = 255;

/** The library has no codes for its errors. */
const failures: readonly [message: RegExp, failure: ParseFailure][] = [
  [/nesting depth/, 'too_deep'],
  [/header size/, 'too_many_headers'],
];

const failureOf = (failure: ParseFailure): ParseResult => ({ kind: 'failed', failure });

export async function parseMail(bytes: Uint8Array): Promise<ParseResult> {
  if (bytes.length > MAX_MAIL_BYTES) return failureOf('too_large');
  try {
    const email = await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
      // A mail within the mail is somebody else's words.
      forceRfc822Attachments: true,
    });
    if (email.attachments.length > MAX_PARTS) return failureOf('too_many_parts');
    const headers = email.headers
      .slice(0, MAX_HEADERS)
      .map(({ key, value }) => [key, value] as const);
    const isMail = headers.some(([name, value]) => value !== '' && /^[!-9;-~]+$/.test(name));
    return isMail ? { kind: 'parsed', mail: read(email, headers) } : failureOf('empty');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return failureOf(failures.find(([pattern]) => pattern.test(message))?.[1] ?? 'broken');
  }
}

function read(email: Email, headers: Headers): ParsedMail {
  const text = textOf(email, subjectOf(headers));
  const parts = email.attachments.map(({ mimeType: type, content, method }) => ({
    type,
    bytes: bytesOf(content),
    method,
  }));
  const types = parts.map(({ type }) => type);
  return {
    from: addressesOf(headers, 'from'),
    sender: addressesOf(headers, 'sender'),
    replyTo: addressesOf(headers, 'reply-to'),
    to: addressesOf(headers, 'to'),
    cc: addressesOf(headers, 'cc'),
    returnPath: returnPathOf(headers),
    deliveredTo: deliveryAddresses(headers),
    subject: subjectOf(headers),
    date: dateOf(headers),
    messageId: messageIdsOf(headers, 'message-id')[0],
    inReplyTo: messageIdsOf(headers, 'in-reply-to'),
    references: messageIdsOf(headers, 'references'),
    headers: headers.map(([name, value]) => [toStorable(name), toStorable(value)]),
    text,
    attachments: email.attachments.map((one) => attachmentOf(one, text)),
    signed: signatureOf(headers, types, email.text ?? ''),
    encrypted: encryptionOf(headers, types, email.text ?? ''),
    classification: classify(headers, email.text ?? '', parts),
  };
}

/** HTML has the places of images; the plain text beside it is often without them. */
function textOf({ html, text = '' }: Email, subject: string): MailText {
  const isForward = isForwardSubject(subject);
  const markdown = html === undefined ? undefined : markdownOfHtml(cut(html, MAX_HTML));
  const isHtml = markdown !== undefined && markdown.text.trim() !== '';
  const whole = toStorable(isHtml ? markdown.text : text.replaceAll('\r\n', '\n'));
  const split = splitText(cut(whole, MAX_TEXT), {
    marked: isHtml ? markdown.marked : [],
    isForward,
  });
  const isCut = whole.length > MAX_TEXT || (isHtml && (html?.length ?? 0) > MAX_HTML);
  return { format: isHtml ? 'markdown' : 'plain', isCut, ...split };
}

const encoder = new TextEncoder();
const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content);

/** Only the last part of a path is a name. */
const fileNameOf = (name: string): string =>
  cut(
    toStorable(decodeWords(name))
      .replaceAll(/[\s\u007f]+/g, ' ')
      .replace(/^.*[/\\]/, '')
      .trim(),
    MAX_FILE_NAME,
  );

function attachmentOf(
  { filename, mimeType, content, contentId }: Attachment,
  { before, note, after }: MailText,
): MailAttachment {
  const bytes = bytesOf(content);
  const id = contentId?.trim().replace(/^</, '').replace(/>$/, '');
  const isTooLarge = bytes.length > MAX_ATTACHMENT_BYTES;
  return {
    fileName: filename === null ? null : fileNameOf(filename),
    type: toStorable(mimeType),
    bytes: isTooLarge ? new Uint8Array() : bytes,
    contentId: id,
    isInline:
      id !== undefined && [note, before, after].some((text) => text.includes(`](cid:${id})`)),
    isTooLarge,
  };
}
