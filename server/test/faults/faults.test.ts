// The short form of each proof. Those that mostly wait, for a lease or a heartbeat, run concurrently.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Instance, startInstance } from '../support/harness.ts';
import { killRest } from '../support/processes.ts';
import { receiverEnv } from '../support/receivers.ts';
import { canMakeNetwork, proveSsrf } from '../security/webhooks/ssrf.ts';
import { proveHeaders } from '../security/webhooks/webhook-headers.ts';
import { drawSeed } from '../support/options.ts';
import { faultLines, figuresLine, type Report } from '../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveIsolation } from './isolation.ts';
import { proveJobs } from './jobs.ts';
import { proveLedger } from './ledger.ts';
import { canStartPostgres } from '../support/own-postgres.ts';
import { proveRotation } from './rotation.ts';
import { proveSecrets } from '../security/webhooks/secrets.ts';
import { proveStopped } from './stopped.ts';

type Prove = (seed: number) => Promise<Report>;

const testProof = (name: string, prove: Prove, skip: string | false = false): void => {
  void test(name, { skip }, async (t) => {
    const seed = drawSeed();
    t.diagnostic(`seed ${seed}`);
    const report = await prove(seed);
    t.diagnostic(figuresLine(report));
    assert.deepEqual(report.faults, [], faultLines(report));
  });
};

const SHORT_DELAYS = { RETRY_DELAYS_SECONDS: '0.2,600,600,600' };
const withInstance = async (prove: (instance: Instance) => Promise<Report>) => {
  const instance = await startInstance({
    worker: true,
    env: { ...receiverEnv(), ...SHORT_DELAYS },
  });
  return prove(instance).finally(() => instance.stop());
};

after(killRest);

describe('Processes that are killed, stopped and attacked', { concurrency: true }, () => {
  testProof('API, worker and PostgreSQL, killed, lose nothing and duplicate nothing', (seed) =>
    proveCrash({ writes: 40, kills: 1, workers: 1, withPostgres: canStartPostgres(), seed }),
  );
  testProof('the jobs of a killed worker are done by another', (seed) =>
    proveJobs({ kills: 1, jobs: 12, seed }),
  );
  testProof('a relaying worker may be killed: one delivery for each match, in order', (seed) =>
    proveLedger({ events: 140, kills: 1, seed }),
  );
  testProof('a worker suspended past its lease changes nothing', (seed) =>
    proveStopped({ deliveries: 16, seed }),
  );
  testProof(
    'no secret is in dump, jobs or logs, and rekey leaves nothing under the old key',
    (seed) => proveSecrets({ count: 20, seed }),
  );
  testProof(
    'no webhook reaches a non-public address, whatever its URL says or resolves to',
    (seed) => proveSsrf({ payloads: 12, flips: 10, seed }),
    canMakeNetwork() ? false : 'needs its own network namespace: root, unshare and ip',
  );
});

describe('Limits of receivers and owners', () => {
  testProof('hostile receivers cost an attempt its time and no more', (seed) =>
    proveHostile({ attempts: 1, refusals: 300, seed }),
  );
  testProof('a receiver verifies every delivery through rotations', (seed) =>
    withInstance((instance) => proveRotation(instance, { deliveries: 100, rotations: 3, seed })),
  );
  testProof('a receiver that hangs does not delay the others', (seed) =>
    withInstance((instance) =>
      proveIsolation(instance, 'hanging', { due: 200, good: 5, rounds: 2, seed }),
    ),
  );
  testProof('retries that are due at once do not delay the others', (seed) =>
    withInstance((instance) =>
      proveIsolation(instance, 'retries', { due: 100, good: 5, rounds: 2, seed }),
    ),
  );
  testProof('owners cannot set reserved headers, and each is on the wire once', (seed) =>
    withInstance((instance) => proveHeaders(instance, seed)),
  );
});
