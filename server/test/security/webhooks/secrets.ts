// Known secrets are searched for wherever they might be stored: the dump with the job tables, and the logs of processes
// that create them, fail to deliver with them, rotate them, and cannot decrypt them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { KeyRing } from '../../../src/platform/crypto/key-ring.ts';
import { open, rowIdOf, secretKeyOf } from '../../../src/platform/crypto/sealing.ts';
import { waitForExit, ownEnvironment, run, until } from '../../support/processes.ts';
import { makeAuthority, startReceiver } from '../../support/receivers.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { secretsIn } from './forms.ts';
import { UNDELIVERED } from '../../support/holders.ts';
import { type Site, startSite } from '../../support/site.ts';

const OLD_KEY = Buffer.alloc(32, 3);
const NEW_KEY = Buffer.alloc(32, 9);
/** A webhook has a credential, a secret and its successor. */
const EACH = 3;

/** Dumps the whole database, including the tables of the job queue. */
async function dumpOf(url: string): Promise<string> {
  const [command = 'pg_dump', ...words] = (process.env['PG_DUMP'] ?? 'pg_dump').split(' ');
  const options = { maxBuffer: 1 << 30, encoding: 'latin1' } as const;
  return (await promisify(execFile)(command, [...words, '--dbname', url], options)).stdout;
}

const drawSecret = (random: Random): string =>
  Array.from({ length: 4 }, () => random.below(2 ** 31).toString(36)).join('-');

interface CreatedWebhook {
  id: string;
  secret: string;
}

async function makeAll(site: Site, urls: readonly string[], random: Random, count: number) {
  const known: string[] = [];
  const made: CreatedWebhook[] = [];
  for (let n = 0; n < count / EACH; n += 1) {
    const credential = `Bearer ${drawSecret(random)}`;
    const body = {
      name: 'x',
      url: urls[n % urls.length],
      events: ['incident.created'],
      headers: { authorization: credential },
    };
    // This request is rejected, with the secret in the body.
    await site.send('POST', '/webhooks/outbound', { ...body, events: [credential] });
    const one: CreatedWebhook = await site.sendUntilFinal('POST', '/webhooks/outbound', body);
    made.push(one);
    known.push(credential, one.secret);
  }
  return { known, made };
}

/** True when no delivery is in progress, except those whose secret cannot be decrypted. */
const isSettled = (site: Site, unopened: number) => async () => {
  const [{ n }] = await site.sql(
    `select (select count(*) from events where relayed_at is null)
       + (select count(*) from (${UNDELIVERED}) as owed) as n`,
  );
  return Number(n) === unopened;
};

const exchange = (
  site: Site,
  column: 'secret' | 'headers',
  [one, other]: readonly CreatedWebhook[],
) =>
  site.sql(
    `update outbound_webhooks a set ${column} = b.${column}, version = a.version + 1 from outbound_webhooks b
     where (a.id, b.id) in (($1, $2), ($2, $1))`,
    [one?.id, other?.id],
  );

/** Swaps encrypted values between rows: the process must log that decryption fails, without the value. */
async function moveAbout(site: Site, made: readonly CreatedWebhook[]): Promise<string[]> {
  const [first, second] = [made.slice(0, 2), made.slice(2, 4)];
  await exchange(site, 'secret', first);
  await exchange(site, 'headers', second);
  await site.sendUntilFinal('POST', '/incidents', { short_description: 'Moved' });
  await until('those that open are sent', isSettled(site, 4));
  const isLogged = () => site.workers[0]?.lines().some(({ msg }) => msg === 'delivery.crashed');
  const faults: string[] = [];
  await until('failed decryption is logged', isLogged).catch((error: Error) =>
    faults.push(error.message),
  );
  for (const { id } of second) {
    const { status } = await site.send('GET', `/webhooks/outbound/${id}`);
    if (status !== 500) faults.push(`headers of another row: ${status}`);
  }
  for (const { id } of first) {
    const { status } = await site.send('POST', `/webhooks/outbound/${id}/test`);
    if (status !== 500) faults.push(`a secret of another row: ${status}`);
  }
  await exchange(site, 'secret', first);
  await exchange(site, 'headers', second);
  return faults;
}

