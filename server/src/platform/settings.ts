// What an administrator may set for the whole instance, read from one row and held for a second.
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

export interface Settings {
  /** Resolution targets; a record keeps the target its priority had when its period began. */
  sla_target_seconds: Record<'P1' | 'P2' | 'P3' | 'P4', number>;
  /** Impact × urgency decides the priority of records that were given none. */
  priority_matrix: boolean;
  /** How long events, deliveries, attempts and inbound events are kept, at least. */
  retention_days: number;
  /** How long a bulk job is kept after it has ended. */
  job_retention_days: number;
  /** Domains whose addresses may be mailed though nobody here is known by them. */
  mail_domains: string[];
}

const HOUR = 3600;
const defaults: Settings = {
  sla_target_seconds: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 24 * HOUR, P4: 72 * HOUR },
  priority_matrix: false,
  retention_days: 90,
  job_retention_days: 7,
  mail_domains: [],
};

const HELD_MS = 1000;

export interface SettingsRow extends Settings {
  version: number;
}

interface Stored {
  document: Partial<Settings>;
  version: number;
}

const withDefaults = (stored: Stored | undefined): SettingsRow => ({
  ...defaults,
  ...stored?.document,
  version: stored?.version ?? 1,
});

export const readSettings = async (db: Db): Promise<SettingsRow> =>
  withDefaults((await sql<Stored>`select document, version from settings`.execute(db)).rows[0]);

export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
  withDefaults(
    (await sql<Stored>`select document, version from settings for update`.execute(tx)).rows[0],
  );

export const saveSettings = (tx: Tx, { version, ...document }: SettingsRow): Promise<unknown> =>
  sql`update settings set document = ${JSON.stringify(document)}, version = ${version}`.execute(tx);

export function settingsReader(db: Db): () => Promise<Settings> {
  let held: Promise<Settings> | undefined;
  let until = 0;
  return () => {
    if (!held || performance.now() > until) {
      until = performance.now() + HELD_MS;
      held = readSettings(db);
      held.catch(() => (held = undefined));
    }
    return held;
  };
}
