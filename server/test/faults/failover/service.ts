// The processes of a service whose database is a cluster, with a webhook receiver and readers of the event stream.
import { randomUUID } from 'node:crypto';
import { type EventStream, Signalbox } from '../../../../sdk/src/index.ts';
import { startDeliveryLog } from '../../support/delivery-log.ts';
import { UNLIMITED } from '../../support/harness.ts';
import { ownPorts, OWN_KEY, run, until, waitForExit } from '../../support/processes.ts';
import { receiverEnv } from '../../support/receivers.ts';
import { startProcess } from '../../support/service-process.ts';

const WEBHOOK = 'failover';
const EVENTS = ['incident.created', 'incident.updated'] as const;

/** Records the sequences of each record as they arrive. */
class EventReader {
  readonly received = new Map<string, number[]>();
  readonly faults: string[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<void>;
  connections = 0;

  constructor(client: Signalbox) {
    const onConnect = () => (this.connections += 1);
    this.#running = this.#read(
      client.events.stream({}, { signal: this.#over.signal, onConnect: () => void onConnect() }),
    );
  }

  async #read(stream: EventStream): Promise<void> {
    try {
      for await (const event of stream) {
        if (!('sequence' in event)) continue;
        const { record, sequence } = event as { record: { id: string }; sequence: number };
        const sequences = this.received.get(record.id) ?? [];
        this.received.set(record.id, sequences);
        sequences.push(sequence);
      }
    } catch (error) {
      if (!this.#over.signal.aborted) this.faults.push(`the event stream failed: ${String(error)}`);
    }
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }
}

async function runCommand(words: string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await waitForExit(run(words, env));
  if (code !== 0) throw new Error(`${words.join(' ')} failed: ${output}`);
  return output;
}

/** `migrate` runs first; then two `api`, `auth` and a `worker` are started. */
export async function startService(databaseUrl: string) {
  const log = await startDeliveryLog((_, response) => void response.writeHead(204).end());
  const { AUTH_PORT } = await ownPorts();
  const shared = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: OWN_KEY,
    VALKEY_URL: process.env['VALKEY_URL'] ?? '',
    INSTANCE_NAME: `test-${randomUUID()}`,
    AUTH_URL: `http://127.0.0.1:${AUTH_PORT}`,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
    ...receiverEnv(),
  };
  await runCommand(['migrate'], shared);
  const words = ['admin', 'client', 'create', '--name', 'Writers', '--role', 'super_admin'];
  const said = await runCommand([...words, '--email', 'writers@example.com'], shared);
  const read = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(said)?.[1] ?? '';
  const start = async (command: string) => {
    // A request waits for a connection as long as in production.
    const env = { ...(await ownPorts()), ...shared, AUTH_PORT, DATABASE_WAIT_MS: '1500' };
    return { command, process: await startProcess(command, env) };
  };
  const auth = await start('auth');
  const [one, other, worker] = [await start('api'), await start('api'), await start('worker')];
  const processes = [auth, one, other, worker];
  const pids = processes.map(({ process: { pid } }) => pid());
  const clients = [one, other].map(
    ({ process: { url } }) =>
      new Signalbox({
        baseUrl: url,
        authUrl: shared.AUTH_URL,
        clientId: read('client_id'),
        clientSecret: read('client_secret'),
      }),
  );
  const [first] = clients;
  const webhook = { name: WEBHOOK, url: log.urlOf(WEBHOOK), events: [...EVENTS] };
  const created = await first?.webhooks.outbound.create(webhook);
  log.secrets.set(WEBHOOK, [created?.secret ?? '']);
  const readers = clients.map((client) => new EventReader(client));
  await until('the streams are connected', () =>
    readers.every(({ connections }) => connections > 0),
  );
  return {
    clients,
    log,
    readers,
    /** Names each process that has ended or is another one than at the start. */
    endedProcesses: (): string[] =>
      processes
        .filter(({ process: { pid, isRunning } }, n) => pid() !== pids[n] || !isRunning())
        .map(({ command }) => command),
    stop: async () => {
      await Promise.all(processes.map(({ process: { stop } }) => stop()));
      await log.receiver.close();
    },
  };
}
