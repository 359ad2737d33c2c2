// The test swaps what a viewer may not see: two instances differ in hidden notes, mentions, watchers, links and duplicates. All
// routes, the event stream and the mails must be the same for the viewer at both.
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { readAll, readTimelines } from './reading.ts';
import { type Name, Side } from './side.ts';
import { type Kind, play, type Scene } from './story.ts';

const viewersOf: Record<Kind, readonly Name[]> = {
  requesters: ['anna', 'ben'],
  agents: ['gil'],
};

/** Managers read everything: if they see no word of their side, nothing was swapped. */
const ALL_SEEING: Name = 'nora';

type Sizes = Record<'rounds' | 'steps' | 'seed', number>;

const MAX_SHOWN = 400;
/** A search by each of the words takes a request. */
const MAX_WORDS = 8;

/** Shows where two texts begin to differ. */
function differenceOf(first: string, second: string): string {
  let at = 0;
  while (first[at] === second[at]) at += 1;
  const from = Math.max(0, at - 100);
  const [one, other] = [first, second].map((text) => text.slice(from, from + MAX_SHOWN));
  return `${one}\nat the other side\n${other}`;
}

interface Compared {
  comparisons: number;
  differences: string[];
}

/** Compares what one viewer reads at both sides. */
async function compareAs(
  name: Name,
  sides: readonly Side[],
  scenes: readonly Scene[],
): Promise<Compared> {
  const words = scenes.flatMap((scene) => scene.words).slice(0, MAX_WORDS);
  const [first = [], second = []] = await Promise.all(
    sides.map((side, n) => readAll(side, name, scenes[n] as Scene, words)),
  );
  const differences = first.flatMap(({ what, text }, n) => {
    const other = second[n]?.text ?? '';
    return text === other ? [] : [`${what}: ${differenceOf(text, other)}`];
  });
  return { comparisons: first.length, differences };
}

async function compareStories(
  kind: Kind,
  { rounds, steps, seed }: Sizes,
): Promise<{ comparisons: number; mails: number; events: number; faults: string[] }> {
  const sides = await Promise.all([Side.open(0), Side.open(1)]);
  const viewers = viewersOf[kind];
  const faults: string[] = [];
  let comparisons = 0;
  try {
    for (const side of sides) {
      await side.addProbe();
      for (const name of viewers) await side.follow(name);
    }
    for (let round = 0; round < rounds; round += 1) {
      const scenes = await Promise.all(
        sides.map((side) => play(side, randomFrom(seed + round), kind, steps)),
      );
      for (const name of viewers) {
        const compared = await compareAs(name, sides, scenes);
        comparisons += compared.comparisons;
        faults.push(...compared.differences);
      }
      const timelines = await Promise.all(
        sides.map((side, n) => readTimelines(side, ALL_SEEING, scenes[n] as Scene)),
      );
      const isSwapped = timelines.every((text, n) =>
        scenes[n]?.words.some((word) => text.includes(word)),
      );
      if (!isSwapped) faults.push(`a manager does not see the words of round ${round}`);
    }
    const sum = (of: (side: Side) => number) => sides.reduce((all, side) => all + of(side), 0);
    return {
      comparisons,
      mails: sum(({ mailbox }) => mailbox.delivered.length),
      events: sum(({ streams }) => [...streams.values()].flatMap(({ events }) => events).length),
      faults,
    };
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

export async function proveInvisible(sizes: Sizes): Promise<Report> {
  const ofRequesters = await compareStories('requesters', sizes);
  const ofAgents = await compareStories('agents', sizes);
  const faults = [...ofRequesters.faults, ...ofAgents.faults];
  return {
    figures: {
      rounds: sizes.rounds,
      steps: sizes.steps,
      comparisons: ofRequesters.comparisons + ofAgents.comparisons,
      mails: ofRequesters.mails + ofAgents.mails,
      events: ofRequesters.events + ofAgents.events,
      differences: faults.length,
      seed: sizes.seed,
    },
    faults,
  };
}
