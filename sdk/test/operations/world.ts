// All cases share clients of every role, whose requests are recorded, and functions that create records.
import { randomUUID } from 'node:crypto';
import type { Role } from '../../../server/src/identity/index.ts';
import { insertHeldMessage } from '../../../server/test/support/messages.ts';
import { logIn } from '../../../server/test/support/people.ts';
import { until } from '../../../server/test/support/processes.ts';
import {
  type Receiver,
  respondWith,
  startReceiver,
} from '../../../server/test/support/receivers.ts';
import { Signalbox, type Article, type ErrorCode, type OutboundWebhook } from '../../src/index.ts';
import type { operations } from '../../src/generated/operations.ts';
import type { SdkInstance } from '../setup.ts';

type NamesIn<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : NamesIn<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A method such as `incidents.list` is one operation. */
export type MethodName = NamesIn<typeof operations>;

/** The last request of `ok` and of `fails` is that of the operation. */
export interface Case {
  ok: (world: World) => PromiseLike<unknown>;
  fails: (world: World) => PromiseLike<unknown>;
  code: ErrorCode;
}

export interface Recorded {
  method: string;
  path: string;
  status: number;
}

/** No record has this id. */
export const ABSENT = 'absent';
export const unique = (word: string): string => `${word} ${randomUUID()}`;
export const attachments = [
  { filename: 'hello.txt', content_type: 'text/plain', data: btoa('hello\n') },
];

export class World {
  readonly recorded: Recorded[] = [];
  readonly #instance: SdkInstance;
  readonly #clients = new Map<Role, Signalbox>();
  readonly #receivers: Receiver[] = [];

  constructor(instance: SdkInstance) {
    this.#instance = instance;
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    this.recorded.push({ method: init?.method ?? 'GET', path: pathname, status: response.status });
    return response;
  };

  async prepare(): Promise<void> {
    for (const role of ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'] as const)
      this.#clients.set(role, await this.#instance.clientAs(role, { fetch: this.#fetch }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#receivers.map((receiver) => receiver.close()));
  }

  #as(role: Role): Signalbox {
    const client = this.#clients.get(role);
    if (!client) throw new Error('not prepared');
    return client;
  }

  get admin(): Signalbox {
    return this.#as('super_admin');
  }
  get manager(): Signalbox {
    return this.#as('itsm_manager');
  }
  get agent(): Signalbox {
    return this.#as('agent');
  }
  get requester(): Signalbox {
    return this.#as('requester');
  }
  get auditor(): Signalbox {
    return this.#as('auditor');
  }

  /** The token of this client is not valid. */
  get revoked(): Signalbox {
    const { url } = this.#instance.running;
    return new Signalbox({ baseUrl: url, token: 'no.valid.token', fetch: this.#fetch });
  }

  #person: Promise<Signalbox> | undefined;

  /** Returns the client of a person who has signed in; all cases share it. */
  person(): Promise<Signalbox> {
    return (this.#person ??= this.newPerson());
  }

  async newPerson(): Promise<Signalbox> {
    const { AUTH_URL, BASE_URL } = this.#instance.running.deps.config;
    const who = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    await this.admin.users.create({ ...who, name: 'Pat', roles: ['agent'] });
    const { access_token: token } = await logIn(AUTH_URL, BASE_URL, who);
    return new Signalbox({ baseUrl: this.#instance.running.url, token, fetch: this.#fetch });
  }

  incident = async () => (await this.agent.incidents.create({ short_description: 'x' })).id;
  serviceRequest = async () =>
    (await this.requester.serviceRequests.create({ short_description: 'x' })).id;
  change = async (state: 'draft' | 'submitted' = 'submitted') =>
    (await this.agent.changes.create({ short_description: 'x', state })).id;
  ci = async () => (await this.agent.cis.create({ name: unique('web'), class: 'server' })).id;
  article = async () => (await this.agent.articles.create({ title: unique('VPN'), body: 'x' })).id;

  mailbox = async () =>
    (
      await this.admin.mailboxes.create({
        address: `help-${randomUUID().slice(0, 8)}@example.com`,
        name: 'IT help',
        record_type: 'incident',
      })
    ).id;
  heldMessage = async () =>
    insertHeldMessage(this.#instance.running, await this.mailbox(), unique('Printer'));

  /** Links a user to a provider, as the first sign-in there does. */
  async link(issuer: string): Promise<string> {
    const [user] = await this.#instance.running.sql('select id from users limit 1');
    await this.#instance.running.sql(
      `insert into user_identities (issuer, subject, user_id, claims, linked_at, last_sign_in_at)
        values ($1, 'subject', $2, '{}', now(), now())`,
      [issuer, user.id],
    );
    return user.id;
  }

  /** The request bypasses the SDK, so that it is not recorded. */
  async incidentUnrecorded(): Promise<void> {
    await this.#instance.running.call('POST', '/incidents', { body: { short_description: 'x' } });
  }

  async publishedArticle(): Promise<Article> {
    const id = await this.article();
    await this.agent.articles.update(id, { state: 'review' });
    return this.manager.articles.publish(id);
  }

  /** The receiver of the webhook responds with the status by default. */
  async outbound(status = 204, respond = respondWith(status)): Promise<OutboundWebhook> {
    const receiver = await startReceiver(respond);
    this.#receivers.push(receiver);
    return this.manager.webhooks.outbound.create({
      name: 'Pager',
      url: receiver.url,
      events: ['incident.created'],
      sign_payloads: true,
    });
  }

  /** The receiver does not respond, so the delivery stays unfinished. */
  async unfinishedDelivery(): Promise<string> {
    const { id: webhookId } = await this.outbound(204, () => {});
    await this.incident();
    return until('a delivery', async () => {
      const { data } = await this.manager.webhooks.outbound.listDeliveries(webhookId);
      return data[0]?.id;
    });
  }

  /** The delivery has ended. */
  async delivery(status: 'delivered' | 'failed'): Promise<{ webhookId: string; id: string }> {
    const { id: webhookId } = await this.outbound(status === 'delivered' ? 204 : 500);
    await this.incident();
    const { id } = await until(`a delivery is ${status}`, async () => {
      const { data } = await this.manager.webhooks.outbound.listDeliveries(webhookId, { status });
      return data[0];
    });
    await this.manager.webhooks.outbound.update(webhookId, { active: false });
    return { webhookId, id };
  }

  async inbound(): Promise<string> {
    const { id } = await this.manager.webhooks.inbound.create({
      name: 'Probe',
      action: 'create_incident',
      field_mapping: { short_description: '{{ service }}' },
      secret_enabled: false,
    });
    if (!id) throw new Error('A manager sees the id.');
    return id;
  }

  async inboundEvent(): Promise<{ id: string; eventId: string }> {
    const id = await this.inbound();
    const { event_id: eventId } = await this.manager.webhooks.inbound.send(id, { service: 'x' });
    return { id, eventId };
  }

  /** The agent is notified because another caller has assigned an incident. */
  async notification(): Promise<string> {
    const { email } = await this.agent.me.get();
    await this.manager.incidents.create({ short_description: 'x', assigned_to: email });
    const { data } = await this.agent.notifications.list({ limit: 1 });
    return data[0]?.id ?? '';
  }
}
