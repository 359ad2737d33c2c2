// Generates the tables of docs/scale.md that are arithmetic on recorded figures and stated assumptions.
import { connectionsOf } from '../server/src/doctor/connections.ts';
import {
  commands,
  type Files,
  format,
  type Growth,
  type Measured,
  notMeasured,
  readGrowth,
  readIdle,
  readMix,
} from './docs.scale.results.ts';
import { DEFAULT_POOL, MAX_USE } from './docs.scale.ts';
import { markdownTable } from './docs.tables.ts';

/** docs/scale.md states each of these as an assumption. */
export const assumed = {
  machine: { cores: 8, memoryGb: 32, reservedGb: 8, connections: 500, diskGb: 500 },
  /** An organisation has these in a peak minute, and these writes on a working day. */
  organisation: {
    employees: 5000,
    requestsPerSecond: 100,
    streams: 1000,
    creates: 5300,
    updates: 54_700,
  },
  streamsPerProcess: 1000,
  /** Events and deliveries are retained for 90 to 120 days, because a month is dropped as a whole. */
  retainedDays: 105,
  /** Prices are euros a month. */
  prices: { core: 25, memoryGb: 3.5, diskGb: 0.1, backupGb: 0.03 },
} as const;

const SECONDS_PER_HOUR = 3600;
const MEGABYTES_PER_GB = 1024;

interface Limit {
  name: string;
  has: string;
  takes: string;
  fit: number;
}

function limitsOf({ figures }: Measured): Limit[] {
  const at = (name: string): number => figures[`start_${name}`] ?? 0;
  const { cores, memoryGb, reservedGb, connections, diskGb } = assumed.machine;
  const busy = (at('node') + at('postgres') + at('valkey')) / SECONDS_PER_HOUR;
  const megabytes = at('proportional_mb') + at('backends_mb');
  const free = (memoryGb - reservedGb) * MEGABYTES_PER_GB;
  return [
    {
      name: 'CPU',
      has: `${cores} cores × ${MAX_USE} = ${format(cores * MAX_USE, 1)}`,
      takes: `${format(busy * 100, 2)} % of a core`,
      fit: (cores * MAX_USE) / busy,
    },
    {
      name: 'Memory',
      has: `${memoryGb} GB - ${reservedGb} GB for PostgreSQL and the system = ${memoryGb - reservedGb} GB`,
      takes: `${format(megabytes)} MB with its backends`,
      fit: free / megabytes,
    },
    {
      name: 'Connections',
      has: format(connections),
      takes: `${format(at('connections'))} idle, ${connectionsOf('start', DEFAULT_POOL)} at most`,
      fit: connections / at('connections'),
    },
    {
      name: 'Disk',
      has: `${diskGb} GB`,
      takes: `${format(at('disk_mb'))} MB empty`,
      fit: (diskGb * MEGABYTES_PER_GB) / at('disk_mb'),
    },
  ];
}

export function fitTable(repository: Files): string {
  const idle = readIdle(repository);
  if (!idle) return notMeasured(commands.idle);
  const limits = limitsOf(idle);
  const fewest = Math.min(...limits.map(({ fit }) => fit));
  return markdownTable(
    ['Resource', 'The machine has', 'An idle `start` takes', 'Instances that fit', 'Command'],
    limits.map(({ name, has, takes, fit }) => [
      name,
      has,
      takes,
      fit === fewest ? `**${format(Math.floor(fit))}, limits first**` : format(Math.floor(fit)),
      `\`${idle.command}\`, ${idle.date}`,
    ]),
  );
}

const FACTORS = [1, 10, 100];
const GIGABYTE = 1e9;
const DAYS_PER_YEAR = 365;

export interface Demand {
  requestsPerSecond: number;
  nodeCores: number;
  postgresCores: number;
  processes: number;
  connections: number;
  logGbPerDay: number;
  incidentsPerYear: number;
  foreverGbPerYear: number;
  retainedGb: number;
  price: number;
}

/** Two processes of each type run in any case, so that one may stop. */
const AT_LEAST = 2;
const GB_PER_PROCESS = 0.25;
const GB_PER_POSTGRES_CORE = 4;

