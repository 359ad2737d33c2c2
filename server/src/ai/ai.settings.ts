import Type from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import type { SettingsSection } from '../platform/runtime/settings.ts';

const onCreate = ['local', 'provider', 'off'] as const;

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Selects how `ai_suggested_resolution` of a new incident is computed. */
    ai_on_create: (typeof onCreate)[number];
    /** Suggestions for new incidents share this budget of provider tokens per UTC day. */
    ai_on_create_tokens_per_day: number;
    /** Each caller has this budget per UTC day. */
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
        'Selects how `ai_suggested_resolution` of a new incident is computed: by the `local` engine, by the configured model `provider`, or not at all (`off`).',
    }),
    ai_on_create_tokens_per_day: Type.Integer({
      minimum: 0,
      maximum: MAX_TOKENS,
      description:
        'Model provider tokens that suggestions for new incidents may use per day (UTC) on the whole instance. Once they are used up, the local engine computes the suggestions.',
    }),
    ai_tokens_per_day: Type.Integer({
      minimum: 0,
      maximum: MAX_TOKENS,
      description: 'Tokens that each caller may use per day (UTC) on the AI endpoints.',
    }),
  },
  example: defaults,
};
