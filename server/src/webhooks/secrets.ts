// Secrets of webhooks are encrypted in their row; after a rotation the old one stays valid for a grace period.
import Type from 'typebox';
import type { Context } from '../platform/context.ts';
import { nullable, object } from '../platform/http/input/schema.ts';
import { open, rowIdOf, seal, type SecretKeys } from '../platform/crypto/sealing.ts';
import { makeSecret } from './signing.ts';

interface SecretRow {
  id: string;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
}

/** Deleting a webhook sets these values. */
export const withoutSecrets = { active: false, secret: null, previous_secret: null };

const DEFAULT_GRACE_SECONDS = 86_400;

export const graceSchema = (description: string) => ({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: DEFAULT_GRACE_SECONDS,
      description,
    }),
  ),
});

/** Shows how long the other side may still use the old secret. */
export const previousSecretUntil = nullable(
  Type.String({
    format: 'date-time',
    description: 'When the secret before the last rotation expires; null if there was none.',
  }),
);

export const rotatedSchema = (id: Type.TSchema, secret: Type.TSchema, title: string) =>
  object(
    {
      id,
      secret,
      previous_secret_until: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'When the old secret expires; absent if there was none.',
        }),
      ),
    },
    { title },
  );

export function secretsIn(table: string) {
  const rowOf = (id: string): string => rowIdOf(table, id);
  const sealText = (keys: SecretKeys, id: string, text: string): Buffer =>
    seal(keys, rowOf(id), Buffer.from(text));
  const openText = (keys: SecretKeys, id: string, sealed: Buffer): string =>
    open(keys, rowOf(id), sealed).toString();
  return {
    sealText,
    openText,
    /** Decrypts once; the returned function returns the secrets valid at a time: the newest first, then the old one during its grace period. */
    secretsOf: (keys: SecretKeys, row: SecretRow): ((now: Date) => string[]) => {
      const { id, secret, previous_secret: previous, previous_secret_until: until } = row;
      const newest = secret ? [openText(keys, id, secret)] : [];
      const older = previous && until ? [openText(keys, id, previous)] : [];
      const graceEnds = Date.parse(until ?? '');
      return (now) => (now.getTime() < graceEnds ? [...newest, ...older] : newest);
    },
    /** A grace of 0 revokes the old secret immediately. */
    replaceSecret: <Row extends SecretRow>(
      keys: SecretKeys,
      before: Row,
      { now }: Pick<Context, 'now'>,
      { grace_seconds: grace = DEFAULT_GRACE_SECONDS }: { grace_seconds?: number },
    ): { next: Row; response: { id: string; secret: string; previous_secret_until?: string } } => {
      const secret = makeSecret();
      const until = before.secret && new Date(now.getTime() + grace * 1000).toISOString();
      return {
        next: {
          ...before,
          secret: sealText(keys, before.id, secret),
          previous_secret: before.secret,
          previous_secret_until: until,
        },
        response: { id: before.id, secret, ...(until && { previous_secret_until: until }) },
      };
    },
  };
}
