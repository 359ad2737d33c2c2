// Valkey keeps the newest event that any process has given to anybody. It is outside the database, so it survives a
// restore. If Valkey is empty or does not respond, there is no witness, and no request waits for it.
import type { Valkey } from '../../platform/limits/valkey.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { GivenEvent } from './given-event.ts';

/** A lower generation or position never overwrites a higher one, however late a process writes. */
const KEEP_NEWEST = `
  local kept = redis.call('HMGET', KEYS[1], 'generation', 'position')
  local generation, position = tonumber(kept[1] or 0), tonumber(kept[2] or 0)
  local own, at = tonumber(ARGV[1]), tonumber(ARGV[2])
  if own < generation or (own == generation and at <= position) then return 0 end
  redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'position', ARGV[2], 'identity', ARGV[3], 'id', ARGV[4],
    'occurred_at', ARGV[5])
  return redis.call('EXPIRE', KEYS[1], ARGV[6])`;

const FIELDS = ['generation', 'position', 'identity', 'id', 'occurred_at'] as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Place = Pick<Deps, 'limits' | 'config'>;

const keyOf = ({ config }: Place): string => `${config.INSTANCE_NAME}:event-log:given`;

async function ready({ limits: { valkey } }: Place): Promise<Valkey | undefined> {
  return valkey && (await valkey.isReady()) ? valkey : undefined;
}

/** Without a response, nobody knows whether there is a witness. */
interface Reading {
  hasResponded: boolean;
  witness?: GivenEvent;
}

export async function readWitness(place: Place): Promise<Reading> {
  const valkey = await ready(place);
  const found = await valkey?.awaitBriefly(valkey.send(['HMGET', keyOf(place), ...FIELDS]));
  if (!Array.isArray(found)) return { hasResponded: false };
  const [generation, position, identity, id, occurred_at] = found.map((value) => String(value));
  if (id === undefined || !UUID.test(id)) return { hasResponded: true };
  const witness = { generation: Number(generation), position: Number(position), id };
  return {
    hasResponded: true,
    witness: { ...witness, identity: String(identity), occurred_at: String(occurred_at) },
  };
}

/** The witness expires with its event. Returns false if Valkey did not respond. */
export async function writeWitness(
  place: Place,
  { generation, position, identity, id, occurred_at }: GivenEvent,
  retentionDays: number,
): Promise<boolean> {
  const valkey = await ready(place);
  const values = [generation, position, identity, id, occurred_at, retentionDays * 86_400];
  const response = await valkey?.awaitBriefly(
    valkey.send(['EVAL', KEEP_NEWEST, '1', keyOf(place), ...values.map(String)]),
  );
  return response !== undefined;
}
