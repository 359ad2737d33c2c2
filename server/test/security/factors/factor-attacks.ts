// Runs the attacks on the second factor one after another on one instance.
import type { Report } from '../../support/report.ts';
import { bypasses } from './bypass.ts';
import { managing } from './manage.ts';
import { passkeyAttacks } from './passkey-attacks.ts';
import { openWorld } from './world.ts';

const attacks = Object.entries({ ...bypasses, ...managing, ...passkeyAttacks });

/** Runs every nth attack. */
export async function proveFactors(every: number): Promise<Report> {
  const world = await openWorld();
  const faults: string[] = [];
  const chosen = attacks.filter((_, at) => at % every === 0);
  let succeeded = 0;
  try {
    for (const [name, attack] of chosen) {
      // The buckets of the address are full again.
      world.clock.forward(120);
      try {
        if (!(await attack(world))) continue;
        succeeded += 1;
        faults.push(`succeeded: ${name}`);
      } catch (error) {
        faults.push(`broke off: ${name}: ${String(error)}`);
      }
    }
  } finally {
    await world.instance.stop();
  }
  return { figures: { attacks: chosen.length, succeeded }, faults };
}
