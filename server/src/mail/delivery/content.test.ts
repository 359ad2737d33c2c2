import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailAttachment, ParsedMail } from '../text/parse/parsed-mail.ts';
import { parseMail } from '../text/parse/parse.ts';
import { contentOf } from './content.ts';

const file = (changes: Partial<MailAttachment> = {}): MailAttachment => ({
  fileName: 'a.png',
  type: 'image/png',
  bytes: Buffer.from('image'),
  contentId: undefined,
  isInline: false,
  isTooLarge: false,
  ...changes,
});

const parse = async (...lines: string[]): Promise<ParsedMail> => {
  const result = await parseMail(Buffer.from(lines.join('\r\n')));
  assert.ok(result.kind === 'parsed');
  return result.mail;
};

const mailOf = (changes: Partial<ParsedMail> = {}, text: Partial<ParsedMail['text']> = {}) =>
  parse('From: erin@example.com', 'Subject: Printer', '', 'It jams.').then((mail) => ({
    ...mail,
    ...changes,
    text: { ...mail.text, ...text },
  }));

const ids = ['att_0', 'att_1', 'att_2', 'att_last'];

test('new text is the body, and quoted text is apart', async () => {
  const mail = await parse(
    'From: erin@example.com',
    'Subject: Re: Printer',
    '',
    'It jams again.',
    '',
    'On Thu, Nov 19, 2026 at 10:00 AM Help <help@example.com> wrote:',
    '> Does it jam?',
  );
  const { body, quoted, title } = contentOf(mail, 1000, ids);
  assert.equal(body, 'It jams again.');
  assert.match(quoted?.after ?? '', /^\n\nOn Thu.*\n> Does it jam\?/);
  assert.equal(title, 'Re: Printer');
});

test('an image is shown in its place, by the id of its file', async () => {
  const note = 'See ![here](cid:one@x), ![gone](cid:two@x), (cid:one@x)';
  const attachments = [file({ contentId: 'one@x', isInline: true })];
  const { body, files } = contentOf(await mailOf({ attachments }, { note }), 1000, ids);
  assert.equal(body, 'See ![here](attachment:att_0), gone, (cid:one@x)');
  assert.deepEqual(
    files.map(({ id, filename }) => `${id} ${filename}`),
    ['att_0 a.png'],
  );
});

test('a file that does not fit is named instead, and later ones that fit are attached', async () => {
  const attachments = [
    file({ fileName: 'big.zip', bytes: Buffer.alloc(20) }),
    file({ fileName: 'huge.zip', bytes: Buffer.alloc(0), isTooLarge: true }),
    file({ fileName: 'small.txt', bytes: Buffer.alloc(10) }),
  ];
  const { body, files } = contentOf(await mailOf({ attachments }), 15, ids);
  assert.deepEqual(
    files.map(({ filename }) => filename),
    ['small.txt'],
  );
  assert.equal(body, 'It jams.\n\nNot attached, because of their size: `big.zip`, `huge.zip`.');
});

test('names and types of files that the API could not show are replaced', async () => {
  const attachments = [
    file({ fileName: null, type: 'message/rfc822' }),
    file({ fileName: '..', type: 'x y/z' }),
    file({ fileName: 'a\u202Etxt.exe' }),
  ];
  const { files } = contentOf(await mailOf({ attachments }), 1000, ids);
  assert.deepEqual(
    files.map(({ filename, content_type }) => `${filename} ${content_type}`),
    [
      'attachment-1.eml message/rfc822',
      'attachment-2.bin application/octet-stream',
      'atxt.exe image/png',
    ],
  );
});

test('a text that is too long for a note is cut and attached in whole', async () => {
  const note = 'x'.repeat(70_000);
  const { body, files } = contentOf(await mailOf({}, { note, after: '\n' }), 100_000, ids);
  assert.equal(body.length, 65_536);
  assert.ok(body.endsWith('[…]'));
  assert.deepEqual(
    files.map(({ id, filename, content }) => [id, filename, content.length]),
    [['att_last', 'whole-text.txt', 70_001]],
  );
});

test('a mail without subject and text gets both', async () => {
  const mail = await parse('From: erin@example.com', '', '');
  const { title, body } = contentOf(mail, 0, ids);
  assert.deepEqual([title, body], ['(no subject)', 'The mail has no text.']);
  const untitled = await parse('From: erin@example.com', '', '', '  First line', 'Second');
  assert.equal(contentOf(untitled, 0, ids).title, 'First line');
});
