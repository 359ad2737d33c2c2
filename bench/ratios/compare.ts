// Measures both sides alternately, each with the number of connections that suits it best.
import { measureCpu, type Usage } from './cpu.ts';
import type { BenchInstance } from './bench-instance.ts';
import { runPgbench, type Script } from './pgbench.ts';
import type { Round } from './round.ts';
import type { Subject } from './subjects.ts';
import { runWrk } from './wrk.ts';

export interface Plan {
  records: number;
  rounds: number;
  seconds: number;
  /** Requests are sent for this many seconds before the first measurement: V8 compiles hot functions for some twenty. */
  warmUp: number;
  /** Each side tries these before the rounds and then uses its best. */
  connections: readonly number[];
  seed: number;
}

type Side = (connections: number, seconds: number) => Promise<Round>;

export interface Measurement {
  round: Round;
  usage: Usage;
}

export interface Comparison {
  subject: Subject;
  connections: { service: number; pgbench: number };
  service: Measurement[];
  pgbench: Measurement[];
  /** Each pair of rounds has one ratio. */
  ratios: number[];
  failed: number;
}

const TRIAL_SECONDS = 3;

async function bestOf(side: Side, connections: readonly number[], seconds: number) {
  if (connections.length === 1) return connections[0] ?? 1;
  const trials: { count: number; perSecond: number }[] = [];
  for (const count of connections) {
    const { perSecond } = await side(count, seconds);
    trials.push({ count, perSecond });
  }
  return trials.toSorted((a, b) => b.perSecond - a.perSecond)[0]?.count ?? 1;
}

export async function compare(
  instance: BenchInstance,
  subject: Subject,
  script: Script,
  plan: Plan,
): Promise<Comparison> {
  const target = { ...instance, records: plan.records, seed: plan.seed };
  const sides: { service: Side; pgbench: Side } = {
    service: (connections, seconds) => runWrk(target, subject.requests, connections, seconds),
    pgbench: (clients, seconds) => runPgbench(instance.databaseUrl, script, clients, seconds),
  };
  if (plan.warmUp > 0) await sides.service(plan.connections[0] ?? 1, plan.warmUp);
  const trialSeconds = Math.min(TRIAL_SECONDS, plan.seconds);
  const connections = {
    service: await bestOf(sides.service, plan.connections, trialSeconds),
    pgbench: await bestOf(sides.pgbench, plan.connections, trialSeconds),
  };
  const measured: { service: Measurement[]; pgbench: Measurement[] } = { service: [], pgbench: [] };
  for (let n = 0; n < plan.rounds; n += 1) {
    for (const side of ['service', 'pgbench'] as const) {
      await instance.waitUntilSettled();
      const { result: round, usage } = await measureCpu(instance.processes, () =>
        sides[side](connections[side], plan.seconds),
      );
      measured[side].push({ round, usage });
    }
  }
  const { service, pgbench } = measured;
  return {
    subject,
    connections,
    ...measured,
    ratios: service.map(
      ({ round }, n) => round.perSecond / (pgbench[n]?.round.perSecond ?? Number.NaN),
    ),
    failed: [...service, ...pgbench].reduce((sum, { round }) => sum + round.failed, 0),
  };
}
