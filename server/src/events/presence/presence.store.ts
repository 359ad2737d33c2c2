// Presence says for 45 seconds who has a record open. All processes share it in Valkey; while Valkey is absent, it is in memory.
import type { Valkey } from '../../platform/limits/valkey.ts';
import type { Presence } from './presence.schema.ts';

export const PRESENCE_SECONDS = 45;
/** At most this many are in memory; the oldest are dropped first. */
const MAX_REMEMBERED = 10_000;

/** Each record has a hash. A new entry removes those of people who have left; the hash expires with the last one. */
const PUT_SCRIPT = `
  for _, entry in ipairs(redis.call('HVALS', KEYS[1])) do
    local known = cjson.decode(entry)
    if known.expires_at < ARGV[3] then redis.call('HDEL', KEYS[1], known.actor) end
  end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return redis.call('EXPIRE', KEYS[1], ARGV[4])`;

interface StoreOptions {
  valkey: Valkey | undefined;
  instance: string;
  now: () => Date;
}

export class PresenceStore {
  readonly #options: StoreOptions;
  /** Entries are in the order of expiry. */
  readonly #remembered = new Map<string, Presence>();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  #keyOf(recordId: string): string {
    return `${this.#options.instance}:presence:${recordId}`;
  }

  #isCurrent({ expires_at }: Presence): boolean {
    return expires_at > this.#options.now().toISOString();
  }

  remember(presence: Presence): void {
    const key = `${presence.record.id} ${presence.actor}`;
    this.#remembered.delete(key);
    this.#remembered.set(key, presence);
    for (const [oldest, one] of this.#remembered) {
      if (this.#isCurrent(one) && this.#remembered.size <= MAX_REMEMBERED) return;
      this.#remembered.delete(oldest);
    }
  }

  async put(presence: Presence): Promise<void> {
    this.remember(presence);
    const { valkey, now } = this.#options;
    if (!valkey || !(await valkey.isReady())) return;
    const { actor, record } = presence;
    const words = [actor, JSON.stringify(presence), now().toISOString(), String(PRESENCE_SECONDS)];
    await valkey.awaitBriefly(
      valkey.send(['EVAL', PUT_SCRIPT, '1', this.#keyOf(record.id), ...words]),
    );
  }

  async #readShared(recordId: string): Promise<Presence[] | undefined> {
    const { valkey } = this.#options;
    if (!valkey || !(await valkey.isReady())) return undefined;
    const found = await valkey.awaitBriefly(valkey.send(['HVALS', this.#keyOf(recordId)]));
    return Array.isArray(found)
      ? found.map((entry) => JSON.parse(String(entry)) as Presence)
      : undefined;
  }

  /** Returns the people who have one of these records open. */
  async of(recordIds: readonly string[]): Promise<Presence[]> {
    const findRemembered = (id: string) =>
      [...this.#remembered.values()].filter(({ record }) => record.id === id);
    const found = await Promise.all(
      recordIds.map(async (id) => (await this.#readShared(id)) ?? findRemembered(id)),
    );
    return found.flat().filter((presence) => this.#isCurrent(presence));
  }
}
