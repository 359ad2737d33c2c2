// All parts of a process share one connection to hear of commits, those of other processes too. It is open while a part
// listens, and is opened again when it breaks.
import type pg from 'pg';
import { clientOf, connectionNames, type Login } from './login.ts';
import { isRefusedLogin } from './pg-errors.ts';
import { keepAlive, SilentConnections } from './silent-connections.ts';

export type Channel = 'events' | 'deliveries' | 'bulk' | 'presence' | 'notifications' | 'settings';
export const channelName = (channel: Channel): string => `signalbox_${channel}`;

export type CommitListeners = Partial<Record<Channel, (payload: string) => void>>;

export interface Subscription {
  /** Resolves after the first attempt to listen; notifications arrive from then on, unless it failed. */
  started: Promise<void>;
  stop: () => Promise<void>;
}

const RECONNECT_AFTER_MS = 1000;
const CONNECT_WITHIN_MS = 3000;
/** A proxy may keep a connection open whose other end is gone: only a response shows that notifications still arrive. */
const ASK_EVERY_MS = 5000;

type ListenerMap = Map<string, (payload: string) => void>;

const NOTHING: Subscription = { started: Promise.resolve(), stop: async () => {} };

export class CommitListener {
  readonly #login: Login | undefined;
  readonly #silent = new SilentConnections();
  readonly #parts = new Set<ListenerMap>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;

  /** Without a login, as where all connections share one backend, no part hears anything. */
  constructor(login: Login | undefined) {
    this.#login = login;
  }

  listen(listeners: CommitListeners): Subscription {
    const listenerMap: ListenerMap = new Map(
      Object.entries(listeners).map(([channel, call]) => [channelName(channel as Channel), call]),
    );
    if (!this.#login || listenerMap.size === 0) return NOTHING;
    const isOpen = this.#parts.size > 0;
    this.#parts.add(listenerMap);
    this.#connecting = isOpen ? this.#listenTo(listenerMap) : this.#connect(this.#login);
    return { started: this.#connecting, stop: () => this.#leave(listenerMap) };
  }

  /** Listens on the open connection; one that is opened later listens to the channels of all parts. */
  async #listenTo(listenerMap: ListenerMap): Promise<void> {
    await this.#connecting;
    try {
      for (const name of listenerMap.keys()) await this.#client?.query(`listen ${name}`);
    } catch {
      // The connection has broken and is opened again.
    }
  }

  async #connect(login: Login): Promise<void> {
    const client = new (clientOf(login))({
      ...keepAlive,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: connectionNames.listen,
    });
    this.#client = client;
    let asking: NodeJS.Timeout | undefined;
    client.on('error', () => {});
    client.once('end', () => {
      this.#silent.forget(client);
      clearInterval(asking);
      // The connection that all parts have left ends too, perhaps after the next was opened.
      if (this.#parts.size === 0 || this.#client !== client) return;
      this.#again = setTimeout(() => {
        this.#connecting = this.#connect(login);
      }, RECONNECT_AFTER_MS);
    });
    client.on('notification', ({ channel, payload }) => {
      for (const listenerMap of this.#parts) listenerMap.get(channel)?.(payload ?? '');
    });
    try {
      await client.connect();
      this.#silent.watch(client);
      asking = setInterval(() => void client.query('').catch(() => {}), ASK_EVERY_MS).unref();
      const names = new Set([...this.#parts].flatMap((listenerMap) => [...listenerMap.keys()]));
      for (const name of names) await client.query(`listen ${name}`);
    } catch (error) {
      if (isRefusedLogin(error)) login.onRefused();
      await client.end().catch(() => {});
    }
  }

  async #leave(listenerMap: ListenerMap): Promise<void> {
    this.#parts.delete(listenerMap);
    if (this.#parts.size > 0) return;
    clearTimeout(this.#again);
    const client = this.#client;
    await this.#connecting;
    await client?.end().catch(() => {});
  }
}
