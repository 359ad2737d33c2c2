import Type, { type Static } from 'typebox';
import { indexedText, object } from '../platform/http/input/schema.ts';
import { repeatedNames, type SettingsSection } from '../platform/runtime/settings.ts';

const MAX_CATEGORIES = 100;
const MAX_SUBCATEGORIES = 50;

const Category = object({
  name: indexedText({ maxLength: 255, pattern: '\\S', description: 'The value of `category`.' }),
  subcategories: Type.Array(Type.String({ maxLength: 255, pattern: '\\S' }), {
    maxItems: MAX_SUBCATEGORIES,
    description: 'The values of `subcategory` within the category.',
  }),
});
type Category = Static<typeof Category>;

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** A record keeps the target that its priority had when its SLA period began. */
    sla_target_seconds: Record<'P1' | 'P2' | 'P3' | 'P4', number>;
    /** The priority is derived from impact × urgency for records without an explicit priority. */
    priority_matrix: boolean;
    /** Pickers offer these categories; incidents may have others. */
    categories: Category[];
    /** A public note of the requester returns an incident that waits for it to work, and reopens a resolved one. */
    replies_move_state: boolean;
    reopen_days: number;
  }
}

const HOUR = 3600;
const YEAR = 31_536_000;
const target = Type.Integer({ minimum: 60, maximum: YEAR });

const defaults = {
  sla_target_seconds: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 24 * HOUR, P4: 72 * HOUR },
  priority_matrix: false,
  categories: [],
  replies_move_state: true,
  reopen_days: 7,
};

const example = {
  ...defaults,
  categories: [{ name: 'Network', subcategories: ['VPN', 'Wi-Fi'] }],
};

const categories = Type.Array(Category, {
  maxItems: MAX_CATEGORIES,
  description:
    'Categories and subcategories that pickers offer, in this order. Incidents may have others.',
});

const repeatedCategories = (given: readonly Category[]) => [
  ...repeatedNames(
    given.map(({ name }) => name),
    (index) => `/categories/${index}/name`,
  ),
  ...given.flatMap(({ subcategories }, at) =>
    repeatedNames(subcategories, (index) => `/categories/${at}/subcategories/${index}`),
  ),
];

export const incidentSettings: SettingsSection<keyof typeof defaults> = {
  defaults,
  fields: {
    sla_target_seconds: object(
      { P1: target, P2: target, P3: target, P4: target },
      {
        description:
          'Resolution targets in seconds. Existing incidents keep the target that they have.',
      },
    ),
    priority_matrix: Type.Boolean({
      description:
        'Derive the priority from impact × urgency for incidents without an explicit priority.',
    }),
    categories,
    replies_move_state: Type.Boolean({
      description:
        'Move an incident with a public note of its requester: from `on_hold` with `awaiting_caller` to `in_progress`, and from `resolved` to `reopened`.',
    }),
    reopen_days: Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        'A reply reopens an incident that was resolved less than so many days ago; with 0 none does.',
    }),
  },
  example,
  check: (settings) => repeatedCategories(settings.categories),
  choices: {
    categories: {
      schema: categories,
      example: example.categories,
      of: (settings) => settings.categories,
    },
  },
};
