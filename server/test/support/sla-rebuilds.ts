// Compares the clocks of all open incidents with those that a rebuild of their whole histories gives.
import { isDeepStrictEqual } from 'node:util';
import { compose } from '../../src/feature.ts';
import { features } from '../../src/features.ts';
import { incidents } from '../../src/incidents/incidents.record.ts';
import { transact } from '../../src/platform/postgres/transaction.ts';
import { readSlaDefinitions } from '../../src/platform/runtime/sla-definitions.ts';
import { compiledDefinitions } from '../../src/sla/definitions.ts';
import { rebuildRows } from '../../src/sla/with-clocks.ts';
import { sql } from './harness.ts';
import { processDeps } from './process-deps.ts';

const PAGE = 1000;
const OPEN = sql<boolean>`deleted_at is null and state in ('new', 'in_progress', 'on_hold', 'reopened')`;

/** Selects a row if the clocks of an open incident are not those of the last definitions. */
export const OUTDATED_INCIDENT = `select from incidents where deleted_at is null
  and state in ('new', 'in_progress', 'on_hold', 'reopened')
  and sla_version < (select clocks_version from sla_definitions) limit 1`;

/** Returns how many incidents were compared, and a fault for each that differs. */
export async function compareWithRebuilds(
  databaseUrl: string,
): Promise<{ compared: number; faults: string[] }> {
  compose(features);
  const { deps, close } = processDeps(databaseUrl, 'compare');
  const { sla: record, table } = incidents;
  const faults: string[] = [];
  let [compared, last] = [0, ''];
  for (;;) {
    const rows = await transact(deps, async (tx) => {
      const page = await table.lockWhere(tx, sql<boolean>`id > ${last} and ${OPEN}`, sql`id`, PAGE);
      const definitions = compiledDefinitions(await readSlaDefinitions(tx), await deps.fields());
      const [settings, now] = [await deps.settings(), deps.now()];
      const rebuilt = await rebuildRows(tx, record, page, definitions, settings, () => now);
      for (const [at, row] of page.entries()) {
        const would = rebuilt[at];
        const names = record.columns.filter(
          (column) => !isDeepStrictEqual(row[column], would?.[column]),
        );
        if (names.length > 0)
          faults.push(
            `${row.id} differs from its rebuild in ${names.map((name) => `${name}: ${JSON.stringify(row[name])} and ${JSON.stringify(would?.[name])}`).join()}`,
          );
      }
      return page;
    });
    compared += rows.length;
    last = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) break;
  }
  await close();
  return { compared, faults };
}
