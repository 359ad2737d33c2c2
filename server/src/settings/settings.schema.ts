// Schemas of the instance settings, composed of the sections that features register.
import Type, { type TSchema } from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import { type Settings, settingsSections } from '../platform/runtime/settings.ts';

export type SettingsUpdate = Partial<Settings>;

/** Call once all features are loaded. */
export function settingsSchemas() {
  const sections = settingsSections();
  const fields: Record<string, TSchema> = Object.assign({}, ...sections.map((one) => one.fields));
  const example = Object.assign({}, ...sections.map((one) => one.example), { version: 1 });
  return {
    settings: object(
      { ...fields, version: Type.Integer() },
      { title: 'Settings', examples: [example] },
    ),
    update: Type.Partial(object(fields), {
      title: 'SettingsUpdate',
      additionalProperties: false,
      minProperties: 1,
      'x-read-only': ['version'],
      examples: [{ priority_matrix: true }],
    }),
  };
}
