// Each process opens at most these connections to PostgreSQL. server/test/doctor.test.ts counts them.

import type { connectionNames } from '../platform/postgres/login.ts';
import { JOB_CONNECTIONS } from '../platform/background/jobs.ts';

type Purpose = Exclude<keyof typeof connectionNames, 'pool'>;

/** The pool comes on top of these. `api` listens while an event stream is open; maintenance connects only while it runs. */
const BESIDE_POOL: Record<'api' | 'auth' | 'worker' | 'start', Record<Purpose, number>> = {
  api: { health: 1, maintenance: 0, jobs: 0, listen: 1 },
  auth: { health: 1, maintenance: 0, jobs: 0, listen: 0 },
  worker: { health: 1, maintenance: 2, jobs: JOB_CONNECTIONS, listen: 1 },
  start: { health: 1, maintenance: 2, jobs: JOB_CONNECTIONS, listen: 1 },
};

export type ConnectingCommand = keyof typeof BESIDE_POOL;

export const besidePool = (command: ConnectingCommand): Record<Purpose, number> =>
  BESIDE_POOL[command];

export const connectionsOf = (command: ConnectingCommand, pool: number): number =>
  Object.values(BESIDE_POOL[command]).reduce((sum, one) => sum + one, pool);
