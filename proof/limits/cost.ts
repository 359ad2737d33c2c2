// What the limits cost: the same requests with Valkey and with limits in the process, in turns, in processor time.
import { cpuOf } from '../support/cpu.ts';
import type { Report } from '../support/report.ts';
import { LoadClient, percentile } from './client.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { OwnValkey } from './own-valkey.ts';

const CLIENTS = 16;
const ROUNDS = 7;

export async function proveCost(requests: number): Promise<Report> {
  const valkey = await OwnValkey.start();
  const shared = await startFleet(1, { VALKEY_URL: valkey.url });
  const alone = await startFleet(1, { VALKEY_URL: '' });
  const client = new LoadClient(CLIENTS);
  const spend = async (fleet: Fleet): Promise<number> => {
    const [member] = fleet.apis;
    if (!member) throw new Error('nobody to ask');
    const { url } = member;
    const pid = member.pid();
    const headers = await fleet.bearer('cost', ['requester']);
    const before = cpuOf(pid);
    let left = requests;
    const work = async () => {
      while (left-- > 0) await client.ask(`${url}/prod/api/v1/audit`, { headers });
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return (cpuOf(pid) - before) / requests;
  };
  try {
    const times: Record<'shared' | 'alone' | 'valkey', number[]> = {
      shared: [],
      alone: [],
      valkey: [],
    };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = cpuOf(valkey.pid);
      const withValkey = await spend(shared);
      const valkeyCpu = (cpuOf(valkey.pid) - before) / requests;
      const without = await spend(alone);
      if (round === 0) continue;
      times.shared.push(withValkey);
      times.valkey.push(valkeyCpu);
      times.alone.push(without);
    }
    const middle = (values: number[]) => Number(percentile(values, 0.5).toFixed(1));
    return {
      figures: {
        node_us_per_request_with_valkey: middle(times.shared),
        node_us_per_request_in_process: middle(times.alone),
        valkey_us_per_request: middle(times.valkey),
      },
      faults: [],
    };
  } finally {
    client.close();
    await shared.stop();
    await alone.stop();
    await valkey.kill();
  }
}
