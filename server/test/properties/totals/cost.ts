// Unfolded deltas cost little: a total is read with none and with thousands of them, and the fold itself is measured.
import { incidents } from '../../../src/incidents/index.ts';
import { criteriaOf } from '../../../src/platform/lists/conditions.ts';
import { countingOf, runCounting } from '../../../src/platform/lists/totals.ts';
import type { Instance } from '../../support/harness.ts';

const READS = 50;
/** Above 5,000 a reader folds by itself; see platform/totals.ts. */
const UNFOLDED = 4800;

async function medianMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

export async function costsOf(
  instance: Instance,
  fold: () => Promise<number>,
): Promise<Record<string, number>> {
  const all = { filters: {}, scope: { key: 'all' }, now: new Date() };
  const { list } = incidents.table;
  const counting = countingOf(list, all, criteriaOf(list, all));
  if (!counting) throw new Error('incidents have no total');
  const read = () => runCounting(instance.deps.db, counting);
  const folded = await medianMs(READS, read);
  // Each priority update is two deltas: minus one for the old value, plus one for the new.
  await instance.sql(`
    update incidents set priority = case priority when 'P1' then 'P2' else 'P1' end
    where id in (select id from incidents where deleted_at is null
      order by created_at desc limit ${UNFOLDED / 2})`);
  const unfolded = await medianMs(READS, read);
  const began = performance.now();
  const deltas = await fold();
  const foldMs = performance.now() - began;
  return {
    read_ms_folded: round(folded),
    [`read_ms_${UNFOLDED}_unfolded`]: round(unfolded),
    deltas_in_a_fold: deltas,
    fold_ms: round(foldMs),
  };
}
