// The crash test creates and then updates a record of each type, and expects these events of both.
import { routes } from '../../src/app.ts';
import { features } from '../../src/features.ts';
import type { AnyRecordType } from '../../src/records/index.ts';

interface Story {
  create: (n: number) => object;
  update: object;
  /** The events are in the order of their sequence. */
  events: readonly string[];
}

type RecordStory = Story & Pick<AnyRecordType, 'type' | 'path'> & { tableName: string };

const stories: Record<string, Story> = {
  incident: {
    create: (n) => ({ short_description: `Crash ${n}`, priority: 'P3' }),
    update: { priority: 'P1' },
    events: ['incident.created', 'incident.updated', 'incident.priority_changed'],
  },
  change: {
    create: (n) => ({ short_description: `Crash ${n}`, type: 'normal' }),
    update: { risk: 'high' },
    events: ['change.submitted', 'change.submitted'],
  },
  request: {
    create: (n) => ({ short_description: `Crash ${n}` }),
    update: { priority: 'P1' },
    events: ['request.submitted'],
  },
  ci: {
    create: (n) => ({ name: `crash-${n}`, class: 'server' }),
    update: { status: 'degraded' },
    events: [],
  },
  article: {
    create: (n) => ({ title: `Crash ${n}`, body: 'Restart it.' }),
    update: { title: 'Crashes' },
    events: [],
  },
};

const isCreated = ({ path, readers }: AnyRecordType): boolean =>
  readers !== undefined && routes.some((route) => route.method === 'POST' && route.path === path);

/** Throws if the API can create a record type that has no story. */
const typesWithStory = (): RecordStory[] =>
  features
    .flatMap(({ records = [] }) => records)
    .filter(isCreated)
    .map(({ type, path, table }) => {
      const story = stories[type];
      if (!story)
        throw new Error(`crash.stories.ts has no story for the record type ${type}; add one`);
      return { type, path, tableName: table.name, ...story };
    });

/** Every other record is an incident, which has the most events; the other types alternate. */
export function storyOf(n: number): RecordStory {
  const [incident, ...others] = typesWithStory().toSorted(
    ({ type: one }, { type: other }) => Number(other === 'incident') - Number(one === 'incident'),
  );
  const story = n % 2 === 0 ? incident : others[(n >> 1) % others.length];
  if (!story) throw new Error('no feature has a record type');
  return story;
}

export const eventTypes = (): string[] => [
  ...new Set(Object.values(stories).flatMap(({ events }) => events)),
];

/** Each query returns rows only for faults. */
export const storyQuestions = (): Record<string, string> =>
  Object.fromEntries(
    typesWithStory().flatMap(({ type, tableName, events }) => {
      const sequence = events.map((event, n) => `'${event}${n + 1}'`).join(" || ',' || ") || 'null';
      return [
        [
          `a record (${type}) without its events`,
          `select r.id from ${tableName} r
             left join events e on e.record_type = '${type}' and e.record_id = r.id group by r.id
           having string_agg(e.type || e.sequence, ',' order by e.sequence)
             is distinct from ${sequence}`,
        ],
        [
          `a record (${type}) without its two entries`,
          `select r.id from ${tableName} r left join entries e
             on e.record_id = r.id and e.kind in ('${type}.created', '${type}.updated') group by r.id
           having string_agg(e.record_version::text, ',' order by e.record_version)
             is distinct from '1,2'`,
        ],
      ];
    }),
  );
