// Nobody takes over an account by a link to choose a password.
import type { Report } from '../../../support/report.ts';
import { attacks } from './account-links.attacks.ts';
import { openWorld } from './account-links.world.ts';

/** The issue asks for this many at least. */
const MIN_ATTACKS = 20;

/** Tries every nth attack. */
export async function proveAccountLinks(every: number): Promise<Report> {
  const world = await openWorld();
  const faults: string[] = [];
  const chosen = Object.entries(attacks).filter((_, n) => n % every === 0);
  try {
    for (const [name, attack] of chosen) {
      // An attack that breaks off has shown nothing.
      const hasSucceeded = await attack(world).catch((error: Error) => error);
      if (hasSucceeded instanceof Error) faults.push(`${name}: ${hasSucceeded.message}`);
      else if (hasSucceeded) faults.push(`succeeded: ${name}`);
    }
  } finally {
    await world.stop();
  }
  const succeeded = faults.filter((fault) => fault.startsWith('succeeded')).length;
  const figures = { attacks: chosen.length, succeeded };
  if (every === 1 && chosen.length < MIN_ATTACKS) faults.push('there are too few attacks');
  return { figures, faults };
}
