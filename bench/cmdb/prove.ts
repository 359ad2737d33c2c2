// Measures impact and lists of a large CMDB, and compares the impact with a plain search of the graph.
import { type Instance, type Json, startInstance } from '../../server/test/support/harness.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { fillCiIncidents, fillCis, fillRelations } from './fill.ts';
import { measureImpact, measureLists, type Timing } from './measure.ts';

export interface CmdbOptions {
  cis: number;
  relations: number;
  incidents: number;
  /** The lists have this many CIs; 0 skips them. */
  listed: number;
  requests: number;
  depth: number;
  /** The impact of this many CIs is compared. */
  compared: number;
}

const GOALS = { impactP95Ms: 50, listsP99Ms: 30 };

const MAX_SHOWN = 1000;

type Graph = Map<string, string[]>;

/** Maps each CI to its direct dependants, by the rules of the reference and not by the statement of the service. */
async function readGraph(instance: Instance): Promise<Graph> {
  const rows = await instance.sql('select ci_id, type, target from ci_relations');
  const graph: Graph = new Map();
  const add = (from: string, to: string) => graph.set(from, [...(graph.get(from) ?? []), to]);
  for (const { ci_id, type, target } of rows) {
    if (type === 'depends_on' || type === 'runs_on') add(target, ci_id);
    if (type === 'part_of') add(ci_id, target);
  }
  return graph;
}

function expectedDistances(graph: Graph, start: string, depth: number): Map<string, number> {
  const distances = new Map([[start, 0]]);
  let reached = [start];
  for (let distance = 1; distance <= depth; distance += 1) {
    const next = new Set(reached.flatMap((id) => graph.get(id) ?? []));
    reached = [...next].filter((id) => !distances.has(id));
    for (const id of reached) distances.set(id, distance);
  }
  distances.delete(start);
  return distances;
}

function differences(start: string, expected: Map<string, number>, body: Json): string[] {
  const isCut = expected.size > MAX_SHOWN;
  const shown = new Map<string, number>(
    body.dependants.map(({ id, distance }: Json) => [id, distance]),
  );
  const wrong = [...shown].filter(([id, distance]) => expected.get(id) !== distance);
  return [
    ...(body.truncated === isCut ? [] : [`${start}: truncated is ${body.truncated}`]),
    ...(shown.size === Math.min(expected.size, MAX_SHOWN)
      ? []
      : [`${start}: ${shown.size} dependants of ${expected.size}`]),
    ...wrong.map(([id, distance]) => `${start}: ${id} at ${distance}, not ${expected.get(id)}`),
  ];
}

/** Returns every difference between the impact of these CIs and a plain search of the graph. */
export async function compareImpact(
  instance: Instance,
  ids: readonly string[],
  depth: number,
): Promise<string[]> {
  const graph = await readGraph(instance);
  const faults: string[] = [];
  for (const id of ids) {
    const { body } = await instance.call('GET', `/cmdb/cis/${id}/impact?depth=${depth}`);
    faults.push(...differences(id, expectedDistances(graph, id, depth), body));
  }
  return faults;
}

const formatTiming = ({ name, p50, p95, p99 }: Timing): string =>
  `${name}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`;

/** Goals are set only if `isTimed`; the short sizes only compare. */
export async function proveCmdb(options: CmdbOptions, isTimed: boolean): Promise<Report> {
  const { cis, relations, incidents, listed, requests, depth, compared } = options;
  const instance = await startInstance();
  try {
    await fillCis(instance, cis);
    await fillRelations(instance, relations);
    await fillCiIncidents(instance, incidents);
    const drawn = await instance.sql('select id from cis order by random() limit $1', [compared]);
    const ids = drawn.map(({ id }) => id);
    const faults = await compareImpact(instance, ids, depth);
    const impact = await measureImpact(instance, requests, depth);
    const lists = listed > 0 ? await timeLists(listed, requests) : [];
    const slowest = Math.max(0, ...lists.map(({ p99 }) => p99));
    return {
      figures: {
        cis,
        relations,
        compared,
        'impact p50 ms': impact.p50,
        'impact p95 ms': impact.p95,
        listed,
        'worst list p99 ms': slowest,
      },
      faults,
      goals: isTimed
        ? [
            atMost(`impact at depth ${depth}, p95`, impact.p95, GOALS.impactP95Ms, ' ms'),
            atMost('slowest kind of list, p99', slowest, GOALS.listsP99Ms, ' ms'),
          ]
        : [],
      notes: [impact, ...lists].map(formatTiming),
    };
  } finally {
    await instance.stop();
  }
}

async function timeLists(listed: number, requests: number): Promise<Timing[]> {
  const instance = await startInstance();
  try {
    await fillCis(instance, listed);
    return await measureLists(instance, requests);
  } finally {
    await instance.stop();
  }
}
