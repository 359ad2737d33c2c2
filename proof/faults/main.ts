// npm run proof:faults -- crash | …, with the figures of each as options; each prints its seed and takes --seed.
import { readOptions } from '../support/options.ts';
import { type Report, runProof } from '../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveLedger } from './ledger.ts';
import { proveStopped } from './stopped.ts';

const proofs: Record<string, () => Promise<Report>> = {
  crash: () => {
    const options = readOptions({ writes: 10_000, kills: 15 });
    return proveCrash({ ...options, withPostgres: true });
  },
  ledger: () => proveLedger(readOptions({ events: 20_000, kills: 10 })),
  hostile: () => proveHostile(readOptions({ attempts: 8, refusals: 10_000 })),
  stopped: () => proveStopped(readOptions({ deliveries: 64 })),
};

const [name = ''] = process.argv.splice(2, 1);
const prove = proofs[name];
if (!prove) throw new Error(`say which proof: ${Object.keys(proofs).join(', ')}`);
await runProof(name, prove);
process.exit();
