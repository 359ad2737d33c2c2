// The crash test writes records of each type, and expects these events and audit entries of each.
import type { AnyRecordType } from '../../src/records/index.ts';
import {
  addNote,
  patch,
  type RecordWrite,
  remove,
  withCreatedTypes,
} from '../support/record-writes.ts';

interface Story {
  create: (n: number) => object;
  /** These writes follow the creation. */
  writes: readonly RecordWrite[];
  /** The events are in the order of their sequence. */
  events: readonly string[];
  /** The kinds of the entries are in the order of the record's versions, which begin with 1. */
  entries: readonly string[];
}

type RecordStory = Story & Pick<AnyRecordType, 'type' | 'path'> & { tableName: string };

const stories: Record<string, Story> = {
  incident: {
    create: (n) => ({ short_description: `Crash ${n}`, priority: 'P3' }),
    writes: [patch({ priority: 'P1' }), addNote('public'), remove],
    events: [
      'incident.created',
      'incident.updated',
      'incident.priority_changed',
      'incident.updated',
      'incident.note_added',
      'incident.updated',
      'incident.deleted',
    ],
    entries: ['incident.created', 'incident.updated', 'incident.updated', 'incident.deleted'],
  },
  change: {
    create: (n) => ({ short_description: `Crash ${n}`, type: 'normal' }),
    writes: [patch({ risk: 'high' }), addNote('team')],
    events: [
      'change.submitted',
      'change.created',
      'change.submitted',
      'change.updated',
      'change.updated',
    ],
    entries: ['change.created', 'change.updated', 'change.updated'],
  },
  request: {
    create: (n) => ({ short_description: `Crash ${n}` }),
    writes: [patch({ priority: 'P1' }), addNote('public')],
    events: ['request.submitted', 'request.created', 'request.updated', 'request.updated'],
    entries: ['request.created', 'request.updated', 'request.updated'],
  },
  ci: {
    create: (n) => ({ name: `crash-${n}`, class: 'server' }),
    writes: [patch({ status: 'degraded' })],
    events: ['ci.created', 'ci.updated'],
    entries: ['ci.created', 'ci.updated'],
  },
  article: {
    create: (n) => ({ title: `Crash ${n}`, body: 'Restart it.' }),
    writes: [patch({ title: 'Crashes' }), remove],
    events: ['article.created', 'article.updated', 'article.updated', 'article.deleted'],
    entries: ['article.created', 'article.updated', 'article.deleted'],
  },
};

const typesWithStory = (): RecordStory[] =>
  withCreatedTypes(stories, 'crash.stories.ts').map(
    ({ type: { type, path, table }, ...story }) => ({
      type,
      path,
      tableName: table.name,
      ...story,
    }),
  );

/** Every other record is an incident, which has the most events; the other types alternate. */
function storyOf(n: number): RecordStory {
  const [incident, ...others] = typesWithStory().toSorted(
    ({ type: one }, { type: other }) => Number(other === 'incident') - Number(one === 'incident'),
  );
  const story = n % 2 === 0 ? incident : others[(n >> 1) % others.length];
  if (!story) throw new Error('no feature has a record type');
  return story;
}

/** Returns the stories of as many records as have this many writes together, at least one of each type. */
export function storiesOf(writes: number): RecordStory[] {
  const all: RecordStory[] = [];
  const fewest = 2 * (typesWithStory().length - 1);
  for (let sum = 0; sum < writes || all.length < fewest;) {
    const story = storyOf(all.length);
    all.push(story);
    sum += 1 + story.writes.length;
  }
  return all;
}

const quoteList = (values: readonly string[]): string => `'${values.join()}'`;

/** Each query returns rows only for faults. */
export const storyQuestions = (): Record<string, string> =>
  Object.fromEntries(
    typesWithStory().flatMap(({ type, tableName, events, entries, writes }) => {
      const countNotes = writes.filter(([, suffix]) => suffix === '/notes').length;
      return [
        [
          `a record (${type}) without its events`,
          `select r.id from ${tableName} r
             left join events e on e.record_type = '${type}' and e.record_id = r.id group by r.id
           having string_agg(e.type || e.sequence, ',' order by e.sequence)
             is distinct from ${quoteList(events.map((event, n) => `${event}${n + 1}`))}`,
        ],
        [
          `a record (${type}) without its entries`,
          `select r.id from ${tableName} r left join entries e
             on e.record_id = r.id and e.record_type = '${type}' group by r.id
           having string_agg(e.kind || e.record_version, ',' order by e.record_version)
             is distinct from ${quoteList(entries.map((kind, n) => `${kind}${n + 1}`))}`,
        ],
        [
          `a record (${type}) without its notes`,
          `select r.id from ${tableName} r left join work_notes n on n.record_id = r.id group by r.id
           having count(n.id) <> ${countNotes}`,
        ],
      ];
    }),
  );
