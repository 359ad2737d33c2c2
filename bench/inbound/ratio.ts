// Compares the rate of signed events that become incidents with POST /incidents from the same clients of one process.
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { startInboundFleet } from '../../server/test/faults/inbound/inbound-fleet.ts';
import { keepAliveAgent, post, signature } from '../../server/test/support/senders.ts';

export interface RatioOptions {
  rounds: number;
  seconds: number;
}

const CLIENTS = 16;
const MIN_RATIO = 0.8;

async function measureRate(
  seconds: number,
  send: (n: number) => Promise<{ status: number }>,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) {
        const { status } = await send(done);
        if (status !== 201) throw new Error(`The request failed with status ${status}`);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export async function proveRatio({ rounds, seconds }: RatioOptions): Promise<Report> {
  const fleet = await startInboundFleet(1);
  const agent = keepAliveAgent(CLIENTS);
  try {
    const field_mapping = {
      short_description: '{{ service }}: {{ text }}',
      description: '{{ text }}',
      priority: '{{ severity | map:"critical=P1,warning=P3" | default:"P3" }}',
      category: 'monitoring',
    };
    const filters = [{ field: 'status', operator: 'eq', value: 'firing' }];
    const make = (fields: object) =>
      fleet.manage('POST', '/webhooks/inbound', {
        name: 'Ratio',
        field_mapping,
        filters,
        ...fields,
      });
    const webhook = await make({});
    const keyed = await make({ dedup_key: 'r/{{ n }}' });
    const url = `${fleet.apis[0]?.url}/prod/api/v1`;
    const fields = {
      short_description: 'mail: the queue is long',
      description: 'the queue is long',
      priority: 'P1',
      category: 'monitoring',
    };
    const direct = JSON.stringify(fields);
    const event = (n: number) =>
      JSON.stringify({
        status: 'firing',
        service: 'mail',
        text: 'the queue is long',
        severity: 'critical',
        n,
      });
    let sent = 0;
    const sendTo = (hook: { id: string; secret: string }, withId: boolean) => () => {
      const n = sent++;
      const body = event(n);
      const headers = {
        'x-service-signature': signature(hook.secret, body),
        ...(withId && { 'webhook-id': `r${n}` }),
      };
      return post(agent, `${url}/webhooks/inbound/${hook.id}`, headers, body);
    };
    const variants = {
      direct: () =>
        post(agent, `${url}/incidents`, { authorization: `Bearer ${fleet.token}` }, direct),
      inbound: sendTo(webhook, false),
      inbound_with_delivery_id: sendTo(webhook, true),
      inbound_with_dedup_key: sendTo(keyed, false),
    };
    const rates: Record<string, number[]> = {};
    for (let round = -1; round < rounds; round += 1)
      for (const [name, send] of Object.entries(variants)) {
        const found = await measureRate(seconds, send);
        if (round >= 0) (rates[name] ??= []).push(found);
      }
    const ratioOf = (name: string) =>
      Math.round(
        100 *
          median((rates[name] ?? []).map((one, round) => one / (rates['direct']?.[round] ?? 1))),
      ) / 100;
    return {
      figures: {
        rounds,
        direct_per_second: Math.round(median(rates['direct'] ?? [])),
        inbound_per_second: Math.round(median(rates['inbound'] ?? [])),
        ratio_with_delivery_id: ratioOf('inbound_with_delivery_id'),
        ratio_with_dedup_key: ratioOf('inbound_with_dedup_key'),
      },
      faults: [],
      goals: [atLeast('inbound events relative to POST /incidents', ratioOf('inbound'), MIN_RATIO)],
    };
  } finally {
    agent.destroy();
    await fleet.stop();
  }
}
