// Runs in a network namespace in which every address leads to this machine, so that a connection to any of them is
// seen. Sends the payloads through all five ways in which a webhook's URL is used.
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import { sql, startInstance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { makeAuthority } from '../../support/receivers.ts';
import { UNDELIVERED } from '../../support/holders.ts';
import { randomFrom } from '../../support/random.ts';
import { PUBLIC, startDns } from './ssrf.dns.ts';
import { payloads } from './ssrf.payloads.ts';

const [socketPath = '', seedText = '1', countText = '130', flipsText = '1000'] =
  process.argv.slice(2);
const [seed, count, flips] = [seedText, countText, flipsText].map(Number) as [
  number,
  number,
  number,
];
const random = randomFrom(seed);

// PostgreSQL is in the other namespace; a socket in the file system is in both.
const database = new URL(process.env['DATABASE_URL'] ?? '');
createServer((near) => {
  const far = connect(socketPath);
  near.on('error', () => far.destroy()).pipe(far);
  far.on('error', () => near.destroy()).pipe(near);
}).listen(Number(database.port), '127.0.0.1');

const reached = new Map<string, number>();
const count1 = (address: string) => reached.set(address, (reached.get(address) ?? 0) + 1);
const plain = (address = '') => address.replace(/^::ffff:(?=\d+\.)/, '');
for (const port of [80, 443, 3128, 8443]) {
  createServer((socket) => {
    count1(port === 3128 ? 'proxy' : plain(socket.localAddress));
    socket.on('error', () => {}).destroy();
  }).listen(port, '::');
}

const authority = makeAuthority('DNS:redirect.evil.test');
const targets = [
  'https://127.0.0.1:8443/',
  'https://169.254.169.254:443/',
  'https://[::1]:8443/',
  'http://10.0.0.5:80/',
];
const statuses = [301, 302, 303, 307, 308];
let redirects = 0;
createTlsServer(authority, (request, response) => {
  request.resume();
  redirects += 1;
  response.writeHead(random.pick(statuses), { location: random.pick(targets) }).end();
}).listen(9443, '::');

const dns = await startDns((name) => {
  if (name === 'redirect.evil.test') return PUBLIC.slice(0, 1);
  if (name.startsWith('flip-'))
    return [random.pick([PUBLIC[0], '127.0.0.1', '10.0.0.5', '169.254.169.254'])];
  if (name.startsWith('a-'))
    return (name.split('.', 1)[0] ?? '')
      .slice(2)
      .split('-')
      .map((one) => Buffer.from(one, 'hex').toString());
  return name.includes('localhost') ? ['127.0.0.1', '::1'] : [];
});

const instance = await startInstance({
  worker: true,
  env: { EGRESS_CA_FILE: authority.caFile, RETRY_DELAYS_SECONDS: '0.05,0.05,0.05,0.05' },
});
const faults: string[] = [];
const tally = { refused: 0, taken: 0, requests: 0 };
const good = `https://${PUBLIC[0]}:8443/`;

const make = async (url: string) => {
  const reply = await instance.call('POST', '/webhooks/outbound', {
    body: { name: 'x', url, events: ['incident.created'], timeout_seconds: 2 },
  });
  tally.requests += 1;
  if (reply.status === 201) tally.taken += 1;
  else if (reply.status === 400) tally.refused += 1;
  else faults.push(`${url}: ${reply.status}`);
  return reply;
};
/** Bypasses the validation of the API: the check at connection time must not rely on it. */
const force = (id: string, url: string) =>
  sql`update outbound_webhooks set url = ${url}, version = version + 1 where id = ${id}`.execute(
    instance.deps.db,
  );
const incident = () => instance.call('POST', '/incidents', { body: { short_description: 'x' } });
const isEnded = async () =>
  (
    await instance.sql(
      `select from events where relayed_at is null union all (${UNDELIVERED} limit 1)`,
    )
  ).length === 0;
/** Says what is left if it does not end, and the transactions of the cluster that the relay would wait for. */
const waitUntilEnded = (what: string) =>
  until(what, isEnded).catch(async (error: Error) => {
    const left = await instance.sql(
      `select (select json_agg(q) from (select * from delivery_queue limit 5) as q) as deliveries,
         (select count(*) from events where relayed_at is null) as unrelayed,
         (select json_agg(a) from (select datname, state, xact_start, backend_xid, backend_xmin, query
           from pg_stat_activity where backend_xid is not null order by xact_start limit 5) as a) as transactions`,
    );
    throw new Error(`${error.message}: ${JSON.stringify(left)}`, { cause: error });
  });
const drop = () =>
  instance.sql(
    `update outbound_webhooks set deleted_at = now(), active = false where deleted_at is null`,
  );

// Create and update go through HTTP.
const all = payloads(random, count);
const { body: webhook } = await make(good);
await sql`update outbound_webhooks set active = false`.execute(instance.deps.db);
for (const url of all) {
  await make(url);
  const { status } = await instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, {
    body: { url },
  });
  if (status !== 200 && status !== 400) faults.push(`PATCH ${url}: ${status}`);
}
await drop();

// Delivery with its retries, test and replay use URLs that were inserted by SQL.
const ids = new Map<string, string>();
for (const url of [...all, 'https://redirect.evil.test:9443/']) {
  const { body } = await make(good);
  await force(body.id, url);
  ids.set(body.id, url);
}
await incident();
await waitUntilEnded('all attempts have ended');
for (const [id, url] of ids) {
  const test = await instance.call('POST', `/webhooks/outbound/${id}/test`);
  if (test.status >= 500 && test.status !== 502 && test.status !== 503)
    faults.push(`test ${url}: ${test.status}`);
  const [delivery] = await instance.sql('select id, status from deliveries where webhook_id = $1', [
    id,
  ]);
  if (delivery?.status !== 'failed') faults.push(`${url}: ${delivery?.status}`);
  const replay = await instance.call('POST', `/webhooks/deliveries/${delivery?.id}/replay`);
  if (replay.status >= 500) faults.push(`replay ${url}: ${replay.status}`);
}
await waitUntilEnded('all replays have ended');
await drop();
if (redirects === 0) faults.push('no redirect was received');

// These names resolve differently with every query.
const byPublic = () => PUBLIC.reduce((sum, address) => sum + (reached.get(address) ?? 0), 0);
const before = byPublic();
const HOOKS = 10;
const hooks = flips > 0 ? HOOKS : 0;
for (let n = 0; n < hooks; n += 1) {
  const { body } = await make(good);
  await force(body.id, `https://flip-${n}.evil.test:8443/`);
}
for (let n = 0; n < flips / HOOKS; n += 1) await incident();
await waitUntilEnded('all have ended');
const [{ n: flipped }] =
  await instance.sql(`select count(*)::int as n from attempts a join deliveries d using (id)
  join outbound_webhooks w on w.id = d.webhook_id where w.url like '%flip-%'`);
const publicConnects = byPublic() - before;
if (flips > 0 && publicConnects === 0)
  faults.push('no name with changing addresses was ever reached');

const bad = [...reached].filter(([address]) => !(PUBLIC as readonly string[]).includes(address));
for (const [address, times] of bad) faults.push(`${times} connections to ${address}`);
const privateConnects = bad.reduce((sum, [, times]) => sum + times, 0);
await instance.stop();
dns.close();
const figures = {
  seed,
  payloads: all.length,
  ways: 5,
  refusedAtCreate: tally.refused,
  redirects,
  flippingAttempts: flipped,
  publicConnects,
  privateConnects,
};
process.stdout.write(`\n${JSON.stringify({ figures, faults })}\n`, () => process.exit());
