// A process runs some of these parts. Each loads its modules when it starts, and returns a function that stops it.
import type { Deps } from '../platform/runtime/deps.ts';
import { version } from '../version.ts';
import type { PortName } from './ports.ts';

/**
 * Node's default of 511 overflows when 2,000 clients connect while the event loop is blocked briefly; they would retry
 * after a second.
 */
const BACKLOG = 4096;

/** Connections stay open a little longer while a gateway drains the process. */
export type StopPart = (isDraining: boolean) => unknown;

interface Part {
  start: (deps: Deps) => Promise<StopPart>;
  /** The other parts do not listen. */
  port?: PortName;
  /** Load balancers send requests to such a part while `/readyz` succeeds. */
  servesRequests?: boolean;
}

export type PartName = 'api' | 'lmtp' | 'auth' | 'worker' | 'metrics' | 'lateness' | 'database';

export const parts: Record<PartName, Part> = {
  api: {
    port: 'PORT',
    servesRequests: true,
    start: async (deps) => {
      const { buildApp, stopListening } = await import('../app.ts');
      const app = await buildApp(deps);
      // Connects to Valkey before the first request needs it.
      await deps.limits.areShared();
      await app.listen({ port: deps.config.PORT, host: deps.config.BIND, backlog: BACKLOG });
      return async (isDraining) => {
        if (isDraining) await stopListening(app.server);
        await app.close();
      };
    },
  },
  /** Stores mail, which the worker processes. Without `LMTP_LISTEN` it does nothing. */
  lmtp: {
    start: async (deps) => {
      if (!deps.config.LMTP_LISTEN) return () => {};
      const { startLmtp } = await import('../mail/index.ts');
      const listener = await startLmtp(deps);
      return () => listener?.stop();
    },
  },
  auth: {
    port: 'AUTH_PORT',
    servesRequests: true,
    start: async (deps) => {
      const { bootstrap, startAuth } = await import('../identity/index.ts');
      return (await startAuth(deps, () => bootstrap(deps))).stop;
    },
  },
  worker: {
    start: async (deps) => {
      const { startWorker } = await import('../worker.ts');
      return (await startWorker(deps)).stop;
    },
  },
  metrics: {
    port: 'METRICS_PORT',
    start: async (deps) => {
      const { METRICS_PORT, BIND } = deps.config;
      const { setBuildInfo, startMetrics } = await import('../platform/runtime/metrics.ts');
      setBuildInfo(version, process.argv[2] ?? 'start');
      const { readiness } = await import('../platform/runtime/health.ts');
      const server = await startMetrics(METRICS_PORT, BIND, () => readiness(deps));
      return () => server.close();
    },
  },
  /** Measures how late background work is, for which it loads every feature. */
  lateness: {
    start: async (deps) => {
      const { lateness, measureAtScrape } = await import('../monitoring/index.ts');
      const { features } = await import('../features.ts');
      const { tableOf } = await import('../feature.ts');
      const kinds = { ...tableOf(features, 'tasks'), ...tableOf(features, 'jobs') };
      return measureAtScrape(deps, lateness(deps, Object.keys(kinds)));
    },
  },
  /** An embedded database has no standbys, archive or other clients to measure. */
  database: {
    start: async (deps) => {
      const { databaseState, measureAtScrape } = await import('../monitoring/index.ts');
      return measureAtScrape(deps, deps.sharesBackend ? [] : databaseState);
    },
  },
};
