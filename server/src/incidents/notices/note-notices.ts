// The requester and the people who work on an incident are notified of what the others write, by texts of one table.
import type { NotificationType, RecordNotice } from '../../notifications/index.ts';
import { cut } from '../../platform/text.ts';
import { type AddedNote, recordUrls } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import type { IncidentRow } from '../incidents.sql.ts';

export type RequesterNoticeType = Extract<
  NotificationType,
  'incident.resolved' | 'incident.awaiting_you' | 'incident.answered'
>;

interface RequesterText {
  subject: (title: string) => string;
  opening: (title: string) => string;
  reply: NonNullable<RecordNotice['content']['reply']>;
  link: string;
}

/** These mails are written for people who have never seen a service desk. */
const requesterTexts: Record<RequesterNoticeType, RequesterText> = {
  'incident.resolved': {
    subject: (title) => `Solved: ${title}`,
    opening: (title) => `We have solved “${title}”.`,
    reply: {
      byMail: 'If the trouble is not over, reply to this mail, or open the page below.',
      otherwise: 'If the trouble is not over, open the page below and write to us.',
    },
    link: 'Open the page',
  },
  'incident.awaiting_you': {
    subject: (title) => `We need your reply: ${title}`,
    opening: (title) => `We are working on “${title}” and need your reply to go on.`,
    reply: {
      byMail: 'Reply to this mail, or open the page below. We wait until we hear from you.',
      otherwise: 'To reply, open the page below. We wait until we hear from you.',
    },
    link: 'Reply',
  },
  'incident.answered': {
    subject: (title) => `New message about: ${title}`,
    opening: (title) => `There is a new message for you about “${title}”.`,
    reply: {
      byMail: 'To answer, reply to this mail, or open the page below.',
      otherwise: 'To reply, open the page below.',
    },
    link: 'Read and reply',
  },
};

/** A list of notifications shows this much of a note. */
const EXCERPT_LENGTH = 200;

const excerptOf = (text: string | null | undefined): { excerpt?: string } =>
  text ? { excerpt: cut(text, EXCERPT_LENGTH) } : {};

/** Each line is a paragraph of the HTML. */
const paragraphs = (heading: string, text: string): string[] => [
  heading,
  ...text.split('\n').map((line) => line.trimEnd()),
  '',
];

const noticeData = (row: IncidentRow, baseUrl: string, note: AddedNote | undefined) => ({
  incident_id: row.id,
  short_description: row.short_description,
  state: row.state,
  ...recordUrls(incidents, row.id, baseUrl),
  ...(note && { author: note.author, ...excerptOf(note.body) }),
});

const quotedNote = ({ id, author, body }: AddedNote) => ({ id, author, body });

/** A mail says why the person gets it. */
const reasons = {
  requester: (id: string) => `The number of your report is ${id}.`,
  cc: (id: string) => `You are in copy of this report, whose number is ${id}.`,
};

/** Contains nothing but the title, the state, the public note and the resolution, which a requester may read. */
export function requesterNotice(
  row: IncidentRow,
  type: RequesterNoticeType,
  note: AddedNote | undefined,
  { baseUrl, to = 'requester' }: { baseUrl: string; to?: keyof typeof reasons },
): RecordNotice {
  const { id, version, short_description: title } = row;
  const { subject, opening, reply, link } = requesterTexts[type];
  const resolution = type === 'incident.resolved' ? row.resolution : null;
  const data = noticeData(row, baseUrl, note);
  return {
    type,
    record: { type: 'incident', id, version },
    data: { ...excerptOf(resolution), ...data },
    content: {
      subject: subject(title),
      lines: [opening(title), '', ...(resolution ? paragraphs('The solution:', resolution) : [])],
      ...(note && { note: { ...quotedNote(note), quotesEarlier: true } }),
      reply,
      closing: [reasons[to](id)],
      link: { label: link, url: data.html_url },
    },
  };
}

/** Notifies the people who work on the incident. */
export function replyNotice(row: IncidentRow, note: AddedNote, baseUrl: string): RecordNotice {
  const { id, version, priority, short_description: title } = row;
  const data = { ...noticeData(row, baseUrl, note), priority };
  return {
    type: 'incident.replied',
    record: { type: 'incident', id, version },
    data,
    content: {
      subject: `[${priority}] ${id} has a reply: ${title}`,
      lines: [title, ''],
      note: quotedNote(note),
      reply: { byMail: 'To answer the requester, reply to this mail.' },
      link: { label: `Open ${id}`, url: data.html_url },
    },
  };
}
