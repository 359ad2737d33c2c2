// Records with custom values, and a model of the values that they have and had.
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../support/harness.ts';
import type { Person, World } from '../../support/records.ts';
import type { Random } from '../../support/random.ts';
import { type Field, type Fields, isShown, type Values } from './fields.ts';

type Diff = Record<string, { from: unknown; to: unknown }>;

export interface CustomizedRecord {
  type: Field['record_type'];
  path: string;
  id: string;
  /** The requesters who may read it. */
  owners: Person[];
  values: Values;
  /** Each write that changed a value, the oldest first. */
  diffs: Diff[];
  /** The differences before this index are of the creation, whose event has no changes. */
  firstUpdate: number;
}

export const paths = {
  incident: '/incidents',
  request: '/requests',
  change: '/changes',
  ci: '/cmdb/cis',
} as const;

export const COMMON_WORD = 'turnstile';

export interface Cast {
  requesters: readonly Person[];
  agent: Person;
}

export class CustomizedRecords {
  readonly rows: CustomizedRecord[] = [];
  readonly #world: World;
  readonly #fields: Fields;
  readonly #cast: Cast;
  readonly #random: Random;

  constructor(world: World, fields: Fields, cast: Cast, random: Random) {
    this.#world = world;
    this.#fields = fields;
    this.#cast = cast;
    this.#random = random;
  }

  async #send(method: string, path: string, { token }: Person, body: Json): Promise<Json> {
    const reply = await this.#world.instance.call(method, path, { token, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  }

  #draw(type: Field['record_type'], isAgent: boolean, share: number): Values {
    const fields = this.#fields.of(type).filter((field) => isShown(field, isAgent));
    const drawn = fields.filter(() => this.#random.chance(share));
    return Object.fromEntries(drawn.map((field) => [field.key, this.#fields.valueOf(field)]));
  }

  #record(row: CustomizedRecord, sent: Values): void {
    const diff: Diff = {};
    for (const [key, to] of Object.entries(sent)) {
      const from = row.values[key] ?? null;
      if (!isDeepStrictEqual(from, to)) diff[`custom.${key}`] = { from, to };
      if (to === null) delete row.values[key];
      else row.values[key] = to;
    }
    if (Object.keys(diff).length > 0) row.diffs.push(diff);
  }

  async create(type: Field['record_type']): Promise<CustomizedRecord> {
    const { agent, requesters } = this.#cast;
    const owner = this.#random.pick(requesters);
    const isOwned = type === 'incident' || type === 'request';
    const opener = isOwned && this.#random.chance(0.5) ? owner : agent;
    const values = this.#draw(type, opener === agent, 0.8);
    const forOwner = { [type === 'incident' ? 'requester' : 'requested_for']: owner.email };
    const word = this.#fields.draw();
    const named =
      type === 'ci'
        ? { name: `${COMMON_WORD} ${word}`, class: 'server' }
        : { short_description: `The ${COMMON_WORD} ${word} is stuck` };
    const { id } = await this.#send('POST', paths[type], opener, {
      ...named,
      ...(isOwned && opener === agent && forOwner),
      custom: values,
    });
    const owners = isOwned ? [owner] : [];
    const path = `${paths[type]}/${id}`;
    const row: CustomizedRecord = {
      type,
      path,
      id,
      owners,
      values: {},
      diffs: [],
      firstUpdate: 0,
    };
    this.#record(row, values);
    row.firstUpdate = row.diffs.length;
    this.rows.push(row);
    return row;
  }

  /** Sets some values, and clears others. An agent may add a public note, of which the requester is notified. */
  async update(row: CustomizedRecord): Promise<void> {
    const { agent } = this.#cast;
    const [owner] = row.owners;
    const by = owner && row.type === 'incident' && this.#random.chance(0.3) ? owner : agent;
    const custom = this.#draw(row.type, by === agent, 0.4);
    for (const key of Object.keys(custom)) if (this.#random.chance(0.2)) custom[key] = null;
    const isNoted = row.type === 'incident' && by === agent && this.#random.chance(0.3);
    const noted = isNoted && { public_note: 'We are at it.' };
    await this.#send('PATCH', row.path, by, { custom, ...noted });
    this.#record(row, custom);
  }
}
