// Instance settings of the AI endpoints.
import Type from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import type { SettingsSection } from '../platform/runtime/settings.ts';

const onCreate = ['local', 'provider', 'off'] as const;

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** What computes `ai_suggested_resolution` of a new incident. */
    ai_on_create: (typeof onCreate)[number];
    /** Tokens that a caller may use in a day, in UTC. */
    ai_tokens_per_day: number;
  }
}

const defaults = { ai_on_create: 'local', ai_tokens_per_day: 200_000 } as const;

export const aiSettings: SettingsSection<'ai_on_create' | 'ai_tokens_per_day'> = {
  defaults,
  fields: {
    ai_on_create: oneOf(onCreate, {
      description:
        'What computes `ai_suggested_resolution` of a new incident: the local engine, the configured model provider, or nothing.',
    }),
    ai_tokens_per_day: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Tokens that a caller may use on the AI endpoints in a day, in UTC.',
    }),
  },
  example: defaults,
};
