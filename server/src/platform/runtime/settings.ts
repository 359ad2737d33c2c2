// Settings of the instance are read from one row and cached for a moment (cached-read.ts). A decision, such as an approval
// or a quota, does not use the cached ones: it reads them in its transaction.
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
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
