// Stores the provider's state with hashed ids and encrypted contents, so that a copy of the table gives access to no session.
import { hash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { open, rowIdOf, seal } from '../../platform/crypto/sealing.ts';
import { endGrant } from '../sessions/sessions.sql.ts';
import { findRegisteredClient } from './registered.ts';
import {
  consumeState,
  deleteState,
  deleteStateOfGrant,
  findState,
  findStateByUid,
  grantOfState,
  saveState,
  type StateRow,
} from './state.sql.ts';

/** Ids of state are stored in this form. */
export const hashId = (text: string): string => hash('sha256', text, 'base64url');
const hashIdIfAny = (text: string | undefined): string | null =>
  text === undefined ? null : hashId(text);
const epoch = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The provider uses the system clock, so its stored state does too. */
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

class StateAdapter implements Adapter {
  readonly #kind: string;
  readonly #deps: Deps;

  constructor(kind: string, deps: Deps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  #idOf(id: string): string {
    return `${this.#kind}:${hashId(id)}`;
  }

  #decrypt(
    row: Pick<StateRow, 'id' | 'content' | 'consumed_at'> | undefined,
  ): AdapterPayload | undefined {
    if (!row) return undefined;
    const bytes = open(this.#deps.keys, rowIdOf('provider_state', row.id), row.content);
    const payload: AdapterPayload = JSON.parse(bytes.toString());
    return { ...payload, ...(row.consumed_at && { consumed: epoch(row.consumed_at) }) };
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const key = this.#idOf(id);
    const bytes = Buffer.from(JSON.stringify(payload));
    await saveState(this.#deps.db, {
      id: key,
      content: seal(this.#deps.keys, rowIdOf('provider_state', key), bytes),
      grant_hash: hashIdIfAny(payload.grantId),
      uid_hash: this.#kind === 'Session' ? hashIdIfAny(payload.uid) : null,
      expires_at: expiresIn ? inSeconds(expiresIn) : null,
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#decrypt(await findState(this.#deps.db, this.#idOf(id)));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#decrypt(await findStateByUid(this.#deps.db, hashId(uid)));
  }

  /** The interface requires it for the device flow, which is disabled. */
  async findByUserCode(): Promise<undefined> {}

  /**
   * If a code or refresh token is used twice, one of the users may be an attacker, so the whole grant is revoked with
   * its access tokens.
   */
  async consume(id: string): Promise<void> {
    const key = this.#idOf(id);
    if (await consumeState(this.#deps.db, key, inSeconds(0))) return;
    const grant = await grantOfState(this.#deps.db, key);
    if (grant) await endGrant(this.#deps.db, grant, this.#deps.now().toISOString());
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await deleteState(this.#deps.db, this.#idOf(id));
  }

  /** The library calls this for each kind of token when a person signs out or a token is revoked or used again. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const { db, now } = this.#deps;
    if (this.#kind === 'AccessToken') await endGrant(db, hashId(grantId), now().toISOString());
    else await deleteStateOfGrant(db, hashId(grantId));
  }
}

/** Clients are registered through our API, never through the provider. */
class ClientAdapter extends StateAdapter {
  readonly #clientDeps: Deps;

  constructor(deps: Deps) {
    super('Client', deps);
    this.#clientDeps = deps;
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return findRegisteredClient(this.#clientDeps, id);
  }
}

export const adapterOf =
  (deps: Deps) =>
  (kind: string): Adapter =>
    kind === 'Client' ? new ClientAdapter(deps) : new StateAdapter(kind, deps);
