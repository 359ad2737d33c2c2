// Runs deploy/production/compose.yaml without containers: its commands with its variables run as processes of this
// machine, each at its own address with the ports of the image, behind the shipped gateway. Names resolve to those
// addresses; the password of Valkey has characters that a URL must encode. A person signs in through the gateway.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, buildConnector, fetch as send } from 'undici';
import { readCompose } from '../../support/compose.ts';
import { cloneDatabase } from '../../support/databases.ts';
import { startGatewayAt } from '../../support/gateway.ts';
import { startNameServer } from '../../support/name-server.ts';
import { OwnValkey } from '../../support/own-valkey.ts';
import { Browser, logIn } from '../../support/people.ts';
import { waitForExit, OWN_KEY, run, until } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';
import { type Env, type ServiceProcess, startProcess } from '../../support/service-process.ts';

const file = new URL('../../../../deploy/production/compose.yaml', import.meta.url);
const ADMIN = { email: 'first@example.com', password: 'the first of all passwords' };
const VALKEY_PASSWORD = `v@lkey/p#ss:%41 '"`;

/** Addresses are random, because several runs may share the machine and the ports are those of the image. */
function loopbackAddresses(): (last: number) => string {
  const [second, third] = [randomInt(1, 255), randomInt(0, 256)];
  return (last) => `127.${second}.${third}.${last}`;
}

/** Connects to the gateway for every public name; its certificate covers them. */
function senderTo(host: string, ca: Buffer): { send: typeof fetch; close: () => Promise<void> } {
  const connect = buildConnector({ ca: ca.toString() });
  const agent = new Agent({
    connect: (options, callback) =>
      connect({ ...options, hostname: host, port: '8443', servername: options.hostname }, callback),
  });
  const sendThere = (url: string, init: object) => send(url, { ...init, dispatcher: agent });
  return { send: sendThere as unknown as typeof fetch, close: () => agent.close() };
}

type Sizes = Record<'apis' | 'workers', number>;

const processesOf = ({ apis, workers }: Sizes): [service: string, process: string][] => [
  ['auth', 'auth'],
  ...Array.from({ length: apis }, (_, n): [string, string] => [`api-${n + 1}`, `api-${n + 1}`]),
  ...Array.from({ length: workers }, (_, n): [string, string] => ['worker', `worker-${n + 1}`]),
];

type Stop = () => unknown;

export async function proveCompose(sizes: Sizes): Promise<Report> {
  const stops: Stop[] = [];
  try {
    return await prove(sizes, (stop) => stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
  }
}

async function prove(sizes: Sizes, atEnd: (stop: Stop) => unknown): Promise<Report> {
  const faults: string[] = [];
  const scratch = await cloneDatabase();
  atEnd(() => scratch.drop());
  const database = new URL(scratch.url);
  const { services } = readCompose(readFileSync(file, 'utf8'), {
    ENCRYPTION_KEY: OWN_KEY,
    POSTGRES_PASSWORD: decodeURIComponent(database.password),
    VALKEY_PASSWORD,
    GRAFANA_PASSWORD: 'unused',
  });
  const valkey = await OwnValkey.start(services['valkey']?.command?.slice(1) as string[]);
  atEnd(() => valkey.kill());
  const at = loopbackAddresses();
  const addresses: Record<string, string> = { auth: at(2) };
  const own: Record<string, string> = {
    '@postgres:5432/signalbox': `@${database.host}${database.pathname}`,
    '//valkey:6379': `//127.0.0.1:${valkey.port}`,
    '//auth:8081': `//${addresses['auth']}:8081`,
    '172.30.0.2': '127.0.0.1',
  };
  const environmentOf = (name: string, address: string): Env => {
    const given = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      Object.entries(own).reduce((text, [theirs, ours]) => text.replace(theirs, ours), value),
    ]);
    return {
      ...Object.fromEntries(given),
      BIND: address,
      // An operator sets these for the first start.
      BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
      BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      // Other tests use the machine at the same time.
      DATABASE_WAIT_MS: '10000',
      DRAIN_SECONDS: '0',
    };
  };
  const names = await startNameServer(addresses);
  atEnd(() => names.stop());
  const gateway = await startGatewayAt(at(1), names.port);
  atEnd(() => gateway.stop());
  const processes: ServiceProcess[] = [];
  atEnd(() => Promise.all(processes.map((one) => one.stop())));
  const client = senderTo(at(1), gateway.ca);
  atEnd(() => client.close());
  if (sizes.workers > 0) {
    const { code, output } = await waitForExit(
      run([services['migrate']?.command?.[0] ?? ''], environmentOf('migrate', at(9))),
    );
    if (code !== 0) faults.push(`migrate: ${output}`);
  }
  const started = processesOf(sizes).map(async ([service, name], index) => {
    const address = at(index + 2);
    const env = environmentOf(service, address);
    processes.push(await startProcess(services[service]?.command?.[0] ?? '', env));
    const probe = services[service]?.healthcheck?.test ?? [];
    const words = probe.slice(probe.indexOf('server/src/main.ts') + 1);
    // Docker repeats its probes too: on a busy machine, one response may take longer than a probe waits.
    let output = '';
    const isReady = async () => {
      const probed = await waitForExit(run(words, env));
      output = probed.output;
      return probed.code === 0;
    };
    await until('the probe succeeds', isReady).catch(() =>
      faults.push(`the probe of ${name} failed: ${output}`),
    );
    if (output.includes('"degraded"')) faults.push(`${name} is degraded: ${output}`);
    return [name, address] as const;
  });
  const running = await Promise.all(started);
  const { BASE_URL = '', AUTH_URL = '' } = services['api-1']?.environment ?? {};
  // Nobody listens at this address, so the gateway must resolve the name again later.
  addresses['api-1'] = at(99);
  const me = async (headers = {}) => {
    const response = await client.send(`${BASE_URL}/prod/api/me`, { headers });
    return { status: response.status, text: await response.text() };
  };
  await until('the gateway finds no process', async () => (await me()).status === 502);
  for (const [name, address] of running) addresses[name] = address;
  await until('the gateway finds the process', async () => (await me()).status === 401);
  const { access_token } = await logIn(AUTH_URL, BASE_URL, ADMIN, new Browser(client.send));
  const { status, text } = await me({ authorization: `Bearer ${access_token}` });
  if (status !== 200 || !text.includes(ADMIN.email)) faults.push(`/me: ${status} ${text}`);
  return { figures: { processes: processes.length }, faults };
}
