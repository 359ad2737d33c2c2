// The database's host vanishes without a reset while its name resolves to a working one: api, auth and worker abandon
// silent connections, and serve again without a restart.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LoadClient } from '../../support/client.ts';
import { startCutLinks } from '../../support/cut-links.ts';
import { cloneDatabase } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { ownEnvironment, until } from '../../support/processes.ts';
import { startDeliveryLog } from '../../support/delivery-log.ts';
import { receiverEnv } from '../../support/receivers.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';
import { startSwallowingProxy } from '../../support/swallowing-proxy.ts';
import pg from 'pg';

const EVERY_MS = 100;
/** Requests of each kind must succeed again. */
type Kind = 'write' | 'read' | 'list' | 'token';

interface Observation {
  kind: Kind | 'probe';
  status: number;
  /** The response came this many milliseconds after the cut. */
  at: number;
  milliseconds: number;
}

const isServed = ({ status }: Observation): boolean => status >= 200 && status < 300;
/** A caller may retry after 503: nothing was done, or the outcome is unknown. */
const isAllowed = ({ status }: Observation): boolean => status === 503;

const losses = {
  /** The host vanishes behind a load balancer. */
  proxy: startSwallowingProxy,
  /** The link to the host is cut, and the name resolves to another host. */
  link: startCutLinks,
};
type Loss = keyof typeof losses;

const subjectOf: Record<Loss, string> = {
  proxy: "The database's host vanishes",
  link: "The link of the database's host is cut",
};

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

async function startService(by: Loss, mailbox: Mailbox) {
  const scratch = await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const host: Awaited<ReturnType<(typeof losses)[Loss]>> & { node?: string } = await losses[by](
    scratch.url,
  );
  const start = async (command: string) => {
    const env = {
      ...(await ownEnvironment({ ...scratch, url: host.url })),
      AUTH_URL: issuer.url,
      RATE_LIMITS: UNLIMITED,
      LOG_LEVEL: 'info',
      // A request waits 1.5 s for a connection, as in production.
      DATABASE_WAIT_MS: '1500',
      SMTP_URL: mailbox.url,
      ...receiverEnv(),
    };
    const program = { path: main, ...(host.node && { node: host.node }) };
    return { env, running: await startProcess(command, env, program) };
  };
  const [api, auth, worker] = [await start('api'), await start('auth'), await start('worker')];
  const database = new pg.Pool({ connectionString: scratch.url, max: 2 });
  return {
    api,
    auth,
    worker,
    issuer,
    host,
    sql: async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows,
    stop: async () => {
      for (const { running } of [api, auth, worker]) await running.stop();
      host.close();
      await database.end();
      await issuer.stop();
      await scratch.drop();
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

const local = (port: string | undefined, path: string): string => `http://127.0.0.1:${port}${path}`;

function requestsOf(service: Service, client: LoadClient, headers: Record<string, string>) {
  const base = local(service.api.env.PORT, '/prod/api/v1');
  let known = '';
  return {
    created: [] as string[],
    async send(
      this: { created: string[] },
      kind: Kind,
    ): Promise<{ status: number; milliseconds: number }> {
      if (kind === 'write') {
        const reply = await client.send(`${base}/incidents`, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ short_description: 'Vanished' }),
        });
        if (reply.status === 201) {
          known ||= JSON.parse(reply.text).id;
          this.created.push(JSON.parse(reply.text).id);
        }
        return reply;
      }
      if (kind === 'token') return client.send(local(service.auth.env.AUTH_PORT, '/jwks'));
      return client.send(`${base}/incidents${kind === 'read' ? `/${known}` : '?limit=5'}`, {
        headers,
      });
    },
  };
}

