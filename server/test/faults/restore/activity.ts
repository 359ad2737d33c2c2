// The service works on the cluster of the drill: people create incidents, a receiver gets deliveries, a mailbox gets
// mail, and a client reads the event stream. Everything that was given to anybody is remembered.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Json } from '../../support/harness.ts';
import { type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { ownPorts } from '../../support/processes.ts';
import { type Receiver, receiverEnv, respondWith, startReceiver } from '../../support/receivers.ts';
import { prepareService, type Service } from '../../support/service.ts';
import { type Env, type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { type Cluster, pageCommands, root } from './cluster.ts';

const WRITERS = 4;
const WRITE_EVERY_MS = 150;
/** A delivery that was refused is tried again for some seconds, in which the backup is taken. */
const RETRY_DELAYS_SECONDS = '3,3,3,3';
/** A caller may cause a hundred mails in an hour, so only few incidents have an assignee. */
const MAILED = 'assignee@example.com';
const MAILS = 3;

export class Activity {
  /** Every id that a writer was told, in all ways. */
  readonly given = new Set<string>();
  /** No restore has lost one of these. */
  acknowledged = new Set<string>();
  /** These ids were given out a second time. */
  readonly twice: string[] = [];
  /** Every id that a stream has sent, in all ways. */
  readonly streamIds = new Set<string>();
  readonly failures: string[] = [];
  readonly receiver: Receiver;
  readonly mailbox: Mailbox;
  readonly #service: Service;
  readonly #env: Env;
  readonly #workerPorts: Env;
  readonly #authPorts: Env;
  #running: ServiceProcess[] = [];
  #token = '';
  #stream: StreamClient | undefined;
  #over = new AbortController();
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(parts: {
    service: Service;
    receiver: Receiver;
    mailbox: Mailbox;
    workerPorts: Env;
    authPorts: Env;
  }) {
    const { service, receiver, mailbox } = parts;
    this.#service = service;
    this.receiver = receiver;
    this.mailbox = mailbox;
    this.#workerPorts = parts.workerPorts;
    this.#authPorts = parts.authPorts;
    this.#env = {
      ...service.env,
      ...receiverEnv(),
      AUTH_URL: `http://127.0.0.1:${service.env['AUTH_PORT']}`,
      BASE_URL: `http://127.0.0.1:${service.env['PORT']}`,
      SMTP_URL: mailbox.url,
      RETRY_DELAYS_SECONDS,
    };
  }

  static async prepare(cluster: Cluster): Promise<Activity> {
    const service = await prepareService({ url: cluster.urlOf('signalbox'), drop: async () => {} });
    return new Activity({
      service,
      receiver: await startReceiver(),
      mailbox: await startMailbox(),
      workerPorts: await ownPorts(),
      authPorts: { PORT: (await ownPorts()).PORT, METRICS_PORT: (await ownPorts()).METRICS_PORT },
    });
  }

  get url(): string {
    return this.#env['BASE_URL'] ?? '';
  }

  /** The service uses this cluster from its next start on. */
  use(cluster: Cluster): void {
    this.#env['DATABASE_URL'] = cluster.urlOf('signalbox');
  }

  /** Runs the commands of docs/backup.md that have this name, with the environment of the service. */
  async follow(name: string): Promise<string> {
    const { stdout } = await promisify(execFile)(
      '/bin/bash',
      ['-euo', 'pipefail', '-c', pageCommands(name)],
      { cwd: root, env: { PATH: process.env['PATH'], ...this.#env } },
    );
    return stdout;
  }

  async start(): Promise<void> {
    const env = this.#env;
    this.#running = [await startProcess('auth', { ...env, ...this.#authPorts })];
    this.#running.push(await startProcess('api', env));
    this.#running.push(await startProcess('worker', { ...env, ...this.#workerPorts }));
    this.#token = await this.#service.token();
  }

  async stop(): Promise<void> {
    await this.stopWriting();
    this.#stream?.destroy();
    this.#stream = undefined;
    await Promise.all(this.#running.map((one) => one.stop()));
    this.#running = [];
  }

  /** Ends the service at once, while its database is down. */
  async kill(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#running.map((one) => one.kill()));
    await this.stop();
  }

  async end(): Promise<void> {
    await this.stop();
    await this.receiver.close();
    await this.mailbox.stop();
  }

  async call(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }> {
    const response = await fetch(`${this.url}/prod/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async subscribe(): Promise<void> {
    await this.call('PATCH', '/settings', { mail_domains: ['example.com'] });
    const body = { name: 'Drill', url: this.receiver.url, events: ['incident.created'] };
    const { status, body: made } = await this.call('POST', '/webhooks/outbound', body);
    if (status !== 201) throw new Error(`The webhook was refused: ${JSON.stringify(made)}`);
  }

  openStream(lastEventId?: string): Promise<StreamClient> {
    return StreamClient.open(this.url, { token: this.#token, lastEventId });
  }

  /** Remembers the id of the new incident and returns it, or undefined if it was refused. */
  async create(fields: Json = {}): Promise<string | undefined> {
    const input = { short_description: 'Created during the drill', ...fields };
    // A request fails while PostgreSQL is suspended or killed for a snapshot.
    const describeFailure = (error: Error) => ({ status: 0, body: { message: error.message } });
    const { status, body } = await this.call('POST', '/incidents', input).catch(describeFailure);
    if (status !== 201) this.failures.push(`POST /incidents: ${status} ${JSON.stringify(body)}`);
    if (status !== 201) return undefined;
    if (this.given.has(body.id)) this.twice.push(body.id);
    this.given.add(body.id);
    this.acknowledged.add(body.id);
    return body.id;
  }

  /** Creates incidents whose assignee is told by mail. */
  async createMailed(): Promise<void> {
    for (let n = 0; n < MAILS; n += 1) await this.create({ assigned_to: MAILED });
  }

  /** Writers create incidents and a client reads the stream until `stopWriting`. */
  async startWriting(): Promise<void> {
    const token = this.#token;
    this.#stream = await StreamClient.open(this.url, {
      token,
      onBlock: ({ id }) => id !== undefined && this.streamIds.add(id),
    });
    const over = (this.#over = new AbortController());
    const writeRepeatedly = async () => {
      while (!over.signal.aborted) {
        await this.create();
        await sleep(WRITE_EVERY_MS);
      }
    };
    this.#writing = Promise.all(Array.from({ length: WRITERS }, writeRepeatedly));
  }

  async stopWriting(): Promise<void> {
    this.#over.abort();
    await this.#writing;
  }

  /** From now on deliveries and mails wait for another attempt. */
  refuseAll(): void {
    this.receiver.respond = respondWith(503);
    this.mailbox.dataRefusal = 451;
  }

  acceptAll(): void {
    this.receiver.respond = respondWith(204);
    this.mailbox.dataRefusal = undefined;
  }
}
