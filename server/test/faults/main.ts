// npm run proof:faults -- NAME, with the parameters of each as options; each prints its seed first and takes --seed.
import { type Instance, startInstance } from '../support/harness.ts';
import { receiverEnv } from '../support/receivers.ts';
import { proveHeaders } from '../security/webhooks/webhook-headers.ts';
import { proveSsrf } from '../security/webhooks/ssrf.ts';
import { readOptions } from '../support/options.ts';
import { type Report, runProof } from '../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveIsolation } from './isolation.ts';
import { proveJobs } from './jobs.ts';
import { proveLedger } from './ledger.ts';
import { proveRotation } from './rotation.ts';
import { proveSecrets } from '../security/webhooks/secrets.ts';
import { proveStopped } from './stopped.ts';

const withInstance = async (prove: (instance: Instance) => Promise<Report>, env = {}) => {
  const instance = await startInstance({ worker: true, env: { ...receiverEnv(), ...env } });
  return prove(instance).finally(() => instance.stop());
};

type Options<Name extends string> = Record<Name | 'seed', number>;

/** Prints the seed before anything can fail. */
const proof =
  <Name extends string>(
    defaults: Record<Name, number>,
    prove: (options: Options<Name>) => Promise<Report>,
  ) =>
  () => {
    const options = readOptions(defaults);
    console.log(`${name}: seed ${options.seed}`);
    return prove(options);
  };

const proofs: Record<string, () => Promise<Report>> = {
  crash: proof({ writes: 10_000, kills: 15, workers: 2 }, (options) =>
    proveCrash({ ...options, withPostgres: true }),
  ),
  jobs: proof({ kills: 15, jobs: 30 }, proveJobs),
  ledger: proof({ events: 20_000, kills: 10 }, proveLedger),
  stopped: proof({ deliveries: 64 }, proveStopped),
  isolation: proof({ due: 5000, good: 99, rounds: 20 }, (options) =>
    withInstance((instance) => proveIsolation(instance, 'hanging', options)),
  ),
  retries: proof({ due: 5000, good: 99, rounds: 20 }, (options) =>
    withInstance((instance) => proveIsolation(instance, 'retries', options), {
      // Long enough for the last to fail before the first is due again.
      RETRY_DELAYS_SECONDS: '40,600,600,600',
    }),
  ),
  hostile: proof({ attempts: 8, refusals: 10_000 }, proveHostile),
  ssrf: proof({ payloads: 130, flips: 1000 }, proveSsrf),
  headers: proof({}, ({ seed }) =>
    withInstance((instance) => proveHeaders(instance, seed), {
      RETRY_DELAYS_SECONDS: '1,600,600,600',
    }),
  ),
  rotation: proof({ deliveries: 10_000, rotations: 20 }, (options) =>
    withInstance((instance) => proveRotation(instance, options)),
  ),
  secrets: proof({ count: 1000 }, proveSecrets),
};

const [name = ''] = process.argv.splice(2, 1);
const prove = proofs[name];
if (!prove) throw new Error(`say which proof: ${Object.keys(proofs).join(', ')}`);
await runProof(name, prove);
process.exit();
