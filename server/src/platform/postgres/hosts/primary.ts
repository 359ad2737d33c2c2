// The connections of a process whose URL names several hosts lead to the primary. It is remembered; when a connection
// fails, waits or is refused a write, all hosts are asked side by side, and connections to a former primary are closed.
import type pg from 'pg';
import { type Clock, systemClock } from '../../clock.ts';
import { isRefusedLogin } from '../pg-errors.ts';
import { askHost, describeState, type HostState, watchReadOnly, type Wire } from './ask-host.ts';
import { type DatabaseHost, parseDatabaseUrl } from './database-url.ts';

export interface HostsLogin {
  /** Returns the current URL. */
  url: () => string;
  /** Called with the host that is the primary from now on. */
  onPrimary?: (label: string, former: string | undefined) => void;
}

/** A host that was cut off may still accept writes; the others get this long to show a later timeline. */
const OTHERS_WITHIN_MS = 150;
/** A login that takes longer may lead to a frozen host. */
const SUSPECT_AFTER_MS = 300;
/** Requests during an outage share the result of a search, so that they do not flood the standbys with logins. */
const FAILED_FOR_MS = 250;
const SUSPECT_EVERY_MS = 500;

/** The declared types of the driver's client lack these members, or do not let them be set. */
type Client = Wire<pg.Client> & { readyForQuery: boolean };
type Address = { host: string; port: number };

/** None of the hosts accepts writes. */
class NoPrimaryError extends Error {
  readonly code = 'ENOPRIMARY';
}

/** The connection failed because another host is the primary; a new one will lead there. */
export class PrimaryMovedError extends Error {
  readonly code = 'EPRIMARYMOVED';
}

/** A host that was the primary is described if the present one cannot be found. */
const describe = (state: HostState | undefined): string =>
  state?.is === 'primary' ? `is on the earlier timeline ${state.timeline}` : describeState(state);

const SILENT: HostState = { is: 'silent' };

type States = ReadonlyMap<DatabaseHost, HostState>;

const timelineOf = (state: HostState | undefined): number =>
  state?.is === 'primary' ? state.timeline : -1;

/** Resolves when all hosts have responded, or soon after one that accepts writes on this timeline or a later one. */
const askAll = (hosts: readonly DatabaseHost[], clock: Clock, timeline: number): Promise<States> =>
  new Promise((resolve) => {
    const states = new Map<DatabaseHost, HostState>();
    const finish = () => resolve(new Map(states));
    const ask = async (host: DatabaseHost): Promise<void> => {
      const state = await askHost(host.url, clock);
      states.set(host, state);
      if (states.size === hosts.length) finish();
      else if (state.is === 'primary' && state.timeline >= timeline)
        clock.after(OTHERS_WITHIN_MS, finish);
    };
    for (const host of hosts) void ask(host);
  });

const hasResponded = ({ is }: HostState): boolean => is === 'primary' || is === 'standby';

/**
 * Returns the host with the latest timeline of those that accept writes. A host that was frozen wakes up as the primary of
 * an earlier timeline and lacks what was written since, so it is chosen only if every host has responded and none is on
 * `timeline`, as after a restore.
 */
function latestPrimary(states: States, timeline: number): DatabaseHost | undefined {
  const [latest] = [...states.keys()].toSorted(
    (one, other) => timelineOf(states.get(other)) - timelineOf(states.get(one)),
  );
  const found = timelineOf(latest && states.get(latest));
  const isCertain = found >= timeline || [...states.values()].every(hasResponded);
  return found >= 0 && isCertain ? latest : undefined;
}

