// Opener and requester of incidents and addresses of people change while several people read: each sees their own, and nothing else, at once.
import { openWorld } from '../../support/records.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { moveTo, newMover } from './movers.ts';
import { OwnIncidents } from './own-incidents.ts';
import { OwnReads } from './own-reads.ts';
import { OwnStreams } from './own-streams.ts';

const PEOPLE = 3;
/** A person has at most 16 former addresses. */
const MAX_MOVES = 16;

export async function proveOwnRule({
  writes,
  seed,
}: Record<'writes' | 'seed', number>): Promise<Report> {
  const world = await openWorld();
  const random = randomFrom(seed);
  const streams: OwnStreams[] = [];
  let moves = 0;
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newMover(world)));
    const incidents = new OwnIncidents(world, people, await world.person('agent'), random);
    // Each has its own random numbers, so that a seed repeats the run although all read at once.
    const readers = people.map((person, n) => ({
      person,
      reads: new OwnReads(world, randomFrom(seed + n + 1)),
    }));
    const open = await OwnStreams.open(world.instance, people);
    streams.push(open);
    for (let n = 0; n < writes; n += 1) {
      if (n === 1 || (random.chance(0.02) && moves < MAX_MOVES)) {
        const person = random.pick(people);
        await moveTo(world, person);
        await open.reopen(person);
        moves += 1;
      }
      const row = await incidents.write();
      await open.follow(row);
      const changed = [...new Set([row, random.pick(incidents.rows)])];
      const checks = readers.map(({ person, reads }) =>
        reads.check(person, people, incidents.rows, changed),
      );
      await Promise.all(checks);
    }
    // An event that a stream sends too late would be after those of these incidents.
    for (let n = 0; n < PEOPLE; n += 1) await open.follow(await incidents.create());
    const faults = [...readers.flatMap(({ reads }) => reads.faults), ...open.findLeaks()];
    return {
      figures: {
        writes,
        moves,
        incidents: incidents.rows.length,
        comparisons: readers.reduce((sum, { reads }) => sum + reads.comparisons, 0),
        differences: faults.length,
        seed,
      },
      faults,
    };
  } finally {
    for (const one of streams) one.close();
    await world.instance.stop();
  }
}
