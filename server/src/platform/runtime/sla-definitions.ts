// Every process caches the SLA policies and the calendars of the instance as it caches the settings.
import { sql } from 'kysely';
import { runNamed } from '../postgres/statements.ts';
import type { Db, Tx } from '../postgres/tables.ts';

/** Records of these types have SLA clocks. */
export const slaTypes = ['incident', 'request'] as const;
export type SlaType = (typeof slaTypes)[number];

export const isSlaType = (type: string): type is SlaType =>
  (slaTypes as readonly string[]).includes(type);

/** The clocks of a record are about these, in this order. */
export const slaMetrics = ['first_response', 'update', 'resolution'] as const;
export type SlaMetric = (typeof slaMetrics)[number];

export interface PolicyDefinition {
  id: string;
  version: number;
  name: string;
  record_type: SlaType;
  /** Checked when the policy was saved. */
  when: unknown;
  /** Null: the clocks run round the clock. */
  calendar_id: string | null;
  targets: Readonly<Partial<Record<SlaMetric, Readonly<Record<string, number>>>>>;
  /** A record on hold for one of these reasons pauses the clock. */
  pause: Readonly<Record<SlaMetric, readonly string[]>>;
}

interface CalendarDefinition {
  id: string;
  time_zone: string;
  weekly: Readonly<
    Record<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun', readonly (readonly string[])[]>
  >;
  exceptions: readonly { date: string; hours: readonly (readonly string[])[] }[];
}

export interface SlaDefinitions {
  /** Raised whenever a policy or calendar is saved. */
  version: number;
  /** Records that were saved under an earlier version may have other clocks. */
  clocks_version: number;
  /** Active policies in the order in which they are tried. */
  policies: readonly PolicyDefinition[];
  calendars: ReadonlyMap<string, CalendarDefinition>;
}

export const noSlaDefinitions: SlaDefinitions = {
  version: 0,
  clocks_version: 0,
  policies: [],
  calendars: new Map(),
};

interface StoredDefinitions {
  version: number;
  clocks_version: number;
  policies: PolicyDefinition[] | null;
  calendars: CalendarDefinition[] | null;
}

/** The definitions are read only if their version is another one: calendars may have thousands of dates. */
const definitionsSql = (known: number) => sql<StoredDefinitions>`
  select version, clocks_version,
    case when version <> ${known}::int then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'name', name,
        'record_type', record_type, 'when', "when", 'calendar_id', calendar_id, 'targets', targets, 'pause', pause)
        order by position, id), '[]')
      from sla_policies where active and deleted_at is null) end as policies,
    case when version <> ${known}::int then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'time_zone', time_zone, 'weekly', weekly, 'exceptions', exceptions)), '[]')
      from calendars where deleted_at is null) end as calendars
  from sla_definitions`;

/** Returns a function that reads the definitions, and returns the same value as long as none has changed. */
export function slaDefinitionsReader(): (db: Db | Tx) => Promise<SlaDefinitions> {
  let last = noSlaDefinitions;
  return async (db) => {
    const known = last;
    const { rows } = await runNamed(db, 'sla definitions', definitionsSql(known.version));
    const { version = 0, clocks_version = 0, policies, calendars } = rows[0] ?? {};
    if (!policies || !calendars) return known;
    last = {
      version,
      clocks_version,
      policies,
      calendars: new Map(calendars.map((one) => [one.id, one])),
    };
    return last;
  };
}

/** Reads the definitions of the transaction's own snapshot. */
export const readSlaDefinitions = (db: Db | Tx): Promise<SlaDefinitions> =>
  slaDefinitionsReader()(db);