export class Primary {
  readonly #clock: Clock;
  /** Each client is recorded with the label of its host. */
  readonly #clients = new Map<Client, string>();
  #current: DatabaseHost | undefined;
  /** The latest timeline on which a host has accepted writes. */
  #timeline = 0;
  #searching: Promise<DatabaseHost> | undefined;
  #searchedAt = -Infinity;
  #failure: unknown;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Connects the client to the primary by `open`. */
  async connect(client: pg.Client, login: HostsLogin, open: () => Promise<unknown>): Promise<void> {
    const one = client as Client;
    const host = this.#current ?? (await this.find(login));
    // The pool has given up meanwhile.
    if (one.connection.stream.destroyed)
      throw new Error('Connection terminated due to connection timeout');
    Object.assign<object, Address>(one, { host: host.name, port: host.port });
    this.#clients.set(one, host.label);
    owners.set(one, { primary: this, login });
    // The pool handles errors only from the end of the login on.
    one.on('error', () => {}).once('end', () => this.#clients.delete(one));
    const isReadOnly = watchReadOnly(one);
    const cancel = this.#clock.every(SUSPECT_AFTER_MS, () => this.suspect(login), { ref: false });
    try {
      await open();
      if (!isReadOnly()) return;
    } catch (error) {
      if (isRefusedLogin(error) || (await this.find(login)).label === host.label) throw error;
      throw new PrimaryMovedError(`The primary is not at ${host.label} any more.`);
    } finally {
      cancel();
    }
    void one.end().catch(() => {});
    const { label } = await this.find(login);
    throw new PrimaryMovedError(`The primary is at ${label}; ${host.label} is a standby.`);
  }

  /** Asks all hosts. Concurrent calls share one search. */
  find(login: HostsLogin): Promise<DatabaseHost> {
    if (this.#searching) return this.#searching;
    if (this.#failure && this.#clock.now() - this.#searchedAt < FAILED_FOR_MS)
      return Promise.reject(this.#failure);
    this.#searching = this.#search(login).finally(() => {
      this.#searching = undefined;
      this.#searchedAt = this.#clock.now();
    });
    return this.#searching;
  }

  /** A connection waits, so another host may be the primary. */
  suspect(login: HostsLogin): void {
    if (this.#clock.now() - this.#searchedAt < SUSPECT_EVERY_MS) return;
    this.find(login).catch(() => {});
  }

  async #search(login: HostsLogin): Promise<DatabaseHost> {
    const { hosts } = parseDatabaseUrl(login.url());
    const states = await askAll(hosts, this.#clock, this.#timeline);
    const found = latestPrimary(states, this.#timeline);
    if (found) {
      this.#failure = undefined;
      this.#timeline = timelineOf(states.get(found));
      const former = this.#current?.label;
      this.#current = found;
      if (former !== found.label) login.onPrimary?.(found.label, former);
      this.#close(({ label }) => label !== found.label, `the primary is now at ${found.label}`);
      return found;
    }
    const { label: current } = this.#current ?? {};
    const stateOf = (label: string) =>
      [...states].find(([one]) => one.label === label)?.[1] ?? SILENT;
    // A host that is only slow may respond to the next connection.
    if (current !== undefined && stateOf(current).is !== 'silent') this.#current = undefined;
    this.#close(
      ({ label, isIdle }) => isIdle && stateOf(label).is === 'standby',
      'the host is a standby',
    );
    this.#failure = this.#explain(states, hosts);
    throw this.#failure;
  }

  #explain(states: States, hosts: readonly DatabaseHost[]): unknown {
    for (const state of states.values())
      if (state.is === 'unreachable' && isRefusedLogin(state.error)) return state.error;
    const reasons = hosts.map((host) => `${host.label} ${describe(states.get(host))}`);
    return new NoPrimaryError(`No host accepts writes: ${reasons.join(', ')}.`);
  }

  #close(isClosed: (client: { label: string; isIdle: boolean }) => boolean, reason: string): void {
    for (const [client, label] of this.#clients)
      if (isClosed({ label, isIdle: client.readyForQuery }))
        client.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }
}

/** Contains the clients whose URL names several hosts; the functions below have no effect on others. */
const owners = new WeakMap<pg.ClientBase, { primary: Primary; login: HostsLogin }>();

/** The connection waits, so its host may be lost. */
export function suspectHost(client: pg.ClientBase): void {
  const { primary, login } = owners.get(client) ?? {};
  if (login) primary?.suspect(login);
}

/** The host has refused a write, so it is certain that it must be left. */
export function leaveStandby(client: pg.ClientBase): void {
  const { primary, login } = owners.get(client) ?? {};
  if (login) primary?.find(login).catch(() => {});
}

/** All connections of the process to the same hosts share what one of them has found. */
const known = new Map<string, Primary>();

/** Returns undefined if any host will do, as where the URL names one. */
export function primaryOf(url: string): Primary | undefined {
  if (!url.includes('target_session_attrs')) return undefined;
  const { hosts, needsPrimary } = parseDatabaseUrl(url);
  if (!needsPrimary) return undefined;
  const labels = hosts.map(({ label }) => label).join();
  const primary = known.get(labels) ?? new Primary();
  known.set(labels, primary);
  return primary;
}
