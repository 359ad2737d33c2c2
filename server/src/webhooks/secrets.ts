// Secrets of webhooks, both ways: sealed in their row, two of them while a rotation's grace lasts.
import Type from 'typebox';
import type { Context } from '../platform/context.ts';
import { object } from '../platform/http/input/schema.ts';
import { open, rowIdOf, seal, type SecretKey } from '../platform/crypto/sealing.ts';
import { makeSecret } from './signing.ts';

interface Holder {
  id: string;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
}

/** What a webhook that was removed does not keep. */
export const withoutSecrets = { active: false, secret: null, previous_secret: null };

const DEFAULT_GRACE_SECONDS = 86_400;

/** `means` says what the grace is for. */
export const graceSchema = (means: string) => ({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: DEFAULT_GRACE_SECONDS,
      description: means,
    }),
  ),
});

export const rotatedSchema = (id: Type.TSchema, secret: Type.TSchema, title: string) =>
  object(
    {
      id,
      secret,
      previous_secret_until: Type.Optional(
        Type.String({ format: 'date-time', description: 'Absent if there was none before.' }),
      ),
    },
    { title },
  );

export function secretsIn(table: string) {
  const rowOf = (id: string): string => rowIdOf(table, id);
  const sealText = (key: SecretKey, id: string, text: string): Buffer =>
    seal(key, rowOf(id), Buffer.from(text));
  const openText = (key: SecretKey, id: string, sealed: Buffer): string =>
    open(key, rowOf(id), sealed).toString();
  return {
    sealText,
    openText,
    /** Opens them once; what it gives says which hold at a time: the newest first, the one before while its grace lasts. */
    secretsOf: (key: SecretKey, row: Holder): ((now: Date) => string[]) => {
      const { id, secret, previous_secret: previous, previous_secret_until: until } = row;
      const newest = secret ? [openText(key, id, secret)] : [];
      const older = previous && until ? [openText(key, id, previous)] : [];
      const graceEnds = Date.parse(until ?? '');
      return (now) => (now.getTime() < graceEnds ? [...newest, ...older] : newest);
    },
    /** A new secret in its row, the old one beside it; a grace of 0 takes the old one back at once. */
    rotated: <Row extends Holder>(
      key: SecretKey,
      before: Row,
      { now }: Pick<Context, 'now'>,
      { grace_seconds: grace = DEFAULT_GRACE_SECONDS }: { grace_seconds?: number },
    ): { wanted: Row; shown: { id: string; secret: string; previous_secret_until?: string } } => {
      const secret = makeSecret();
      const until = before.secret && new Date(now.getTime() + grace * 1000).toISOString();
      return {
        wanted: {
          ...before,
          secret: sealText(key, before.id, secret),
          previous_secret: before.secret,
          previous_secret_until: until,
        },
        shown: { id: before.id, secret, ...(until && { previous_secret_until: until }) },
      };
    },
  };
}
