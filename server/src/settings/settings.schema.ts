// The schemas of the instance settings are composed of those of the features.
import Type, { type TSchema } from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import type { AnySettings, Settings } from '../platform/runtime/settings.ts';

export type SettingsUpdate = Partial<Settings>;

const nameOf = ({ fields }: AnySettings): string => Object.keys(fields).toSorted().join();

export function settingsSchemas(given: readonly AnySettings[]) {
  // Sorted, so that the document does not depend on the order of the features.
  const sections = given.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
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
