// A storm with one dedup_key at one URL opens one incident, counts every repetition, and opens a new incident after it was
// resolved. Firing and resolved events that arrive together are processed one after the other.
import { type Instance, startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import { inParallel, keepAliveAgent, post, type SendResult } from '../../support/senders.ts';

export interface KeyOptions {
  keys: number;
  repeats: number;
}

const ROUNDS = 2;
const SENDERS = 16;

type Status = 'firing' | 'resolved';
type Send = (key: number, status: Status) => Promise<SendResult['body']>;

interface Storm extends KeyOptions {
  instance: Instance;
  send: Send;
  faults: string[];
}

/** Returns the number of all open incidents, and of all others. */
async function countIncidents({ instance }: Storm): Promise<{ open: number; resolved: number }> {
  const [counts] = await instance.sql(`select
    count(*) filter (where state = 'new')::int as open,
    count(*) filter (where state = 'resolved')::int as resolved from incidents`);
  return counts as { open: number; resolved: number };
}

async function proveRounds(storm: Storm): Promise<void> {
  const { instance, keys, repeats, send, faults } = storm;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await inParallel(
      SENDERS,
      keys * repeats,
      async (job) => void (await send(job % keys, 'firing')),
    );
    const [open] = await instance.sql(`select count(*)::int as n, min(occurrences)::int as least,
      max(occurrences)::int as most, sum(work_notes_count)::int as notes from incidents where state = 'new'`);
    if (open.n !== keys || open.least !== repeats || open.most !== repeats)
      faults.push(`round ${round}: ${JSON.stringify(open)}, not ${keys} with ${repeats} each`);
    if (open.notes !== keys * (repeats - 1)) faults.push(`round ${round}: ${open.notes} notes`);
    await inParallel(SENDERS, keys * 3, async (job) => void (await send(job % keys, 'resolved')));
    const { resolved } = await countIncidents(storm);
    if (resolved !== keys * round) faults.push(`round ${round}: ${resolved} are resolved`);
  }
}

/** No incident is open before. Both kinds of events are sent for each key at once. */
async function proveBothAtOnce(storm: Storm): Promise<void> {
  const { instance, keys, repeats, send, faults } = storm;
  const before = await countIncidents(storm);
  const responses: { key: number; status: unknown; id: unknown }[] = [];
  await inParallel(SENDERS, keys * repeats * 2, async (job) => {
    const key = job % keys;
    const isFiring = Math.floor(job / keys) % 2 === 0;
    const { status, incident_id: id } = await send(key, isFiring ? 'firing' : 'resolved');
    responses.push({ key, status, id });
  });
  const count = (status: string, key?: number) =>
    responses.filter((one) => one.status === status && (key === undefined || one.key === key))
      .length;
  const { open, resolved } = await countIncidents(storm);
  if (resolved - before.resolved !== count('resolved'))
    faults.push(`${resolved - before.resolved} were resolved by ${count('resolved')} events`);
  if (open !== count('created') - count('resolved')) faults.push(`${open} are open`);
  if (count('created') + count('deduplicated') !== keys * repeats)
    faults.push(`${count('created')} firing events opened, ${count('deduplicated')} were counted`);
  for (let key = 0; key < keys; key += 1) {
    const left = count('created', key) - count('resolved', key);
    if (left !== 0 && left !== 1) faults.push(`key ${key}: ${left} incidents are open`);
  }
  const ids = [...new Set(responses.map(({ id }) => id).filter((id) => id !== undefined))];
  const [counted] = await instance.sql(
    'select sum(occurrences)::int as n from incidents where id = any($1)',
    [ids],
  );
  if (counted.n !== keys * repeats) faults.push(`${counted.n} occurrences of ${keys * repeats}`);
  const [forgotten] =
    await instance.sql(`select count(*)::int as n from incidents where state = 'new'
    and id not in (select incident_id from inbound_keys where incident_id is not null)`);
  if (forgotten.n > 0) faults.push(`${forgotten.n} open incidents are no longer under their key`);
  await inParallel(SENDERS, keys, async (job) => void (await send(job, 'resolved')));
  const last = await countIncidents(storm);
  if (last.open > 0) faults.push(`${last.open} are open at the end`);
}

export async function proveKeys({ keys, repeats }: KeyOptions): Promise<Report> {
  const instance = await startInstance({ pool: SENDERS });
  const agent = keepAliveAgent(SENDERS);
  const faults: string[] = [];
  let busy = 0;
  try {
    const { body: webhook } = await instance.call('POST', '/webhooks/inbound', {
      body: {
        name: 'Storm',
        secret_enabled: false,
        dedup_key: 'k/{{ key }}',
        resolve_when: [{ field: 'status', operator: 'eq', value: 'resolved' }],
      },
    });
    const url = `${instance.url}/prod/api/webhooks/inbound/${webhook.id}`;
    const send: Send = async (key, status) => {
      for (;;) {
        const response = await post(agent, url, {}, JSON.stringify({ key, status }));
        if (response.status < 300) return response.body;
        if (response.status !== 503) throw new Error(`${response.status}`);
        busy += 1;
      }
    };
    const storm = { instance, keys, repeats, send, faults };
    await proveRounds(storm);
    await proveBothAtOnce(storm);
    const [gaps] =
      await instance.sql(`select count(*)::int as n from incidents i where event_sequence <>
      (select count(distinct sequence) from events where record_id = i.id)`);
    if (gaps.n > 0) faults.push(`${gaps.n} incidents have gaps in their events`);
    return {
      figures: { keys, posts: keys * repeats * (ROUNDS + 2), rounds: ROUNDS, busy },
      faults,
    };
  } finally {
    agent.destroy();
    await instance.stop();
  }
}
