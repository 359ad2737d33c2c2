// Each key sent ten times side by side to two processes, which are killed meanwhile: one effect and one answer per key.
import { withClient } from '../../server/test/databases.ts';
import { until } from '../../server/test/processes.ts';
import type { Report } from '../support/report.ts';
import { LoadClient } from './client.ts';
import { startFleet } from '../support/fleet.ts';

const SENDERS = 10;
const KEYS_AT_ONCE = 8;
const MOST_TRIES = 200;
const KILLS_WITHIN_SECONDS = 600;

export async function proveRetries(keys: number, kills: number): Promise<Report> {
  const fleet = await startFleet(2);
  const client = new LoadClient(SENDERS * KEYS_AT_ONCE);
  const faults: string[] = [];
  const tally = { requests: 0, replayed: 0, in_progress: 0, reused: 0, lost: 0 };
  const authorization = await fleet.bearer('retrier');

  /** As a caller does who must know: again and again, until it is told what became of it. */
  const insist = async (key: string, sender: number, title = key): Promise<string> => {
    const body = JSON.stringify({ short_description: title });
    const headers = {
      ...authorization,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const url = `${fleet.apis[(sender + attempt) % 2]?.url}/prod/api/v1/incidents`;
      const answer = await client.ask(url, { method: 'POST', headers, body });
      const { status, text, headers: got } = answer;
      tally.requests += 1;
      if (status === 201) {
        if (got['idempotent-replayed']) tally.replayed += 1;
        return `${text} ${String(got['location'])} ${String(got['etag'])}`;
      }
      if (status === 422 && title !== key) return (JSON.parse(text) as { code: string }).code;
      if (status === 409 && text.includes('request_in_progress')) tally.in_progress += 1;
      else if (status === 0 || status === 503) tally.lost += 1;
      else throw new Error(`${key}: ${status} ${text}`);
      await new Promise((done) => setTimeout(done, 20 + 10 * sender));
    }
    throw new Error(`${key}: no answer after ${MOST_TRIES} tries`);
  };

  let next = 0;
  const work = async () => {
    for (let n = next++; n < keys; n = next++) {
      const key = `key-${n}`;
      const answers = await Promise.all(
        Array.from({ length: SENDERS }, (_, sender) => insist(key, sender)),
      );
      if (new Set(answers).size !== 1) faults.push(`${key} was answered in two ways`);
      const other = await insist(key, n, `${key} with another body`);
      if (other !== 'idempotency_key_reused') faults.push(`${key} with another body: ${other}`);
      else tally.reused += 1;
    }
  };
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      const at = (keys * kill) / (kills + 1);
      await until('enough keys for the next kill', () => next >= at, KILLS_WITHIN_SECONDS);
      await fleet.apis[kill % 2]?.kill();
      await fleet.apis[kill % 2]?.restart();
    }
  };
  try {
    await Promise.all([killing(), ...Array.from({ length: KEYS_AT_ONCE }, work)]);
    const effects = await withClient(fleet.databaseUrl, async (database) => {
      const { rows } = await database.query<{ n: number }>(
        `select count(*)::int as n from incidents
         union all select count(distinct short_description)::int from incidents
         union all select count(*)::int from events
         union all select count(*)::int from idempotency_keys`,
      );
      return rows.map(({ n }) => n);
    });
    if (effects.some((count) => count !== keys))
      faults.push(`${keys} keys made ${effects.join(', ')} incidents, titles, events, answers`);
  } catch (error) {
    faults.push((error as Error).message);
  } finally {
    client.close();
    await fleet.stop();
  }
  return { figures: { keys, kills, ...tally }, faults };
}
