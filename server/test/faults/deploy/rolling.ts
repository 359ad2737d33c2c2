// No request fails during rolling restarts of two API processes behind the shipped gateway, under load.
import { type ClientResponse, countBy, LoadClient, percentile } from '../../support/client.ts';
import { startFleet } from '../../support/fleet.ts';
import { API_NAME, startGateway } from '../../support/gateway.ts';
import { atMost, type Report } from '../../support/report.ts';
import { requestsAtRate } from './traffic.ts';

const CONNECTIONS = 100;
/** The gateway moves its connections away from a draining process well within this time. */
const DRAIN_SECONDS = 2;
const MAX_STOP_SECONDS = 30;

export async function proveRolling({
  restarts,
  rate,
}: Record<'restarts' | 'rate', number>): Promise<Report> {
  const fleet = await startFleet(2, { DRAIN_SECONDS: String(DRAIN_SECONDS) });
  const ports = fleet.apis.map(({ url }) => new URL(url).port);
  const gateway = await startGateway({ apis: ports, auth: ports[0] ?? '' });
  const client = new LoadClient(CONNECTIONS, { ca: gateway.ca, servername: API_NAME });
  const faults: string[] = [];
  const stops: number[] = [];
  const over = new AbortController();
  const restartAll = async () => {
    for (let n = 0; n < restarts; n += 1) {
      const api = fleet.apis[n % fleet.apis.length];
      const ended = await api?.end();
      stops.push(ended?.seconds ?? 0);
      if (ended?.code !== 0) faults.push(`restart ${n}: ended with code ${ended?.code}`);
      await api?.restart();
    }
  };
  let responses: ClientResponse[] = [];
  let errors: string[] = [];
  try {
    const { authorization = '' } = await fleet.bearer('rolling', ['itsm_manager']);
    const send = { client, url: gateway.url, headers: { host: API_NAME, authorization } };
    const load = requestsAtRate(send, rate, over.signal);
    await restartAll().finally(() => over.abort());
    responses = await load;
    errors = gateway.errors();
  } finally {
    over.abort();
    client.close();
    await gateway.stop();
    await fleet.stop();
  }
  const failed = responses.filter(({ status }) => status < 200 || status > 299);
  const texts = new Set(failed.map(({ status, text }) => `${status} ${text.slice(0, 200)}`));
  if (failed.length > 0) faults.push(`failed: ${countBy(failed)}`, ...texts, ...errors);
  const times = responses.map(({ milliseconds }) => milliseconds);
  return {
    figures: {
      restarts,
      requests: responses.length,
      failed: failed.length,
      p50_ms: Math.round(percentile(times, 0.5)),
      p99_ms: Math.round(percentile(times, 0.99)),
    },
    faults,
    goals: [
      atMost('failed requests', failed.length, 0),
      atMost('slowest stop', Math.max(...stops), MAX_STOP_SECONDS, ' s'),
    ],
  };
}
