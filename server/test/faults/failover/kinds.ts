// The ways in which a primary is lost, or given up.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** Must be longer than `ttl`, after which the key of the primary has expired. */
const WITHOUT_ETCD_MS = 25_000;

interface Kind {
  /** The outage that callers see at most, as p95. */
  goalSeconds: number;
  /** False if the primary must stay. */
  isMoving: boolean;
  /** Returns how to undo it, which is done once another primary is used. */
  strike: (cluster: Cluster) => Promise<() => void | Promise<void>>;
}

const nothing = () => {};

const freeze = async (cluster: Cluster) => {
  const { patroni, etcd } = await cluster.primary();
  const programs = [patroni, etcd];
  for (const one of programs) one.signal('SIGSTOP');
  return () => {
    for (const one of programs) one.signal('SIGCONT');
  };
};

const cut = async (cluster: Cluster) => {
  const { machine } = await cluster.primary();
  machine.cut();
  return () => {
    machine.join();
  };
};

export const kinds: Record<string, Kind> = {
  /** PostgreSQL of the primary is killed with all its processes. */
  killed: {
    goalSeconds: 10,
    isMoving: true,
    strike: async (cluster) => {
      const { patroni } = await cluster.primary();
      patroni.signal('SIGKILL', 'postgres');
      return nothing;
    },
  },
  /** All processes of the primary's machine stop, and go on later. */
  frozen: { goalSeconds: 30, isMoving: true, strike: freeze },
  switchover: {
    goalSeconds: 5,
    isMoving: true,
    strike: async (cluster) => {
      await cluster.switchOver();
      return nothing;
    },
  },
  etcd: {
    goalSeconds: 5,
    isMoving: false,
    strike: async (cluster) => {
      for (const { etcd } of cluster.nodes) await etcd.kill();
      await sleep(WITHOUT_ETCD_MS);
      return () => cluster.startEtcd();
    },
  },
  /** The network of the primary's machine is cut, and joined later. */
  cut: { goalSeconds: 30, isMoving: true, strike: cut },
};
