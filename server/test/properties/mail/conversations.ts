// Draws mails of people: a reply with a quoted text in the form of a client, and what is to become of both.
import type { Random } from '../../support/random.ts';
import { clients } from './clients.ts';
import { leaf, mailOf, multipart } from './mime.ts';

export interface ExpectedMail {
  what: string;
  raw: Uint8Array;
  /** Is exactly the note. */
  note: string;
  /** The text is exactly this; undefined for HTML. */
  whole: string | undefined;
  /** These words are folded, in this order; none if nothing is to be folded. */
  folded: readonly string[];
}

/** Words of languages with the charsets that their mails had before UTF-8. */
const languages: readonly { charset: string; words: readonly string[] }[] = [
  {
    charset: 'utf-8',
    words: [
      'the',
      'printer',
      'is',
      'on',
      'fire',
      '🔥',
      'again',
      'please',
      'help',
      'naïve',
      'INC0000701',
      'user_name',
    ],
  },
  {
    charset: 'iso-8859-1',
    words: ['der', 'Drucker', 'läuft', 'grün', 'Straße', 'für', 'heißt', 'über'],
  },
  {
    charset: 'windows-1252',
    words: ['“so”', 'it’s', '5 €', '–', 'café', 'œuvre', 'l’écran', 'déjà'],
  },
  { charset: 'koi8-r', words: ['принтер', 'не', 'работает', 'снова', 'пожалуйста', 'помогите'] },
  { charset: 'shift_jis', words: ['プリンター', 'が', '動かない', '助けて', 'ください', '表示'] },
  { charset: 'gb2312', words: ['打印机', '不', '工作', '请', '帮助', '我们'] },
];

/** Sentences that resemble the beginnings of quoted texts, and are not. */
const misleading = [
  'From: the cellar to the roof',
  'On Monday we wrote it down:',
  'Sent the parcel on 19.11.2026.',
  '--force did not help.',
  'To: nobody',
  'Original message: none',
  'She wrote: nothing new at 10:00',
  'Am I right?',
];
const names = ['Bob Ray', 'Zoë Müller', 'Jean-Luc Durand', 'Ana María López', 'Ray, Bob'];

const drawLine = (random: Random, words: readonly string[]): string =>
  Array.from({ length: 1 + random.below(12) }, () => random.pick(words)).join(' ');

/** Paragraphs have one line at least; an empty string divides them. */
function drawLines(random: Random, words: readonly string[], mayMislead: boolean): string[] {
  const lines: string[] = [];
  for (let paragraph = 1 + random.below(3); paragraph > 0; paragraph -= 1) {
    if (lines.length > 0) lines.push('');
    for (let line = 1 + random.below(3); line > 0; line -= 1)
      lines.push(
        mayMislead && random.chance(0.15) ? random.pick(misleading) : drawLine(random, words),
      );
    // A line that ends with a colon introduces what follows it.
    if (lines.at(-1)?.endsWith(':')) lines.push(drawLine(random, words));
  }
  return lines;
}

/** Both lines are in the text as they are; a word of an empty line cannot be looked for. */
const wordsIn = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Markdown has a break of the line where HTML has one. */
const inMarkdown = (lines: readonly string[]): string =>
  lines
    .map((line, index) => (line !== '' && (lines[index + 1] ?? '') !== '' ? `${line}  ` : line))
    .join('\n');

type Shape = 'top' | 'bottom' | 'between' | 'forward' | 'new';
const shapes: readonly Shape[] = [
  'top',
  'top',
  'top',
  'top',
  'bottom',
  'between',
  'forward',
  'new',
];

interface Drawn {
  what: string;
  plain: string | undefined;
  html: string | undefined;
  note: string;
  folded: string[];
}

function drawBody(random: Random, words: readonly string[]): Drawn {
  const quotedLines = drawLines(random, words, true);
  const quoted = { name: random.pick(names), address: 'bob@example.com', lines: quotedLines };
  const reply = drawLines(random, words, true);
  const shape = random.pick(shapes);
  const text = reply.join('\n');
  const block = `On 19.11.2026 10:00, ${quoted.name} wrote:\n${quotedLines.map((line) => `> ${line}`.trimEnd()).join('\n')}`;
  const forwarded = `${text}\n\n---------- Forwarded message ---------\nFrom: ${quoted.name} <bob@example.com>\nDate: Thu, Nov 19, 2026 at 10:00 AM\nSubject: Printer\nTo: Ada\n\n${quotedLines.join('\n')}`;
  const bodyOf = (plain: string, note: string, folded: string[]): Drawn => ({
    what: shape,
    plain,
    html: undefined,
    note,
    folded,
  });
  if (shape === 'bottom') return bodyOf(`${block}\n\n${text}`, text, wordsIn(quotedLines));
  if (shape === 'new') return bodyOf(text, text, []);
  if (shape === 'forward') return bodyOf(forwarded, forwarded, []);
  if (shape === 'between') {
    const whole = `${block}\n\n${text}\n\n> ${wordsIn(quotedLines)[0]}`;
    return bodyOf(whole, whole, []);
  }
  return drawReply(random, words, quoted);
}

function drawReply(
  random: Random,
  words: readonly string[],
  quoted: Parameters<NonNullable<(typeof clients)[string]['plain']>>[0],
): Drawn {
  const what = random.pick(Object.keys(clients));
  const client = clients[what] ?? {};
  const isHtml = client.html !== undefined && random.chance(0.6);
  const reply = drawLines(
    random,
    isHtml ? words.filter((word) => !/[_<]/.test(word)) : words,
    !isHtml,
  );
  const safe = { ...quoted, lines: quoted.lines.map(escapeHtml) };
  const html = isHtml ? client.html?.(reply.map(escapeHtml).join('<br>'), safe) : undefined;
  const below = client.plain?.(quoted) ?? '';
  const plain = `${reply.join('\n')}\n\n${below}`;
  const isQuoting = below.includes(wordsIn(quoted.lines)[0] ?? '');
  return {
    what: `${what}${isHtml ? ', HTML' : ''}`,
    plain,
    html,
    note: isHtml ? inMarkdown(reply) : reply.join('\n'),
    folded: isQuoting && !isHtml ? wordsIn(quoted.lines) : [],
  };
}

export function drawConversation(random: Random, number: number): ExpectedMail {
  const { charset, words } = random.pick(languages);
  const { what, plain, html, note, folded } = drawBody(random, words);
  const text = leaf(random, { type: 'text/plain', body: plain ?? '', charset });
  const body =
    html === undefined
      ? text
      : random.chance(0.3)
        ? leaf(random, { type: 'text/html', body: html, charset })
        : multipart('alternative', text, leaf(random, { type: 'text/html', body: html, charset }));
  const headers = [
    'From: Ada Ellis <ada@example.com>',
    'To: help@desk.example.com',
    'Subject: Re: [INC0000701] Printer',
    'Date: Thu, 19 Nov 2026 11:00:00 +0000',
    ...(random.chance(0.1) ? [] : [`Message-ID: <${number}@example.com>`]),
  ];
  return {
    what: `${what}, ${charset}`,
    raw: mailOf(headers, body),
    note,
    whole: html === undefined ? plain : undefined,
    folded,
  };
}
