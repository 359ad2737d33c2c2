import { describe, test } from 'node:test';
import { drawSeed } from '../../support/random.ts';
import { assertNoFaults } from '../../support/report.ts';
import { provePreview } from './preview.ts';
import { proveServed } from './served.ts';
import { proveRotation } from './rotation.ts';
import { type RuleSite, startRuleSite } from './served.site.ts';

/** Open records and active rules of one test would take part in another. */
async function onSite(prove: (site: RuleSite) => Promise<void>): Promise<void> {
  const site = await startRuleSite();
  try {
    await prove(site);
  } finally {
    await site.instance.stop();
  }
}

describe('Rules of an instance', () => {
  test('round robin of concurrent writes gives nobody two records more than another one', (t) =>
    onSite(async ({ ok, instance }) => {
      const sizes = { assignments: 40, clients: 8, people: 3, seed: drawSeed() };
      assertNoFaults(t, await proveRotation({ send: ok, sql: instance.sql }, sizes));
    }));

  test('a preview says what happens when the requests are sent again', (t) =>
    onSite(async (site) => {
      const seed = drawSeed();
      t.diagnostic(`seed ${seed}`);
      assertNoFaults(t, await provePreview(site, { events: 12, rules: 3, past: 0, seed }));
    }));

  test('rules leave in the database exactly the trail of the naive interpreter', (t) =>
    onSite(async (site) => {
      const seed = drawSeed();
      t.diagnostic(`seed ${seed}`);
      assertNoFaults(t, await proveServed(site, { worlds: 6, seed }));
    }));
});
