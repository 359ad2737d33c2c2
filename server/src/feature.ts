// A feature is one value: everything that it gives to the service. server/src/features.ts has the list of them, which the
// API, the worker, the commands and their help read; nothing is known of a feature that is not in its value.
import { type EventDataTable, type EventTask, offerEventData } from './events/index.ts';
import type { DueWork } from './platform/background/due-work.ts';
import type { Jobs } from './platform/background/jobs.ts';
import type { Schedule } from './platform/background/schedules.ts';
import type { TaskHandlers } from './platform/background/tasks.ts';
import type { SealedColumn } from './platform/crypto/sealing.ts';
import type { Route } from './platform/http/routes/route.ts';
import type { ExpiringTable } from './platform/postgres/partitions.ts';
import type { Deps } from './platform/runtime/deps.ts';
import { type AnySettings, offerSettings } from './platform/runtime/settings.ts';
import {
  type AnyRecordType,
  type BulkOffers,
  offerRecordTypes,
  offerSaveListeners,
  type SaveListeners,
} from './records/index.ts';

/** A command of `admin`, which returns the text to print. */
export interface Command {
  /** Its lines in the help. */
  usage: string;
  run: (deps: Deps, args: string[], features: readonly Feature[]) => Promise<string>;
}

/** Commands are named by the words after `admin`. */
export type Commands = Readonly<Record<string, Command>>;

export interface Feature {
  /** A function where they show what other features offer. */
  routes?: readonly Route[] | ((features: readonly Feature[]) => readonly Route[]);
  /** Types whose records have events, or that other records refer to. */
  records?: readonly AnyRecordType[];
  /** Work in the transaction that saves a record of another feature. */
  onSaved?: SaveListeners;
  settings?: AnySettings;
  /** The data of its events, for receivers. */
  events?: EventDataTable;
  /** Tasks that follow from events of another feature. */
  eventTasks?: readonly EventTask[];
  bulk?: BulkOffers;
  /** Columns with encrypted values. */
  sealed?: readonly SealedColumn[];
  /** Tables whose months are dropped after the retention time. */
  expiring?: readonly ExpiringTable[];
  /** Background work; server/src/worker.ts explains the kinds. */
  jobs?: Jobs;
  tasks?: TaskHandlers;
  dueWork?: (deps: Deps, features: readonly Feature[]) => readonly DueWork[];
  schedules?: (deps: Deps, features: readonly Feature[]) => readonly Schedule[];
  commands?: Commands;
}

export const routesOf = (features: readonly Feature[]): readonly Route[] =>
  features.flatMap(({ routes = [] }) => (typeof routes === 'function' ? routes(features) : routes));

/** Joins the tables of a kind. A name that two features use would hide the work of one of them. */
export function tableOf<Kind extends 'events' | 'bulk' | 'jobs' | 'tasks' | 'commands'>(
  features: readonly Feature[],
  kind: Kind,
): NonNullable<Feature[Kind]> {
  const rows = features.flatMap((feature) => Object.entries(feature[kind] ?? {}));
  const names = rows.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two features have ${kind} with the name ${twice}.`);
  return Object.fromEntries(rows);
}

/** Gives the engines of settings, events and records what the features of this process offer them. */
export function compose(features: readonly Feature[]): void {
  offerSettings(features.flatMap(({ settings = [] }) => settings));
  offerEventData(tableOf(features, 'events'));
  offerRecordTypes(features.flatMap(({ records = [] }) => records));
  offerSaveListeners(features.flatMap(({ onSaved = [] }) => onSaved));
}
