// Settings of the instance, read from one row and cached for a second.
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { Fault } from '../errors.ts';
import type { Db, Tx } from '../postgres/tables.ts';

/** Each feature adds its settings to this interface and registers them. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Settings {}

/** Settings of one feature: their defaults and their schema. */
export interface SettingsSection<Name extends keyof Settings = keyof Settings> {
  defaults: Pick<Settings, Name>;
  fields: Record<Name, TSchema>;
  example: Pick<Settings, Name>;
  /** Faults that the schema cannot express. */
  check?(settings: Pick<Settings, Name>): readonly Fault[];
}

const sections: SettingsSection<never>[] = [];

export function registerSettings<Name extends keyof Settings>(
  section: SettingsSection<Name>,
): void {
  sections.push(section);
}

const nameOf = ({ fields }: SettingsSection<never>): string =>
  Object.keys(fields).toSorted().join();

/** In one order, whichever module was loaded first. */
export const settingsSections = (): readonly SettingsSection<never>[] =>
  sections.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

export const settingsFaults = (settings: Settings): Fault[] =>
  settingsSections().flatMap((one) => one.check?.(settings as never) ?? []);

const defaults = (): Settings => Object.assign({}, ...sections.map((one) => one.defaults));

const HELD_MS = 1000;

export interface SettingsRow extends Settings {
  version: number;
}

interface StoredSettings {
  document: Partial<Settings>;
  version: number;
}

const withDefaults = (stored: StoredSettings | undefined): SettingsRow => ({
  ...defaults(),
  ...stored?.document,
  version: stored?.version ?? 1,
});

export const readSettings = async (db: Db): Promise<SettingsRow> =>
  withDefaults(
    (await sql<StoredSettings>`select document, version from settings`.execute(db)).rows[0],
  );

export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
  withDefaults(
    (await sql<StoredSettings>`select document, version from settings for update`.execute(tx))
      .rows[0],
  );

export const saveSettings = (tx: Tx, { version, ...document }: SettingsRow): Promise<unknown> =>
  sql`update settings set document = ${JSON.stringify(document)}, version = ${version}`.execute(tx);

export function settingsReader(db: Db): () => Promise<Settings> {
  let cached: Promise<Settings> | undefined;
  let until = 0;
  return () => {
    if (!cached || performance.now() > until) {
      until = performance.now() + HELD_MS;
      cached = readSettings(db);
      cached.catch(() => (cached = undefined));
    }
    return cached;
  };
}
