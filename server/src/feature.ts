// A feature is one value with everything that it adds to the service. The API, the worker and the commands read the list
// in server/src/features.ts and know nothing else about a feature.
import { type EventDataTable, type EventTask, offerEventData } from './events/index.ts';
import type { DueWork } from './platform/background/due-work.ts';
import type { Jobs } from './platform/background/jobs.ts';
import type { Schedule } from './platform/background/schedules.ts';
import type { TaskHandlers } from './platform/background/tasks.ts';
import type { SealedColumn } from './platform/crypto/sealing.ts';
import type { Route } from './platform/http/routes/route.ts';
import type { ExpiringTable } from './platform/postgres/partitions.ts';
import type { Deps } from './platform/runtime/deps.ts';
import { type HealthChecks, offerHealthChecks } from './platform/runtime/health.ts';
import { type AnySettings, offerSettings } from './platform/runtime/settings.ts';
import {
  type AnyAutomation,
  type AnyRecordType,
  type BulkOffers,
  type MailOrigins,
  type MentionReader,
  offerAutomations,
  offerMailOrigins,
  offerMentionReader,
  offerRecordTypes,
  offerRuleEngine,
  offerSaveListeners,
  type RuleEngine,
  type SaveListeners,
  type SearchSource,
} from './records/index.ts';

/** A command of `admin`, which returns the text to print. */
export interface Command {
  /** These lines are printed by `help`. */
  usage: string;
  run: (deps: Deps, args: string[], features: readonly Feature[]) => Promise<string>;
}

/** Commands are named by the words after `admin`. */
export type Commands = Readonly<Record<string, Command>>;

export interface Feature {
  /** A function gets all features, for routes that describe what the others offer. */
  routes?: readonly Route[] | ((features: readonly Feature[]) => readonly Route[]);
  /** Only types whose records have events, or that other records refer to, need to be listed. */
  records?: readonly AnyRecordType[];
  /** Listeners run in the transaction that saves a record of another feature. */
  onSaved?: SaveListeners | ((features: readonly Feature[]) => SaveListeners);
  /** Rules and macros act on records of these types. */
  automations?: readonly AnyAutomation[];
  /** One feature runs the rules of the instance in every write. */
  ruleEngine?: RuleEngine;
  /** One feature reads whom notes mention. */
  mentions?: MentionReader;
  /** One feature knows from where mails about records are sent. */
  mailOrigins?: MailOrigins;
  settings?: AnySettings;
  events?: EventDataTable;
  /** Events of another feature create these tasks. */
  eventTasks?: readonly EventTask[];
  bulk?: BulkOffers;
  /** `GET /search` finds these. */
  search?: readonly SearchSource[];
  /** Values in these columns are encrypted. */
  sealed?: readonly SealedColumn[];
  /** Monthly partitions of these tables are dropped after the retention time. */
  expiring?: readonly ExpiringTable[];
  /** The heading of server/src/worker.ts explains the kinds of background work. */
  jobs?: Jobs;
  tasks?: TaskHandlers;
  dueWork?: (deps: Deps, features: readonly Feature[]) => readonly DueWork[];
  schedules?: (deps: Deps, features: readonly Feature[]) => readonly Schedule[];
  commands?: Commands;
  /** The checks of `/health` and `/readyz` include these, which never fail readiness. */
  healthChecks?: HealthChecks;
}

export const routesOf = (features: readonly Feature[]): readonly Route[] =>
  features.flatMap(({ routes = [] }) => (typeof routes === 'function' ? routes(features) : routes));

/** Merges the tables of all features, and refuses a duplicate name, which would hide the work of one feature. */
export function tableOf<
  Kind extends 'events' | 'bulk' | 'jobs' | 'tasks' | 'commands' | 'healthChecks',
>(features: readonly Feature[], kind: Kind): NonNullable<Feature[Kind]> {
  const rows = features.flatMap((feature) => Object.entries(feature[kind] ?? {}));
  const names = rows.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two features have ${kind} with the name ${twice}.`);
  return Object.fromEntries(rows);
}

/** Registers the settings, event data, record types, save listeners and health checks of the features with this process. */
export function compose(features: readonly Feature[]): void {
  offerSettings(features.flatMap(({ settings = [] }) => settings));
  offerEventData(tableOf(features, 'events'));
  offerRecordTypes(features.flatMap(({ records = [] }) => records));
  offerSaveListeners(
    features.flatMap(({ onSaved = [] }) =>
      typeof onSaved === 'function' ? onSaved(features) : onSaved,
    ),
  );
  offerAutomations(features.flatMap(({ automations = [] }) => automations));
  offerRuleEngine(features.find(({ ruleEngine }) => ruleEngine)?.ruleEngine);
  offerMentionReader(features.find(({ mentions }) => mentions)?.mentions);
  offerMailOrigins(features.find((feature) => feature.mailOrigins)?.mailOrigins);
  offerHealthChecks(tableOf(features, 'healthChecks'));
}
