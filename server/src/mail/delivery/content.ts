// Makes the title, text and files of a record or note from a mail. What is too long for a note is attached as a file.
import { cut } from '../../platform/text.ts';
import { isFilename } from '../../platform/http/input/formats.ts';
import type { MailAttachment, ParsedMail } from '../text/parse/parsed-mail.ts';

interface MailFile {
  /** The id is chosen before, so that the text can show the file in place. */
  id: string;
  filename: string;
  content_type: string;
  content: Buffer;
}

export interface MailContent {
  title: string;
  body: string;
  /** Text of earlier mails, which is shown folded; null without any. */
  quoted: { before: string; after: string } | null;
  files: MailFile[];
}

const MAX_TITLE = 255;
const MAX_BODY = 65_536;
const MAX_FILES = 100;
const MAX_FILE_NAME = 255;
const CUT = '\n\n[…]';

const CONTENT_TYPE =
  /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,62}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,62}$/;
const UNKNOWN_TYPE = 'application/octet-stream';

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'message/rfc822': 'eml',
};

function fileNameOf({ fileName, type }: MailAttachment, position: number): string {
  const name = (fileName ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069/\\]/gu, '')
    .trim();
  if (name !== '' && isFilename(name)) return cut(name, MAX_FILE_NAME);
  return `attachment-${position + 1}.${extensions[type.toLowerCase()] ?? 'bin'}`;
}

const typeOf = ({ type }: MailAttachment): string =>
  CONTENT_TYPE.test(type) ? type : UNKNOWN_TYPE;

interface Chosen {
  attached: { attachment: MailAttachment; name: string }[];
  omitted: string[];
}

/** Keeps the files that fit, in their order. */
function choose(attachments: readonly MailAttachment[], room: number): Chosen {
  const chosen: Chosen = { attached: [], omitted: [] };
  let left = room;
  for (const [position, attachment] of attachments.entries()) {
    const name = fileNameOf(attachment, position);
    const { length } = attachment.bytes;
    const fits = !attachment.isTooLarge && length <= left && chosen.attached.length < MAX_FILES;
    if (fits) chosen.attached.push({ attachment, name });
    else chosen.omitted.push(name);
    if (fits) left -= length;
  }
  return chosen;
}

const isBlank = (text: string): boolean => text.trim() === '';

const firstLine = (text: string): string =>
  text
    .split('\n', 50)
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

const titleOf = ({ subject, text }: ParsedMail): string =>
  cut(
    [subject.trim(), firstLine(text.note), '(no subject)'].find((one) => one !== '') ?? '',
    MAX_TITLE,
  );

const cutBody = (text: string): string =>
  text.length > MAX_BODY ? cut(text, MAX_BODY - CUT.length) + CUT : text;

const MAX_NAMED = 20;

const omittedText = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `\n\nNot attached, because of their size: ${names
        .slice(0, MAX_NAMED)
        .map((name) => `\`${name.replaceAll('`', "'")}\``)
        .join(', ')}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}.`;

const withoutText = (mail: ParsedMail): string =>
  mail.encrypted ? 'The mail is encrypted.' : 'The mail has no text.';

/** Replaces the places of images by the ids of their files; an image that is not attached leaves its name. */
function withImages(text: string, files: readonly { id: string; contentId: string | undefined }[]) {
  const ids = new Map(files.map(({ id, contentId }) => [contentId, id]));
  return text.replaceAll(
    /!\[([^[\]]*)\]\(cid:([^()\s]+)\)/g,
    (_, alt: string, contentId: string) => {
      const id = ids.get(contentId);
      return id === undefined ? alt : `![${alt}](attachment:${id})`;
    },
  );
}

/** `room` is the number of bytes that may be attached; `ids` are as many as there are attachments, and one more. */
export function contentOf(mail: ParsedMail, room: number, ids: readonly string[]): MailContent {
  const { before, note, after } = mail.text;
  const isCut = mail.text.isCut || [before, note, after].some((text) => text.length > MAX_BODY);
  const whole = isCut ? Buffer.from(`${before}${note}${after}`) : undefined;
  const { attached, omitted } = choose(mail.attachments, room - (whole?.length ?? 0));
  const files = attached.map(({ attachment, name }, position) => ({
    id: ids[position] as string,
    contentId: attachment.contentId,
    filename: name,
    content_type: typeOf(attachment),
    content: Buffer.from(attachment.bytes),
  }));
  const text = withImages(note, files);
  const said = isBlank(text) ? withoutText(mail) : text;
  const suffix = omittedText(omitted);
  const quoted = {
    before: cutBody(withImages(before, files)),
    after: cutBody(withImages(after, files)),
  };
  return {
    title: titleOf(mail),
    body: suffix === '' ? cutBody(said) : cut(said, MAX_BODY - suffix.length) + suffix,
    quoted: isBlank(quoted.before) && isBlank(quoted.after) ? null : quoted,
    files: [
      ...files.map(({ contentId: _, ...file }) => file),
      ...(whole && whole.length <= room
        ? [
            {
              id: ids.at(-1) as string,
              filename: 'whole-text.txt',
              content_type: 'text/plain',
              content: whole,
            },
          ]
        : []),
    ],
  };
}
