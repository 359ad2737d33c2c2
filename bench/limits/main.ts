// npm run proof:limits -- exact | retries | outage | flood | flood-waiting | cost; the parameters of each are options.
import { readOptions } from '../../server/test/support/options.ts';
import { type Report, runProof } from '../../server/test/support/report.ts';
import { proveCost } from './cost.ts';
import { proveExact } from '../../server/test/properties/limits/exact.ts';
import { proveFlood } from './flood.ts';
import { proveOutage } from '../../server/test/faults/limits/outage.ts';
import { proveRetries } from '../../server/test/properties/idempotency/retries.ts';

const proofs: Record<string, () => Promise<Report>> = {
  exact: () => proveExact(readOptions({ seconds: 20 }).seconds),
  retries: () => {
    const { keys, kills } = readOptions({ keys: 10_000, kills: 20 });
    return proveRetries(keys, kills);
  },
  outage: () => {
    const { rounds, seconds } = readOptions({ rounds: 10, seconds: 10 });
    return proveOutage(rounds, seconds);
  },
  flood: () => {
    const options = readOptions({ rate: 5000, sockets: 50, seconds: 5, rounds: 5 });
    return proveFlood({ ...options, shape: 'open' });
  },
  'flood-waiting': () => {
    const options = readOptions({ rate: 5000, sockets: 1000, seconds: 5, rounds: 5 });
    return proveFlood({ ...options, shape: 'waiting' });
  },
  cost: () => proveCost(readOptions({ rate: 200, rounds: 60 })),
};

const [name = ''] = process.argv.splice(2, 1);
const prove = proofs[name];
if (!prove) throw new Error(`say which proof: ${Object.keys(proofs).join(', ')}`);
await runProof(name, prove);
process.exit();
