// Instance settings of the AI endpoints.
import Type from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import type { SettingsSection } from '../platform/runtime/settings.ts';

const onCreate = ['local', 'provider', 'off'] as const;

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** What computes `ai_suggested_resolution` of a new incident. */
    ai_on_create: (typeof onCreate)[number];
    /** Tokens of the provider that suggestions for new incidents may use in a day, in UTC. */
    ai_on_create_tokens_per_day: number;
    /** Tokens that a caller may use in a day, in UTC. */
    ai_tokens_per_day: number;
  }
}

const MAX_TOKENS = 1_000_000_000;

const defaults = {
  ai_on_create: 'local',
  ai_on_create_tokens_per_day: 2_000_000,
  ai_tokens_per_day: 200_000,
} as const;

export const aiSettings: SettingsSection<keyof typeof defaults> = {
  defaults,
  fields: {
    ai_on_create: oneOf(onCreate, {
      description:
        'What computes `ai_suggested_resolution` of a new incident: the local engine, the configured model provider, or nothing.',
    }),
    ai_on_create_tokens_per_day: Type.Integer({
      minimum: 0,
      maximum: MAX_TOKENS,
      description:
        'Tokens of the model provider that suggestions for new incidents may use in a day, in UTC, on the whole instance; then the local engine computes them.',
    }),
    ai_tokens_per_day: Type.Integer({
      minimum: 0,
      maximum: MAX_TOKENS,
      description: 'Tokens that a caller may use on the AI endpoints in a day, in UTC.',
    }),
  },
  example: defaults,
};
