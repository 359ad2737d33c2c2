import Type from 'typebox';
import { repeatedNames, type SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Pickers offer these items; service requests may have others. */
    request_items: string[];
  }
}

const MAX_ITEMS = 200;

const request_items = Type.Array(Type.String({ maxLength: 255, pattern: '\\S' }), {
  maxItems: MAX_ITEMS,
  description:
    'Values of `item` that pickers offer, in this order. Service requests may have others.',
});

const example = { request_items: ['Laptop 14"', 'Software licence'] };

export const serviceRequestSettings: SettingsSection<'request_items'> = {
  defaults: { request_items: [] },
  fields: { request_items },
  example,
  check: (settings) => repeatedNames(settings.request_items, (index) => `/request_items/${index}`),
  choices: {
    request_items: {
      schema: request_items,
      example: example.request_items,
      of: (settings) => settings.request_items,
    },
  },
};
