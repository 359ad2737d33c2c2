// Who has which record open, for 45 seconds: in Valkey, for all processes, and in memory for as long as Valkey is absent.
import type { Valkey } from '../../platform/limits/valkey.ts';
import type { Presence } from './presence.schema.ts';

export const PRESENCE_SECONDS = 45;
/** In memory; the oldest are dropped first. */
const MAX_REMEMBERED = 10_000;

/** One hash per record. Entries of people who have left go with the next one, all of them with the last. */
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
  /** In the order of expiry. */
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

  async #shared(recordId: string): Promise<Presence[] | undefined> {
    const { valkey } = this.#options;
    if (!valkey || !(await valkey.isReady())) return undefined;
    const found = await valkey.awaitBriefly(valkey.send(['HVALS', this.#keyOf(recordId)]));
    return Array.isArray(found)
      ? found.map((entry) => JSON.parse(String(entry)) as Presence)
      : undefined;
  }

  /** The people who have one of these records open. */
  async of(recordIds: readonly string[]): Promise<Presence[]> {
    const remembered = (id: string) =>
      [...this.#remembered.values()].filter(({ record }) => record.id === id);
    const found = await Promise.all(
      recordIds.map(async (id) => (await this.#shared(id)) ?? remembered(id)),
    );
    return found.flat().filter((presence) => this.#isCurrent(presence));
  }
}
