// npm run proof:faults -- crash | ledger | stopped | ssrf | headers | hostile | isolation | rotation | secrets, with the figures of each as options; each prints its seed and takes --seed.
import { type Instance, startInstance } from '../../server/test/harness.ts';
import { receiverEnv } from '../../server/test/receivers.ts';
import { proveSsrf } from '../fuzz/ssrf.ts';
import { headersTaken } from '../fuzz/webhook-headers.ts';
import { readOptions } from '../support/options.ts';
import { randomFrom } from '../support/random.ts';
import { type Report, runProof } from '../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveIsolation } from './isolation.ts';
import { proveLedger } from './ledger.ts';
import { proveRotation } from './rotation.ts';
import { proveSecrets } from './secrets.ts';
import { proveStopped } from './stopped.ts';

const withDesk = async (worker: boolean, prove: (desk: Instance) => Promise<Report>) => {
  const desk = await startInstance({ worker, env: receiverEnv() });
  return prove(desk).finally(() => desk.stop());
};

const proofs: Record<string, () => Promise<Report>> = {
  crash: () => {
    const options = readOptions({ writes: 10_000, kills: 15 });
    return proveCrash({ ...options, withPostgres: true });
  },
  ledger: () => proveLedger(readOptions({ events: 20_000, kills: 10 })),
  hostile: () => proveHostile(readOptions({ attempts: 8, refusals: 10_000 })),
  ssrf: () => proveSsrf(readOptions({ payloads: 130, flips: 1000 })),
  rotation: () => {
    const options = readOptions({ deliveries: 10_000, rotations: 20 });
    return withDesk(true, (desk) => proveRotation(desk, options));
  },
  isolation: () => {
    const options = readOptions({ due: 5000, good: 99, rounds: 5 });
    return withDesk(true, (desk) => proveIsolation(desk, options));
  },
  secrets: () => {
    const { count } = readOptions({ count: 1000 });
    return withDesk(false, (desk) => proveSecrets(desk, count));
  },
  headers: () =>
    withDesk(false, async (desk) => {
      const { seed } = readOptions({});
      const { cases, taken } = await headersTaken(desk, randomFrom(seed));
      return { figures: { seed, cases }, faults: taken };
    }),
  stopped: () => proveStopped(readOptions({ deliveries: 64 })),
};

const [name = ''] = process.argv.splice(2, 1);
const prove = proofs[name];
if (!prove) throw new Error(`say which proof: ${Object.keys(proofs).join(', ')}`);
await runProof(name, prove);
process.exit();
