// Runs the attacks on signing in at identity providers one after another on one instance.
import type { Report } from '../../../support/report.ts';
import { attacks } from './attacks.cases.ts';
import { OWN, SIGNED_IN, World } from './world.ts';

const visibleText = (page: string): string =>
  page
    .replaceAll(/<style>.*?<\/style>|<svg.*?<\/svg>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

export async function proveExternalSignIn(
  every: number,
  { isShort }: { isShort: boolean },
): Promise<Report> {
  const world = await World.open();
  const faults: string[] = [];
  const chosen = Object.entries(attacks).filter(
    ([, { isSlow }], at) => at % every === 0 && !(isSlow && isShort),
  );
  let succeeded = 0;
  try {
    // The scripted provider signs people in where nothing is wrong, so the attacks fail for their own reasons.
    const control = await world.tryWith({}, OWN);
    if (control !== SIGNED_IN) faults.push(`an honest sign-in: ${visibleText(control)}`);
    for (const [name, { refused, run }] of chosen) {
      const page = await run(world).catch((error: Error) => `error: ${error.message}`);
      if (page === SIGNED_IN) succeeded += 1;
      if (!refused.test(page)) faults.push(`${name}: ${visibleText(page)}`);
    }
  } finally {
    await world.close();
  }
  return { figures: { attacks: chosen.length, succeeded }, faults };
}