export function demandOf(factor: number, mix: Measured, growth: Growth): Demand {
  const { requestsPerSecond, streams, creates, updates } = assumed.organisation;
  const size = growth.sizes.at(-1) ?? 0;
  const bytes = (...names: string[]) => names.reduce((sum, name) => sum + growth.of(size, name), 0);
  const rate = requestsPerSecond * factor;
  const coresOf = (part: string) => (rate * (mix.figures[part] ?? 0)) / 1e6 / MAX_USE;
  const nodeCores = coresOf('node_us');
  const postgresCores = coresOf('postgres_us');
  const byStreams = Math.ceil((streams * factor) / assumed.streamsPerProcess);
  const apis = Math.max(AT_LEAST, Math.ceil(nodeCores), byStreams);
  const processes = apis + AT_LEAST + AT_LEAST;
  const perYear = creates * factor * DAYS_PER_YEAR;
  const writes = (creates + updates) * factor;
  const foreverGbPerYear =
    (perYear * bytes('incident_row_bytes', 'incident_index_bytes', 'incident_count_bytes') +
      writes * DAYS_PER_YEAR * bytes('entry bytes')) /
    GIGABYTE;
  const retainedGb =
    (writes * assumed.retainedDays * bytes('event bytes', 'delivery bytes')) / GIGABYTE;
  const { core, memoryGb, diskGb, backupGb } = assumed.prices;
  // The standby takes as much as the primary, and the backup stores the data once.
  const cores = Math.ceil(nodeCores) + 2 * Math.ceil(postgresCores);
  const memory = processes * GB_PER_PROCESS + 2 * Math.ceil(postgresCores) * GB_PER_POSTGRES_CORE;
  const data = foreverGbPerYear + retainedGb;
  return {
    requestsPerSecond: rate,
    nodeCores,
    postgresCores,
    processes,
    connections:
      apis * connectionsOf('api', DEFAULT_POOL) +
      AT_LEAST * (connectionsOf('worker', DEFAULT_POOL) + connectionsOf('auth', DEFAULT_POOL)),
    logGbPerDay:
      (factor *
        (creates * bytes('post_delivered wal_bytes') + updates * bytes('patch wal_bytes'))) /
      GIGABYTE,
    incidentsPerYear: perYear,
    foreverGbPerYear,
    retainedGb,
    price: cores * core + memory * memoryGb + data * (2 * diskGb + backupGb),
  };
}

const demandRows: [name: string, text: (demand: Demand) => string][] = [
  ['Requests a second at peak', ({ requestsPerSecond }) => format(requestsPerSecond)],
  ['Cores for Node, at 60 % use', ({ nodeCores }) => format(nodeCores, 2)],
  ['Cores for PostgreSQL, at 60 % use', ({ postgresCores }) => format(postgresCores, 2)],
  ['Processes: `api`, two `worker`, two `auth`', ({ processes }) => format(processes)],
  ['Connections at most', ({ connections }) => format(connections)],
  ['Log (WAL) a day', ({ logGbPerDay }) => `${format(logGbPerDay, 1)} GB`],
  ['Incidents a year', ({ incidentsPerYear }) => format(incidentsPerYear)],
  ['Kept for ever, a year', ({ foreverGbPerYear }) => `${format(foreverGbPerYear, 1)} GB`],
  [
    'Events and deliveries of one webhook, at rest',
    ({ retainedGb }) => `${format(retainedGb, 1)} GB`,
  ],
  ['Price a month after a year, with a standby and a backup', ({ price }) => `${format(price)} €`],
];

export function demandTable(repository: Files): string {
  const [mix, growth] = [readMix(repository, 1), readGrowth(repository)];
  if (!mix || !growth) return notMeasured(commands.mix, commands.growth);
  const demands = FACTORS.map((factor) => demandOf(factor, mix, growth));
  return markdownTable(
    ['Arithmetic', ...FACTORS.map((factor) => `${factor} ×`), 'Commands'],
    demandRows.map(([name, text]) => [
      name,
      ...demands.map(text),
      `\`${mix.command}\` and \`${growth.command}\``,
    ]),
  );
}

/** An organisation that nobody uses: its share of CPU, memory and disk, alone and with two of each. */
export function organisationTable(repository: Files): string {
  const idle = readIdle(repository);
  if (!idle) return notMeasured(commands.idle);
  const at = (name: string): number => idle.figures[`start_${name}`] ?? 0;
  const { core, memoryGb, diskGb } = assumed.prices;
  const cores = (at('node') + at('postgres') + at('valkey')) / SECONDS_PER_HOUR / MAX_USE;
  const memory = (at('proportional_mb') + at('backends_mb')) / MEGABYTES_PER_GB;
  const disk = at('disk_mb') / MEGABYTES_PER_GB;
  const price = cores * core + memory * memoryGb + disk * diskGb;
  const rows: [name: string, figure: string][] = [
    ['CPU', `${format(cores, 3)} cores × ${core} € = ${format(cores * core, 2)} €`],
    ['Memory', `${format(memory, 2)} GB × ${memoryGb} € = ${format(memory * memoryGb, 2)} €`],
    ['Disk', `${format(disk, 3)} GB × ${diskGb} € = ${format(disk * diskGb, 3)} €`],
    ['One idle organisation, a month', `${format(price, 2)} €`],
    ['With two of each process and a standby', `${format(2 * price, 2)} €`],
    ['Connections of 1,000 organisations', format(1000 * at('connections'))],
  ];
  return markdownTable(
    ['Arithmetic', 'Figure', 'Command'],
    rows.map((row) => [...row, `\`${idle.command}\`, ${idle.date}`]),
  );
}
