// Generates the tables of docs/scale.md: recorded figures, each with its command.
import { connectionsOf, type ConnectingCommand } from '../server/src/doctor/connections.ts';
import { settings } from '../server/src/platform/runtime/config.ts';
import {
  commands,
  type Files,
  format,
  type Measured,
  notMeasured,
  readGrowth,
  readIdle,
  readMix,
} from './docs.scale.results.ts';
import { markdownTable } from './docs.tables.ts';

const commandCell = ({ command, date }: Measured): string => `\`${command}\`, ${date}`;

const requestNames: Record<string, string> = {
  get: '`GET /incidents/<id>`',
  list: 'List of 50, newest first',
  teams: 'List of 50, open incidents of three groups by breach ("My teams")',
  timeline: '`GET /incidents/<id>/timeline`',
  list_search: 'List of 50 with one word in 14 % of incidents',
  search: '`GET /search` for the same word',
  patch: '`PATCH /incidents/<id>`',
  post: '`POST /incidents`',
  post_delivered: '`POST /incidents` with one delivery',
};

const timeNames: Record<string, string> = {
  stream: 'Write to its event on a stream',
  delivery: 'Write to its receipt by a webhook',
};

export function requestTable(repository: Files): string {
  const growth = readGrowth(repository);
  if (!growth) return notMeasured(commands.growth);
  const [size = 0] = growth.sizes;
  const rows = Object.entries(requestNames).map(([key, name]) => {
    const [node, background, postgres, p50, p95] = [
      'node_us',
      'worker_us',
      'postgres_us',
      'p50_ms',
      'p95_ms',
    ].map((part) => growth.of(size, `${key} ${part}`));
    return [
      name,
      format(node ?? 0),
      format(background ?? 0),
      format(postgres ?? 0),
      `${format(p50 ?? 0, 1)} / ${format(p95 ?? 0, 1)}`,
      format(1e6 / (postgres || Number.NaN)),
      commandCell(growth),
    ];
  });
  return markdownTable(
    [
      'Request',
      'Node, µs',
      'Background work, µs',
      'PostgreSQL, µs',
      'p50 / p95, ms',
      'A core of PostgreSQL does, a second',
      'Command',
    ],
    rows,
  );
}

const PROMISED_PER_SECOND = 5000;
/** A process that uses more of its CPU responds noticeably later. */
export const MAX_USE = 0.6;

export function coreTable(repository: Files): string {
  const missing = notMeasured(commands.mix, commands.mixOfTwo);
  const runs = [1, 2].flatMap((processes) => readMix(repository, processes) ?? []);
  if (runs.length === 0) return missing;
  const rows = runs.map((run) => {
    const { figures } = run;
    const at = (name: string): number => figures[name] ?? 0;
    const busy = ['node_us', 'postgres_us', 'valkey_us'].map(
      (part) => (at(part) * PROMISED_PER_SECOND) / 1e6,
    );
    const all = busy.reduce((sum, cores) => sum + cores, 0);
    return [
      format(at('processes')),
      format(at('per_second')),
      format(at('p99_ms')),
      ['node_us', 'postgres_us', 'valkey_us', 'generator_us']
        .map((part) => format(at(part)))
        .join(' + '),
      `${busy.map((cores) => format(cores, 1)).join(' + ')} = ${format(all, 1)}`,
      format(all / MAX_USE, 1),
      commandCell(run),
    ];
  });
  return markdownTable(
    [
      'API processes',
      'Requests a second here',
      'p99, ms',
      'µs a request: Node + PostgreSQL + Valkey + generator',
      'Busy cores at 5,000 a second: Node + PostgreSQL + Valkey',
      'Cores at 60 % use',
      'Command',
    ],
    rows,
  );
}

export function growthTable(repository: Files): string {
  const growth = readGrowth(repository);
  if (!growth) return notMeasured(commands.growth);
  const { sizes, of } = growth;
  const cpu = (size: number, key: string) =>
    of(size, `${key} node_us`) + of(size, `${key} postgres_us`);
  const times = (size: number, key: string) =>
    `${format(of(size, `${key} p50_ms`), 1)} / ${format(of(size, `${key} p95_ms`), 1)} ms`;
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
  const rows = [
    ...Object.entries(requestNames).map(([key, name]) => [
      name,
      ...sizes.map((size) => `${format(cpu(size, key))} µs, ${times(size, key)}`),
      format(cpu(last, key) / cpu(first, key), 2),
      commandCell(growth),
    ]),
    ...Object.entries(timeNames).map(([key, name]) => [
      name,
      ...sizes.map((size) => times(size, key)),
      '',
      commandCell(growth),
    ]),
  ];
  return markdownTable(
    [
      'Kind',
      ...sizes.map((size) => `${format(size)} incidents`),
      'Growth of the CPU time',
      'Command',
    ],
    rows,
  );
}

const diskNames: Record<string, string> = {
  incident_row_bytes: 'Row of an incident',
  incident_index_bytes: 'Its index entries',
  incident_count_bytes: 'Its share of the counts and charts',
  note_bytes: 'Note, with indexes',
  article_bytes: 'Article, with indexes, without vectors',
  'event bytes': 'Event, with indexes',
  'entry bytes': 'Audit entry, with indexes',
  'delivery bytes': 'Delivery and its attempt, with indexes',
  'post wal_bytes': 'Log (WAL) of a `POST`',
  'post_delivered wal_bytes': 'Log of a `POST` with one delivery',
  'patch wal_bytes': 'Log of a `PATCH`',
};

export function diskTable(repository: Files): string {
  const growth = readGrowth(repository);
  if (!growth) return notMeasured(commands.growth);
  const { sizes, of } = growth;
  const rows = Object.entries(diskNames).map(([key, name]) => [
    name,
    ...sizes.map((size) => `${format(of(size, key))} B`),
    commandCell(growth),
  ]);
  const whole = ['Database', ...sizes.map((size) => `${format(of(size, 'database_mb'))} MB`)];
  return markdownTable(
    ['Bytes', ...sizes.map((size) => `${format(size)} incidents`), 'Command'],
    [...rows, [...whole, commandCell(growth)]],
  );
}

const processTypes: readonly ConnectingCommand[] = ['api', 'worker', 'auth', 'start'];
export const DEFAULT_POOL = Number(settings.DATABASE_POOL.fallback);

export function idleTable(repository: Files): string {
  const idle = readIdle(repository);
  if (!idle) return notMeasured(commands.idle);
  const rows = processTypes.map((type) => {
    const at = (name: string): number => idle.figures[`${type}_${name}`] ?? Number.NaN;
    return [
      `\`${type}\``,
      ['node', 'postgres', 'valkey'].map((part) => format(at(part), 1)).join(' + '),
      `${format(at('resident_mb'))} / ${format(at('proportional_mb'))}`,
      format(at('backends_mb')),
      `${format(at('connections'))} of ${connectionsOf(type, DEFAULT_POOL)}`,
      `${format(at('disk_mb'))} MB, ${format(at('relations'))} relations`,
      commandCell(idle),
    ];
  });
  return markdownTable(
    [
      'Process',
      'CPU seconds an hour: Node + PostgreSQL + Valkey',
      'Memory, MB: resident / proportional',
      'Its backends, MB',
      'Connections: idle, of at most',
      'Database',
      'Command',
    ],
    rows,
  );
}
