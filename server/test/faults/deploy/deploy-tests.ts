// The tests deploy the service as an operator does: the image, restarts, upgrades and faults of the machine.
import { killRest } from '../../support/processes.ts';
import { type ScaledTest, defineTest } from '../../support/scaled-tests.ts';
import { canStartGateway, NO_GATEWAY } from '../../support/gateway.ts';
import { canStartPostgres } from '../../support/own-postgres.ts';
import { canStartValkey } from '../../support/own-valkey.ts';
import { proveAlerts } from './alerts.ts';
import { canFakeTime, proveClock } from './clock.ts';
import { proveCompose } from './compose.ts';
import { proveDiskFull, proveHung } from './database-faults.ts';
import { proveImage } from './image.ts';
import { canRunPrometheus } from './prometheus.ts';
import { proveRolling } from './rolling.ts';
import { proveSecretRotation } from './secret-rotation.ts';
import { proveSideBySide } from '../upgrade/side-by-side.ts';

const needsRoot = (): string | false =>
  process.getuid?.() !== 0 && 'running a process as another user needs root';

export const deployTests = {
  image: defineTest({
    promise:
      'the image is at most 300 MB as pulled, its files run README as another user, and the processes stop without a failed request',
    long: { rate: 100, seconds: 10 },
    skip: needsRoot,
    run: (sizes) => proveImage(sizes).finally(killRest),
  }),
  rolling: defineTest({
    promise: 'rolling restarts behind the shipped gateway fail no request',
    long: { restarts: 50, rate: 300 },
    skip: () => !canStartGateway() && NO_GATEWAY,
    run: (sizes) => proveRolling(sizes).finally(killRest),
  }),
  compose: defineTest({
    promise:
      'the processes of the compose file start behind the shipped gateway, and a person signs in',
    short: { apis: 1, workers: 0 },
    long: { apis: 2, workers: 2 },
    skip: () =>
      (!canStartGateway() && NO_GATEWAY) || (!canStartValkey() && 'Valkey is not installed'),
    run: (sizes) => proveCompose(sizes).finally(killRest),
  }),
  'secret-rotation': defineTest({
    promise: 'no request fails while the encryption key and the database password are rotated',
    long: { rate: 50 },
    run: (sizes) => proveSecretRotation(sizes).finally(killRest),
  }),
  'database-hung': defineTest({
    promise:
      'while the database hangs, requests get a clear 503, no acknowledged write is lost, and the service recovers within 10 s',
    long: { rounds: 5, seconds: 20, rate: 100 },
    skip: () => !canStartPostgres() && 'no PostgreSQL server can be started here',
    run: (sizes) => proveHung(sizes).finally(killRest),
  }),
  'disk-full': defineTest({
    promise:
      'while the disk of the database is full, requests get a clear 503 and no acknowledged write is lost',
    long: { rounds: 3, seconds: 15, rate: 100, megabytes: 320 },
    skip: () => needsRoot() || (!canStartPostgres() && 'no PostgreSQL server can be started here'),
    run: (sizes) => proveDiskFull(sizes).finally(killRest),
  }),
  'side-by-side': defineTest({
    promise:
      'this release and the next one serve one database: no request fails, events and deliveries are exact',
    long: { rate: 200, seconds: 120 },
    run: (sizes) => proveSideBySide(sizes).finally(killRest),
  }),
  clock: defineTest({
    promise:
      'setting clocks ten minutes ahead, back and behind fails no request and loses no event',
    long: { seconds: 20, rate: 50 },
    skip: () => !canFakeTime() && 'libfaketime is not installed',
    run: (sizes) => proveClock(sizes).finally(killRest),
  }),
  alerts: defineTest({
    promise: 'a real Prometheus with the shipped rules alerts on planted faults, and not before',
    long: { silentSeconds: 60 },
    skip: () =>
      (!canRunPrometheus() && 'Prometheus is not installed') ||
      (!canStartPostgres() && 'no PostgreSQL server can be started here') ||
      (!canStartValkey() && 'Valkey is not installed'),
    run: (sizes) => proveAlerts(sizes).finally(killRest),
  }),
} satisfies Record<string, ScaledTest>;
