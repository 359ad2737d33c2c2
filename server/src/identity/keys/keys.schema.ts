import Type, { type Static } from 'typebox';
import { idText, nullable, object } from '../../platform/http/input/schema.ts';

export const KeyId = idText('Ids of API keys', {
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  example: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
});

const name = Type.String({ maxLength: 255, pattern: '\\S', description: 'Purpose of the key.' });
const time = Type.String({ format: 'date-time' });

const shown = {
  id: KeyId,
  name,
  prefix: Type.String({ description: 'First characters of the key.' }),
  expires_at: time,
  last_used_at: nullable(
    Type.String({ format: 'date-time', description: 'Accurate to the minute.' }),
  ),
  created_at: time,
};

const example = {
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  name: 'nightly export',
  prefix: 'sbk_3kZ9',
  expires_at: '2027-02-13T09:30:00.000Z',
  last_used_at: null,
  created_at: '2026-11-15T09:30:00.000Z',
};

export const ApiKey = object(shown, { title: 'ApiKey', examples: [example] });

export const ApiKeyWithSecret = object(
  {
    ...shown,
    secret: Type.String({ description: 'The key. Returned only once; only its hash is stored.' }),
  },
  {
    title: 'ApiKeyWithSecret',
    examples: [{ ...example, secret: 'sbk_3kZ9mQ2xV7bN4cR8tY1wE5uI6oP0aS3dFgH1jK2L' }],
  },
);

export const ApiKeyRevoked = object(
  { id: KeyId, revoked: Type.Boolean(), revoked_at: time },
  { title: 'ApiKeyRevoked' },
);

export const DEFAULT_DAYS = 90;

export const ApiKeyCreate = object(
  {
    name,
    expires_in_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: DEFAULT_DAYS,
        description: `Lifetime in days; defaults to ${DEFAULT_DAYS}.`,
      }),
    ),
  },
  { title: 'ApiKeyCreate', examples: [{ name: 'nightly export' }] },
);
export type ApiKeyCreate = Static<typeof ApiKeyCreate>;
