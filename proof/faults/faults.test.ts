import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Instance, startInstance } from '../../server/test/harness.ts';
import { killRest } from '../../server/test/processes.ts';
import { receiverEnv } from '../../server/test/receivers.ts';
import { drawSeed } from '../support/options.ts';
import { faultLines, figuresLine, type Report } from '../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveIsolation } from './isolation.ts';
import { proveRotation } from './rotation.ts';
import { proveSecrets } from './secrets.ts';

type Context = { diagnostic: (line: string) => void };
const hold = async (t: Context, proof: Promise<Report>) => {
  const report = await proof;
  t.diagnostic(figuresLine(report));
  assert.deepEqual(report.faults, [], faultLines(report));
};
const withDesk = async (t: Context, prove: (desk: Instance) => Promise<Report>, worker = true) => {
  const desk = await startInstance({ worker, env: receiverEnv() });
  await hold(t, prove(desk)).finally(() => desk.stop());
};

after(killRest);

test('an API and a worker that are killed lose nothing and make nothing twice', (t) =>
  hold(t, proveCrash({ writes: 100, kills: 1, withPostgres: false, seed: drawSeed() })));

test('receivers that mean harm cost an attempt its time and no more', (t) =>
  hold(t, proveHostile({ attempts: 1, refusals: 50 })));

test('a receiver verifies every delivery through rotations', (t) =>
  withDesk(t, (desk) => proveRotation(desk, { deliveries: 100, rotations: 3 })));

test('a receiver that hangs does not hold up the others', (t) =>
  withDesk(t, (desk) => proveIsolation(desk, { due: 200, good: 5, rounds: 2 })));

test('no secret is in the dump, and rekey leaves nothing under the old key', (t) =>
  withDesk(t, (desk) => proveSecrets(desk, 20), false));
