// The texts of the notifications that follow an update, for people with any role.
import type { NotificationType, RecordNotice } from '../../notifications/index.ts';
import { cut, inWords } from '../../platform/text.ts';
import {
  type AnyRecordType,
  type NoteRow,
  recordUrls,
  type VersionedRow,
} from '../../records/index.ts';

export interface StateChange {
  from: string;
  to: string;
}

/** A recipient reads no more of an update than this. */
export interface News {
  state: StateChange | null;
  /** The newest of the notes that the recipient may read. */
  note: NoteRow | null;
}

export type NoticeType = Extract<NotificationType, 'mention' | 'watched.updated'>;

type Row = VersionedRow & Record<string, unknown>;

/** The representation of a notification names its record by such a member, too. */
const idMembers: Readonly<Record<string, string>> = {
  incident: 'incident_id',
  request: 'service_request_id',
  change: 'change_id',
  article: 'article_id',
  ci: 'ci_id',
};

const EXCERPT_LENGTH = 200;

const titleOf = ({ labelColumn }: AnyRecordType, row: Row): string =>
  String(row[labelColumn ?? 'id']);

const dataOf = (type: AnyRecordType, row: Row, { state, note }: News, baseUrl: string) => {
  const member = idMembers[type.type];
  return {
    ...(member && { [member]: row.id }),
    record: { type: type.type, id: row.id },
    short_description: titleOf(type, row),
    ...(state && { state: state.to, previous_state: state.from }),
    ...(note && { author: note.author, excerpt: cut(note.body, EXCERPT_LENGTH) }),
    ...recordUrls(type, row.id, baseUrl),
  };
};

const textOf = ({ author, body }: NoteRow): string[] => [
  `${author} wrote:`,
  ...body.split('\n').map((line) => line.trimEnd()),
  '',
];

interface Text {
  subject: (id: string, news: News) => string;
  opening: (id: string, news: News) => string[];
  closing: (id: string) => string;
}

const changeOf = (id: string, { state }: News): string[] =>
  state ? [`${id} was ${inWords(state.from)} and is now ${inWords(state.to)}.`] : [];

const texts: Record<NoticeType, Text> = {
  mention: {
    subject: (id, { note }) => `${note?.author} mentions you in ${id}`,
    opening: (_id, { note }) => [`${note?.author} mentions you in a note.`],
    closing: (id) => `From now on you watch ${id}, and hear of new states and notes.`,
  },
  'watched.updated': {
    subject: (id, { state }) =>
      state ? `${id} is now ${inWords(state.to)}` : `${id} has a new note`,
    opening: changeOf,
    closing: (id) => `You get this mail because you watch ${id}.`,
  },
};

export function noticeOf(
  type: AnyRecordType,
  row: Row,
  noticeType: NoticeType,
  news: News,
  baseUrl: string,
): Omit<RecordNotice, 'record'> {
  const { id } = row;
  const { subject, opening, closing } = texts[noticeType];
  const data = dataOf(type, row, news, baseUrl);
  return {
    type: noticeType,
    data,
    content: {
      subject: `${subject(id, news)}: ${data.short_description}`,
      lines: [
        data.short_description,
        '',
        ...opening(id, news),
        ...(news.note ? textOf(news.note) : []),
        closing(id),
      ],
      link: { label: `Open ${id}`, url: data.html_url },
      onlyReaders: {
        notes: news.note ? [news.note.id] : [],
        isUnlisted: news.state === null && news.note?.visibility === 'private',
      },
    },
  };
}
