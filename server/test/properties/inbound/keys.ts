// A storm with one dedup_key opens one incident, counts every repetition, and opens a new incident after it was
// resolved.
import { startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import { inParallel, keepAliveAgent, post } from '../../support/senders.ts';

export interface KeyOptions {
  keys: number;
  repeats: number;
}

const ROUNDS = 2;
const SENDERS = 16;

export async function proveKeys({ keys, repeats }: KeyOptions): Promise<Report> {
  const instance = await startInstance({ pool: SENDERS });
  const agent = keepAliveAgent(SENDERS);
  const faults: string[] = [];
  const make = async (action: string) => {
    const body = { name: action, action, secret_enabled: false, dedup_key: 'k/{{ key }}' };
    const { body: webhook } = await instance.call('POST', '/webhooks/inbound', { body });
    return (key: number) =>
      post(
        agent,
        `${instance.url}/prod/api/webhooks/inbound/${webhook.id}`,
        {},
        JSON.stringify({ key }),
      );
  };
  try {
    const [fire, resolve] = [await make('create_incident'), await make('resolve_incident')];
    let busy = 0;
    const until = async (send: () => Promise<{ status: number }>) => {
      while ((await send()).status === 503) busy += 1;
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await inParallel(SENDERS, keys * repeats, (job) => until(() => fire(job % keys)));
      const [open] = await instance.sql(`select count(*)::int as n, min(occurrences)::int as least,
        max(occurrences)::int as most, sum(work_notes_count)::int as notes from incidents where state = 'new'`);
      if (open.n !== keys || open.least !== repeats || open.most !== repeats)
        faults.push(`round ${round}: ${JSON.stringify(open)}, not ${keys} with ${repeats} each`);
      if (open.notes !== keys * (repeats - 1)) faults.push(`round ${round}: ${open.notes} notes`);
      await inParallel(SENDERS, keys * 3, (job) => until(() => resolve(job % keys)));
      const [resolved] = await instance.sql(
        `select count(*)::int as n from incidents where state = 'resolved'`,
      );
      if (resolved.n !== keys * round) faults.push(`round ${round}: ${resolved.n} are resolved`);
    }
    const [gaps] =
      await instance.sql(`select count(*)::int as n from incidents i where event_sequence <>
      (select count(distinct sequence) from events where record_id = i.id)`);
    if (gaps.n > 0) faults.push(`${gaps.n} incidents have gaps in their events`);
    return { figures: { keys, posts: keys * repeats * ROUNDS, rounds: ROUNDS, busy }, faults };
  } finally {
    agent.destroy();
    await instance.stop();
  }
}
