// A client that pages to the end of a changing list has seen every unchanged record exactly once.
import { type Instance, startInstance } from '../../support/harness.ts';
import { countEntries, churn } from '../../support/churn.ts';
import { fillIncidents } from '../../support/fill.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { tryForgeries } from './cursors.ts';
import {
  describePlan,
  everything,
  faultsOf,
  narrowings,
  type Plan,
  scan,
  sortModels,
  sorts,
  versionsOf,
} from './scan.ts';

export interface ListOptions {
  records: number;
  /** Each sort has as many full scans; one in `FILTERED_EVERY` is followed by a filtered one. */
  scans: number;
  writers: number;
  seed: number;
}

const DAYS = 10;
const FILTERED_EVERY = 4;
const CHANGING_SHARE = 0.3;
/** The pause leaves CPU time for the scans: 8 writers then make a few hundred writes a second. */
const WRITER_PAUSE_MS = 10;

function plansOf({ scans, seed }: ListOptions): Plan[] {
  const random = randomFrom(seed);
  const since = new Date(Date.now() - (DAYS / 2) * 86_400_000).toISOString();
  const filters = narrowings(since);
  return Array.from({ length: scans }, (_, index) =>
    sorts.flatMap((sort): Plan[] => {
      const order = index % 2 === 0 ? 'desc' : 'asc';
      const full: Plan = { ...everything, sort, order, limit: 200 };
      const filtered: Plan = {
        ...random.pick(filters),
        sort,
        order,
        limit: 37 + random.below(164),
      };
      return index % FILTERED_EVERY === 0 ? [full, filtered] : [full];
    }),
  ).flat();
}

/** Checks that a scan without concurrent writes equals the table in its order. */
async function faultsAtRest(instance: Instance, plan: Plan): Promise<string[]> {
  const { sort, order, where } = plan;
  const rows = await instance.sql(
    `select id from incidents where deleted_at is null and ${where} order by ${sortModels[sort].sql} ${order} nulls last, id ${order}`,
  );
  const { items } = await scan(instance, plan);
  const isSame =
    items.length === rows.length && items.every(({ id }, index) => id === rows[index].id);
  return isSame ? [] : [`${describePlan(plan)}: at rest, the scan is not the table in its order`];
}

export async function proveLists(options: ListOptions): Promise<Report> {
  const { records, writers, seed } = options;
  const instance = await startInstance({ pool: writers + 4 });
  const faults: string[] = [];
  const figures = { scans: 0, pages: 0, seen: 0, changed_during_scans: 0 };
  try {
    await fillIncidents(instance, records, DAYS);
    const ids = await instance.sql('select id from incidents order by random()');
    const changing = ids.slice(0, records * CHANGING_SHARE).map(({ id }) => id);
    const writing = churn(instance, {
      seed,
      writers,
      ids: changing,
      maxWrites: Infinity,
      pauseMs: WRITER_PAUSE_MS,
    });
    const plans = plansOf(options);
    for (const plan of plans) {
      const before = await versionsOf(instance, plan);
      const { items, pages } = await scan(instance, plan);
      const after = await versionsOf(instance, plan);
      faults.push(...faultsOf(plan, items, before, after));
      figures.scans += 1;
      figures.pages += pages;
      figures.seen += items.length;
      figures.changed_during_scans += [...before].filter(([id, v]) => after.get(id) !== v).length;
    }
    await writing.stop();
    for (const sort of sorts)
      for (const order of ['asc', 'desc'] as const)
        faults.push(...(await faultsAtRest(instance, { ...everything, sort, order, limit: 200 })));
    const { tried, faults: accepted } = await tryForgeries(instance, seed);
    faults.push(...accepted);
    return {
      figures: {
        seed,
        records,
        writes: writing.writes(),
        changes: await countEntries(instance),
        ...figures,
        forged_cursors: tried,
        faults: faults.length,
      },
      faults,
    };
  } finally {
    await instance.stop();
  }
}
