// Each key is sent ten times in parallel to two processes, which are killed meanwhile: one effect, one response per
// key.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../support/databases.ts';
import { within } from '../../support/processes.ts';
import { startFleet } from '../../support/fleet.ts';
import type { Report } from '../../support/report.ts';
import { LoadClient } from '../../support/client.ts';

const SENDERS = 10;
const MAX_CONCURRENT_KEYS = 24;
const MAX_TRIES = 200;
const KILLS_WITHIN_SECONDS = 600;
/** Every nth key is sent once more with another body: all creations in turn. */
const REUSED_EVERY = 3;
/** The pause is long enough for the first to complete, so that most get 409 once and then the response. */
const TRY_AGAIN_MS = 60;

const REPORT_EVERY = 1000;

interface Tally {
  requests: number;
  replayed: number;
  in_progress: number;
  reused: number;
  lost: number;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The keys take these creations in turn. */
interface Creation {
  path: string;
  table: string;
  /** The key is stored in this column. */
  column: string;
  more?: object;
}

const creations: readonly Creation[] = [
  { path: '/incidents', table: 'incidents', column: 'short_description' },
  { path: '/changes', table: 'changes', column: 'short_description' },
  { path: '/requests', table: 'service_requests', column: 'short_description' },
  { path: '/cmdb/cis', table: 'cis', column: 'name', more: { class: 'server' } },
];
const creationOf = (n: number): Creation => creations[n % creations.length] as Creation;

const sumOf = (what: (one: Creation) => string): string =>
  creations.map((one) => `(select ${what(one)} from ${one.table})`).join(' + ');

/** The effects are counted once at the end. Each count must equal the number of keys. */
const EFFECTS = `
  select (${sumOf(() => 'count(*)')})::int as records,
         (${sumOf(({ column }) => `count(distinct ${column})`)})::int as titles,
         (select count(*) from events where type like '%.created')::int as creation_events,
         (select count(distinct record_id) from events)::int as records_with_events,
         (select count(*) from entries)::int as entries,
         (select count(*) from idempotency_keys)::int as responses`;

async function effectFaults(
  databaseUrl: string,
  responses: ReadonlySet<string>,
): Promise<string[]> {
  return withClient(databaseUrl, async (database) => {
    const { rows: counts } = await database.query<Record<string, number>>(EFFECTS);
    const wrong = Object.entries(counts[0] ?? {}).filter(([, count]) => count !== responses.size);
    const { rows: stored } = await database.query<{ digest: string }>(
      `select encode(sha256(body), 'hex') as digest from idempotency_keys`,
    );
    const others = stored.filter(({ digest: one }) => !responses.has(one)).length;
    return [
      ...wrong.map(
        ([what, count]) => `${responses.size} responses were sent, but ${count} ${what} created`,
      ),
      ...(others > 0 ? [`${others} stored responses are not the bytes that were sent`] : []),
    ];
  });
}

/** In the short form a killed process is not started again: the other one serves. */
export async function proveRetries(keys: number, kills: number, isShort: boolean): Promise<Report> {
  const fleet = await startFleet(2);
  const client = new LoadClient(SENDERS * MAX_CONCURRENT_KEYS);
  const faults: string[] = [];
  const tally: Tally = { requests: 0, replayed: 0, in_progress: 0, reused: 0, lost: 0 };
  const authorization = await fleet.bearer('retrier');
  const urls = fleet.apis.map(({ url }) => `${url}/prod/api/v1`);
  /** The response body of each key adds its hash. */
  const responses = new Set<string>();

  /** Retries like a caller that must know the outcome, until it gets a final response. */
  const sendUntilFinal = async (n: number, sender: number, suffix = '') => {
    const key = `key-${n}`;
    const { path, column, more } = creationOf(n);
    const options = {
      method: 'POST',
      body: JSON.stringify({ [column]: `${key}${suffix}`, ...more }),
      headers: { ...authorization, 'content-type': 'application/json', 'idempotency-key': key },
    };
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const { status, text, headers } = await client.send(
        `${urls[(sender + attempt) % 2]}${path}`,
        options,
      );
      tally.requests += 1;
      if (status === 201) {
        if (headers['idempotent-replayed']) tally.replayed += 1;
        return { text, rest: `${String(headers['location'])} ${String(headers['etag'])}` };
      }
      if (status === 422 && suffix !== '')
        return { text: (JSON.parse(text) as { code: string }).code, rest: '' };
      if (status === 409 && text.includes('request_in_progress')) tally.in_progress += 1;
      else if (status === 0 || status === 503) tally.lost += 1;
      else throw new Error(`${key}: ${status} ${text}`);
      await sleep(TRY_AGAIN_MS * (1 + Math.random()));
    }
    throw new Error(`${key}: no response after ${MAX_TRIES} tries`);
  };

  let next = 0;
  const work = async () => {
    for (let n = next++; n < keys; n = next++) {
      const key = `key-${n}`;
      const replies = await Promise.all(
        Array.from({ length: SENDERS }, (_, sender) => sendUntilFinal(n, sender)),
      );
      const ways = new Set(replies.map(({ text, rest }) => `${text} ${rest}`));
      if (ways.size !== 1) faults.push(`${key} got ${ways.size} different responses`);
      responses.add(digest(replies[0]?.text ?? ''));
      if (responses.size % REPORT_EVERY === 0) console.error(`${responses.size} keys`);
      if (n % REUSED_EVERY !== 0) continue;
      const { text: other } = await sendUntilFinal(n, n, ' with another body');
      if (other !== 'idempotency_key_reused') faults.push(`${key} with another body: ${other}`);
      else tally.reused += 1;
    }
  };
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      const at = (keys * kill) / (kills + 1);
      await within(KILLS_WITHIN_SECONDS, 'enough keys for the next kill', () => next >= at);
      await fleet.apis[kill % 2]?.kill();
      if (!isShort) await fleet.apis[kill % 2]?.restart();
    }
  };
  try {
    await Promise.all([killing(), ...Array.from({ length: MAX_CONCURRENT_KEYS }, work)]);
    if (responses.size !== keys) faults.push(`${keys} keys got ${responses.size} responses`);
    faults.push(...(await effectFaults(fleet.databaseUrl, responses)));
  } catch (error) {
    faults.push((error as Error).message);
  } finally {
    client.close();
    await fleet.stop();
  }
  return { figures: { keys, kills, ...tally }, faults };
}
