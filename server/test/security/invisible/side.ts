// Two instances get the same story. Wherever it has something that the viewers may not see, each has a value of its own.
import type { Role } from '../../../src/identity/index.ts';
import { type Instance, type Json, type Reply, startInstance } from '../../support/harness.ts';
import { type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { until } from '../../support/processes.ts';
import type { Random } from '../../support/random.ts';
import { StreamClient } from '../../support/stream-client.ts';

export interface SidePerson {
  id: string;
  email: string;
  name: string;
  token: string;
}

const cast = {
  anna: 'requester',
  ben: 'requester',
  hana: 'requester',
  gil: 'agent',
  luca: 'agent',
  xenia: 'agent',
  yuri: 'agent',
  zoe: 'agent',
  mona: 'itsm_manager',
  nora: 'itsm_manager',
} as const satisfies Record<string, Role>;

export type Name = keyof typeof cast;

const LETTERS = 'bcdfghjkmnpqrtvwxz'.split('');

export class Side {
  readonly instance: Instance;
  readonly mailbox: Mailbox;
  /** The first side has the index 0. */
  readonly index: 0 | 1;
  readonly people = {} as Record<Name, SidePerson>;
  readonly streams = new Map<Name, StreamClient>();

  private constructor(instance: Instance, mailbox: Mailbox, index: 0 | 1) {
    this.instance = instance;
    this.mailbox = mailbox;
    this.index = index;
  }

  static async open(index: 0 | 1): Promise<Side> {
    const mailbox = await startMailbox();
    const instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    const side = new Side(instance, mailbox, index);
    for (const [name, role] of Object.entries(cast) as [Name, Role][])
      side.people[name] = await side.#addPerson(name, role);
    return side;
  }

  async #addPerson(name: string, role: Role): Promise<SidePerson> {
    const email = `${name}@example.com`;
    const shown = `${name[0]?.toUpperCase()}${name.slice(1)} Doe`;
    const { id } = await this.must('POST', '/users', null, { email, name: shown, roles: [role] });
    const token = await this.instance.mint({ sub: id, email, roles: [role] });
    return { id, email, name: shown, token };
  }

  /** Somebody with this address may read everything at the first side, and nothing at the other one. */
  async addProbe(): Promise<void> {
    const roles = [this.index === 0 ? 'agent' : 'requester'];
    const body = { email: 'probe@example.com', name: 'Probe Doe', roles };
    await this.must('POST', '/users', null, body);
  }

  /** Returns the value of this side. */
  swap<T>(first: T, second: T): T {
    return this.index === 0 ? first : second;
  }

  /** Draws a word for each side, and returns that of this one. */
  drawWord({ pick }: Random): string {
    const draw = () => `zq${Array.from({ length: 12 }, () => pick(LETTERS)).join('')}`;
    const [first, second] = [draw(), draw()];
    return this.swap(first, second);
  }

  /** An instance on a busy machine may refuse to read; the same request is then sent again. */
  async call(...request: Parameters<Side['send']>): Promise<Reply> {
    const reply = await this.send(...request);
    const isRefused = reply.status === 503 && request[0] === 'GET';
    return isRefused ? this.call(...request) : reply;
  }

  send(
    method: string,
    path: string,
    by: Name | null,
    body?: Json,
    headers?: Record<string, string>,
  ) {
    return this.instance.call(method, path, {
      ...(by === null ? { as: 'super_admin' as const } : { token: this.people[by].token }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
  }

  async must(method: string, path: string, by: Name | null, body?: Json): Promise<Json> {
    const reply: Reply = await this.call(method, path, by, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  }

  async follow(name: Name): Promise<void> {
    const { token } = this.people[name];
    this.streams.set(name, await StreamClient.open(this.instance.url, { token }));
  }

  /** Waits until all jobs of the worker have run, with the mails that they send. */
  async settle(): Promise<void> {
    await until('all jobs', async () => {
      const [{ left }] = await this.instance.sql(
        `select (select count(*) from graphile_worker._private_jobs where run_at <= now())::int
           + (select count(*) from mails where ended_at is null)::int as left`,
      );
      return left === 0;
    });
  }

  async close(): Promise<void> {
    for (const stream of this.streams.values()) stream.destroy();
    await this.instance.stop();
    await this.mailbox.stop();
  }
}