async function proveRound(service: Service, client: LoadClient, round: number, faults: string[]) {
  const token = await service.issuer.mint({
    sub: `gone-${round}`,
    email: `gone-${round}@example.com`,
    roles: ['agent'],
  });
  const me = local(service.api.env.PORT, '/prod/api/v1/me');
  const check = () => client.send(me, { headers: { authorization: `Bearer ${token}` } });
  const headers = {
    authorization: `Bearer ${await service.issuer.mint({ sub: 'steady', email: 'steady@example.com', roles: ['itsm_manager'] })}`,
  };
  const requests = requestsOf(service, client, headers);
  const kinds: Kind[] = ['write', 'read', 'list', 'token'];
  for (const kind of kinds)
    await until(`${kind} is served`, async () =>
      isServed({ ...(await requests.send(kind)), kind, at: 0 }),
    );
  if ((await check()).status !== 200) faults.push('the token to be revoked is not valid');
  /** The mail may be in progress when the host vanishes, or be sent after that. */
  const mail = async (assigned_to: string): Promise<string> => {
    const reply = await client.send(local(service.api.env.PORT, '/prod/api/v1/incidents'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ short_description: 'Mailed', assigned_to }),
    });
    if (reply.status !== 201)
      faults.push(`round ${round}: creating the incident of a mail failed with ${reply.status}`);
    return assigned_to;
  };
  const mailed = [await mail(`before-${round}@example.com`)];
  const seen: Observation[] = [];
  const began = performance.now();
  const lost = service.host.lose();
  await service.sql(
    'insert into revocations (subject, generation, revoked_at) values ($1, 1, now())',
    [`gone-${round}`],
  );
  const pending: Promise<void>[] = [];
  const record = (
    kind: Observation['kind'],
    sent: Promise<{ status: number; milliseconds: number }>,
  ) =>
    pending.push(
      sent.then(
        ({ status, milliseconds }) =>
          void seen.push({ kind, status, milliseconds, at: performance.now() - began }),
      ),
    );
  const lastFive = (kind: Kind) => seen.filter((one) => one.kind === kind).slice(-5);
  const isOver = () =>
    kinds.every((kind) => lastFive(kind).length === 5 && lastFive(kind).every(isServed));
  const probes = [
    local(service.api.env.PORT, '/livez'),
    local(service.api.env.PORT, '/readyz'),
    local(service.auth.env.AUTH_PORT, '/livez'),
    local(service.auth.env.AUTH_PORT, '/readyz'),
    local(service.worker.env.METRICS_PORT, '/livez'),
    local(service.worker.env.METRICS_PORT, '/readyz'),
  ];
  while (!isOver() && performance.now() - began < 120_000) {
    for (const kind of kinds) record(kind, requests.send(kind));
    for (const url of probes) record('probe', client.send(url));
    await sleep(EVERY_MS);
  }
  if (!isOver()) faults.push(`round ${round}: not served two minutes after the cut`);
  mailed.push(await mail(`after-${round}@example.com`));
  const refusedAfter = await until(
    'the revoked token is refused',
    async () => (await check()).status === 401 && performance.now() - began,
  ).catch(() => Infinity);
  await Promise.all(pending);
  const wrong = seen.filter((one) => one.kind !== 'probe' && !isServed(one) && !isAllowed(one));
  for (const { kind, status, at } of wrong.slice(0, 3))
    faults.push(`round ${round}: ${kind} ${status} after ${Math.round(at)} ms`);
  const firsts = kinds.map((kind) => {
    const failed = seen.filter((one) => one.kind === kind && !isServed(one)).map(({ at }) => at);
    return failed.length === 0 ? 0 : Math.max(...failed);
  });
  return {
    lost,
    mailed,
    created: requests.created,
    seconds: Math.max(...firsts) / 1000,
    refusedSeconds: refusedAfter / 1000,
    probeMs: Math.max(
      ...seen.filter(({ kind }) => kind === 'probe').map(({ milliseconds }) => milliseconds),
    ),
    refused: seen.filter(isAllowed).length,
  };
}

export async function proveVanishing(by: Loss, { rounds }: { rounds: number }): Promise<Report> {
  const faults: string[] = [];
  const log = await startDeliveryLog((_, response) => void response.writeHead(204).end());
  const mailbox = await startMailbox();
  const service = await startService(by, mailbox);
  const client = new LoadClient(200);
  try {
    const admin = {
      authorization: `Bearer ${await service.issuer.tokenFor('super_admin')}`,
      'content-type': 'application/json',
    };
    const settings = await client.send(local(service.api.env.PORT, '/prod/api/v1/settings'), {
      method: 'PATCH',
      headers: admin,
      body: JSON.stringify({ mail_domains: ['example.com'] }),
    });
    if (settings.status !== 200) faults.push(`settings: ${settings.text}`);
    const webhook = await client.send(
      local(service.api.env.PORT, '/prod/api/v1/webhooks/outbound'),
      {
        method: 'POST',
        headers: admin,
        body: JSON.stringify({
          name: 'Vanished',
          url: log.urlOf('vanished'),
          events: ['incident.created'],
        }),
      },
    );
    log.secrets.set('vanished', [JSON.parse(webhook.text).secret]);
    const results: Awaited<ReturnType<typeof proveRound>>[] = [];
    for (let round = 1; round <= rounds; round += 1)
      results.push(await proveRound(service, client, round, faults));
    const created = new Set(results.flatMap((one) => one.created));
    const missing = () => [...created].filter((id) => !log.all.some(({ record }) => record === id));
    await until('every event is delivered', () => missing().length === 0).catch(() =>
      faults.push(`${missing().length} events were not delivered`),
    );
    const mailed = results.flatMap((one) => one.mailed);
    const recipients = () => mailbox.delivered.flatMap(({ envelope }) => envelope);
    const unsent = () => mailed.filter((address) => !recipients().includes(address));
    await until('every mail is sent', () => unsent().length === 0).catch(() =>
      faults.push(`${unsent().length} mails were not sent`),
    );
    const largest = (pick: (one: (typeof results)[number]) => number) =>
      Math.max(...results.map(pick));
    const seconds = largest((one) => one.seconds);
    const refusedSeconds = largest((one) => one.refusedSeconds);
    const probeMs = largest((one) => one.probeMs);
    return {
      figures: {
        rounds,
        lost: largest((one) => one.lost),
        seconds,
        refusedSeconds,
        probeMs,
        created: created.size,
        mails: mailed.length,
        refused: results.reduce((sum, one) => sum + one.refused, 0),
      },
      faults,
      goals: [
        atMost(`${subjectOf[by]}: last failed request`, seconds, 12, ' s'),
        atMost(`${subjectOf[by]}: a revoked token is refused`, refusedSeconds, 15, ' s'),
        atMost(`${subjectOf[by]}: slowest probe`, probeMs, 1000, ' ms'),
      ],
    };
  } finally {
    client.close();
    await service.stop();
    await mailbox.stop();
    await log.receiver.close();
  }
}