async function movedOpens(site: Site): Promise<string[]> {
  const [one, other] = await site.sql('select id, secret from outbound_webhooks limit 2');
  const keys = new KeyRing(OLD_KEY);
  open(keys, rowIdOf('outbound_webhooks', one.id), one.secret);
  try {
    open(keys, rowIdOf('outbound_webhooks', other.id), one.secret);
    return ['a secret opened in another row'];
  } catch {
    return [];
  }
}

async function rekey(site: Site, oldKey: Buffer): Promise<string> {
  const env = await ownEnvironment({ url: site.databaseUrl, drop: async () => {} });
  const { output } = await waitForExit(
    run(['admin', 'rekey'], {
      ...env,
      ENCRYPTION_KEY: NEW_KEY.toString('base64'),
      OLD_ENCRYPTION_KEY: oldKey.toString('base64'),
      LOG_LEVEL: 'trace',
    }),
  );
  return output;
}

export async function proveSecrets({ count, seed }: { count: number; seed: number }) {
  const random = randomFrom(seed);
  // One receiver fails and echoes the request, the other has an untrusted certificate.
  const failing = await startReceiver(({ headers }, response) =>
    response.writeHead(500, { echo: String(headers.authorization) }).end(JSON.stringify(headers)),
  );
  const untrusted = await startReceiver(undefined, makeAuthority());
  const site = await startSite({
    workers: 1,
    env: {
      LOG_LEVEL: 'trace',
      RETRY_DELAYS_SECONDS: '0.1,0.1,0.1,0.1',
      // Keeps the alert jobs in the queue.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  });
  const faults: string[] = [];
  try {
    // Otherwise the alerts to the owner would be suppressed and leave no job.
    await site.sendUntilFinal('PATCH', '/settings', { mail_domains: ['example.com'] });
    const { known, made } = await makeAll(site, [failing.url, untrusted.url], random, count);
    const searchSecrets = (where: string, text: string) => {
      for (const secret of secretsIn(text, known)) faults.push(`${where}: ${secret}`);
      return Math.round(text.length / 1000);
    };
    await site.sendUntilFinal('POST', '/incidents', { short_description: 'Failing' });
    await until('all have failed', isSettled(site, 0));
    for (const { id } of made) {
      const path = `/webhooks/outbound/${id}`;
      known.push((await site.sendUntilFinal('POST', `${path}/rotate-secret`, {})).secret);
      await site.send('POST', `${path}/test`);
    }
    faults.push(...(await moveAbout(site, made)), ...(await movedOpens(site)));
    await until('all have failed again', isSettled(site, 0));
    const dumpKb = searchSecrets('dump', await dumpOf(site.databaseUrl));
    const [{ jobs }] = await site.sql('select count(*)::int as jobs from graphile_worker.jobs');
    if (jobs === 0) faults.push('there is no job to search');
    await Promise.all([site.api, ...site.workers].map((part) => part.kill('SIGTERM')));
    const refused = await rekey(site, Buffer.alloc(32, 8));
    if (!refused.includes('Nothing was changed'))
      faults.push(`rekey with a wrong old key: ${refused}`);
    const said = await rekey(site, OLD_KEY);
    const logs = [site.api, ...site.workers].map((part) => part.output());
    const logKb = searchSecrets('log', [...logs, refused, said].join('\n'));
    const attempted = logs.join('').split('"delivery.attempted"').length - 1;
    if (attempted < made.length) faults.push(`the log contains ${attempted} attempts`);
    const dump = await dumpOf(site.databaseUrl);
    searchSecrets('dump after rekey', dump);
    const old = `01${secretKeyOf(OLD_KEY).id.toString('hex')}`;
    if (dump.includes(`\\x${old}`)) faults.push('a value is still encrypted with the old key');
    const rows = Number(/^(\d+) rows/m.exec(said)?.[1] ?? 0);
    if (rows < made.length * 2) faults.push(`rekey: ${said}`);
    const figures = { seed, secrets: known.length, dumpKb, logKb, attempted, jobs, rekeyed: rows };
    return { figures, faults } satisfies Report;
  } finally {
    await site.stop();
    await Promise.all([failing.close(), untrusted.close()]);
  }
}
