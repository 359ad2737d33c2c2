// Settings of the instance are read from one row and cached for a moment. A process drops its cache when it saves
// settings, and when it is notified that another one did; after a lost notification it is out of date for that moment.
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { type MonotonicClock, monotonicMs } from '../limits/buckets.ts';
import type { Fault } from '../errors.ts';
import { Registry } from './registry.ts';
import { notifyOnCommit } from '../postgres/commit-notifier.ts';
import type { Db, Tx } from '../postgres/tables.ts';
import { runNamed } from '../postgres/statements.ts';

/** Each feature adds its settings to this interface. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Settings {}

/** Pickers offer these values, taken from the settings. */
export interface Choice<Name extends keyof Settings = keyof Settings> {
  schema: TSchema;
  example: unknown;
  of(settings: Pick<Settings, Name>): unknown;
  /** Only these callers get the values; by default all do. */
  policy?: Readonly<Record<string, 'all' | 'own'>>;
}

/** Each feature declares the defaults and the schema of its settings. */
export interface SettingsSection<Name extends keyof Settings = keyof Settings> {
  defaults: Pick<Settings, Name>;
  fields: Record<Name, TSchema>;
  example: Pick<Settings, Name>;
  /** Returns faults that the schema cannot express. */
  check?(settings: Pick<Settings, Name>): readonly Fault[];
  /** `GET /choices` returns these by name, because only administrators read the settings themselves. */
  choices?: Readonly<Record<string, Choice<Name>>>;
}

export type AnySettings = SettingsSection<never>;

const sections = new Registry<string, AnySettings>('settings');

export const offerSettings = (offered: readonly AnySettings[]): void =>
  sections.set(offered.map((section) => [Object.keys(section.fields).join(), section]));

export const settingsFaults = (settings: Settings): Fault[] =>
  sections.all().flatMap((one) => one.check?.(settings as never) ?? []);

/** People choose from the list, so names must differ in more than case and surrounding spaces. */
export const repeatedNames = (
  names: readonly string[],
  pointerOf: (index: number) => string,
): Fault[] => {
  const compared = names.map((name) => name.trim().toLowerCase());
  return names.flatMap((name, index) =>
    compared.indexOf(compared[index] ?? '') === index
      ? []
      : [
          {
            in: 'body',
            pointer: pointerOf(index),
            code: 'not_allowed',
            message: `${name} is already in the list; names that differ only in upper and lower case are the same.`,
          },
        ],
  );
};

const defaults = (): Settings => Object.assign({}, ...sections.all().map((one) => one.defaults));

const CACHED_MS = 200;

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
    (await runNamed(db, 'settings', sql<StoredSettings>`select document, version from settings`))
      .rows[0],
  );

export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
  withDefaults(
    (await sql<StoredSettings>`select document, version from settings for update`.execute(tx))
      .rows[0],
  );

export async function saveSettings(tx: Tx, { version, ...document }: SettingsRow): Promise<void> {
  await sql`update settings set document = ${JSON.stringify(document)}, version = ${version}`.execute(
    tx,
  );
  notifyOnCommit(tx, 'settings');
}

/** A decision, such as an approval or a quota, does not use the cached settings: it reads them in its transaction. */
export class CachedSettings {
  readonly #db: Db;
  readonly #clock: MonotonicClock;
  #cached: Promise<Settings> | undefined;
  #until = -Infinity;

  constructor(db: Db, clock: MonotonicClock = monotonicMs) {
    this.#db = db;
    this.#clock = clock;
  }

  readonly read = (): Promise<Settings> => {
    if (this.#cached && this.#clock() <= this.#until) return this.#cached;
    this.#until = this.#clock() + CACHED_MS;
    const reading = readSettings(this.#db);
    this.#cached = reading;
    reading.catch(() => {
      if (this.#cached === reading) this.#cached = undefined;
    });
    return reading;
  };

  /** A read in progress may have begun before the settings were saved, so the next one does not share it. */
  readonly forget = (): void => {
    this.#cached = undefined;
  };
}
