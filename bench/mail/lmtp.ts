// Mails are delivered by LMTP to one API process while one worker makes incidents of them. First at a fixed rate, where the
// time from MAIL FROM to the response is measured; then as fast as eight connections can, for the rate.
import { percentile } from '../../server/test/support/client.ts';
import { startMailSite } from '../../server/test/support/mail-site.ts';
import { until } from '../../server/test/support/processes.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';

export interface LmtpOptions {
  rate: number;
  seconds: number;
  mails: number;
}

const CONNECTIONS = 8;
const MAX_P99_MS = 50;
const MIN_PER_SECOND = 100;

export async function measureLmtp({ rate, seconds, mails }: LmtpOptions): Promise<Report> {
  const { site, connect } = await startMailSite(1);
  const connections = Array.from({ length: CONNECTIONS }, connect);
  const countLeft = async (): Promise<number> => {
    const [row] = await site.sql(
      `select count(*)::int as waiting from messages where state = 'received'`,
    );
    return row.waiting;
  };
  let sent = 0;
  const deliverFrom = async (index: number): Promise<number> =>
    connections[index % CONNECTIONS]?.deliver((sent += 1)) ?? 0;
  try {
    // V8 compiles the hot functions first.
    for (let n = 0; n < 200; n += 1) await deliverFrom(n);
    await until('the first mails are processed', async () => (await countLeft()) === 0);
    const times: number[] = [];
    const count = rate * seconds;
    const began = performance.now();
    await Promise.all(
      connections.map(async (_, own) => {
        for (let n = own; n < count; n += CONNECTIONS) {
          const wait = began + (n * 1000) / rate - performance.now();
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
          times.push(await deliverFrom(own));
        }
      }),
    );
    await until('the mails of the fixed rate are processed', async () => (await countLeft()) === 0);
    const first = performance.now();
    await Promise.all(
      connections.map(async (_, own) => {
        for (let n = own; n < mails; n += CONNECTIONS) await deliverFrom(own);
      }),
    );
    const receivedPerSecond = mails / ((performance.now() - first) / 1000);
    await until('all mails are processed', async () => (await countLeft()) === 0);
    const processedPerSecond = mails / ((performance.now() - first) / 1000);
    const [row] = await site.sql(
      `select count(*) filter (where state <> 'applied')::int as lost, count(*)::int as stored from messages`,
    );
    const faults = [
      ...(row.lost > 0 ? [`${row.lost} mails were not applied`] : []),
      ...(row.stored === sent ? [] : [`${row.stored} of ${sent} mails are stored`]),
    ];
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    return {
      figures: {
        rate,
        p50_ms: Math.round(p50 * 10) / 10,
        p99_ms: Math.round(p99 * 10) / 10,
        received_per_second: Math.round(receivedPerSecond),
        processed_per_second: Math.round(processedPerSecond),
      },
      faults,
      goals: [
        atMost('p99 from MAIL FROM to the response after the commit', p99, MAX_P99_MS, ' ms'),
        atLeast(
          'mails received and made incidents',
          processedPerSecond,
          MIN_PER_SECOND,
          ' a second',
        ),
      ],
    };
  } finally {
    for (const { close } of connections) close();
    await site.stop();
  }
}
