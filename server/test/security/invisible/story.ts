// The story is of links, participants, watching, mentions, notes and merging. Its steps are the same at both sides, but for
// what the viewers may not see.
import type { Json } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';
import type { Side } from './side.ts';

/** Requesters and agents may not see different things, so each kind of viewer has a story. */
export type Kind = 'requesters' | 'agents';

export interface Scene {
  /** These records are read by the viewers. */
  shown: { incident: string; duplicate: string; request: string };
  /** Requesters do not read these. */
  hidden: { first: string; second: string; change: string; ci: string; article: string };
  /** The word of each step that has one, at this side. */
  words: string[];
}

async function createScene(side: Side, random: Random, kind: Kind): Promise<Scene> {
  const incident = async (by: 'anna' | 'ben' | 'hana', short_description: string) =>
    (await side.must('POST', '/incidents', by, { short_description })).id as string;
  const words: string[] = [];
  const drawTitle = () => {
    if (kind === 'agents') return `The printer ${random.below(1e9)} is slow`;
    words.push(side.drawWord(random));
    return words.at(-1) ?? '';
  };
  const create = async (path: string, body: Json) =>
    (await side.must('POST', path, 'luca', body)).id as string;
  const shown = {
    incident: await incident('anna', 'Mail is slow'),
    duplicate: await incident('ben', 'No mail since nine'),
    request: (await side.must('POST', '/requests', 'anna', { short_description: 'A phone' })).id,
  };
  const hidden = {
    first: await incident('hana', drawTitle()),
    second: await incident('hana', drawTitle()),
    change: await create('/changes', { short_description: drawTitle() }),
    ci: await create('/cmdb/cis', { name: drawTitle(), class: 'server' }),
    article: await create('/knowledge/articles', { title: drawTitle(), body: 'x' }),
  };
  for (const name of ['anna', 'nora'] as const) {
    await side.must('POST', `/incidents/${shown.incident}/watch`, name);
    await side.must('POST', `/requests/${shown.request}/watch`, name);
  }
  return { shown, hidden, words };
}

type Step = (side: Side, scene: Scene, random: Random) => Promise<unknown>;

const pathOf = ({ shown }: Scene, { pick }: Random): string =>
  pick([
    `/incidents/${shown.incident}`,
    `/incidents/${shown.duplicate}`,
    `/requests/${shown.request}`,
  ]);

const pathOfWatched = ({ shown }: Scene, { pick }: Random): string =>
  pick([`/incidents/${shown.incident}`, `/requests/${shown.request}`]);

const note = (
  side: Side,
  path: string,
  by: 'gil' | 'luca' | 'mona' | 'hana' | 'anna',
  body: Json,
) => side.must('POST', `${path}/notes`, by, body);

const drawInto = (side: Side, { words }: Scene, random: Random): string => {
  const word = side.drawWord(random);
  words.push(word);
  return word;
};

/** Everybody may see these. */
const shownSteps: Step[] = [
  (side, scene, random) =>
    note(side, pathOf(scene, random), 'luca', { body: 'We look into it.', visibility: 'public' }),
  (side, { shown }) =>
    note(side, `/incidents/${shown.incident}`, 'luca', {
      body: '@anna@example.com, does it work?',
      visibility: 'public',
    }),
  (side, scene, random) =>
    side.must('PATCH', `/incidents/${scene.shown.incident}`, 'luca', {
      category: random.pick(['mail', 'network', 'disk']),
    }),
  async (side, { shown }) => {
    const { body } = await side.call('GET', `/incidents/${shown.incident}`, 'luca');
    const state = body.allowed_transitions.find((one: string) => one !== 'cancelled');
    if (state) await side.must('PATCH', `/incidents/${shown.incident}`, 'luca', { state });
  },
];

/** Requesters may see none of these. */
const hiddenFromRequesters: Step[] = [
  // Whether the probe may read the record, and becomes a watcher, is hidden from the author.
  (side, { shown }) =>
    note(side, `/incidents/${shown.incident}`, 'anna', {
      body: '@probe@example.com, @Probe Doe and @Mona Doe know it.',
      visibility: 'public',
    }),
  (side, scene, random) =>
    note(side, pathOf(scene, random), 'luca', {
      body: `${drawInto(side, scene, random)} @${side.swap('xenia', 'yuri')}@example.com`,
    }),
  (side, scene, random) =>
    note(side, pathOf(scene, random), 'luca', {
      body: `${drawInto(side, scene, random)} ${side.swap('@zoe@example.com @anna@example.com', 'nobody')}`,
    }),
  (side, scene, random) =>
    note(side, pathOf(scene, random), 'mona', {
      body: `${drawInto(side, scene, random)} ${side.swap('@nora@example.com', '@mona')}`,
      visibility: 'private',
    }),
  async (side, scene, random) => {
    const path = `${pathOf(scene, random)}/participants`;
    const { participants } = (await side.call('GET', path, 'luca')).body;
    // The side that had the one watcher gets the other one, so that both have a new version each time.
    const isWatching = (name: string) =>
      participants.some(({ email, kind }: Json) => kind === 'watcher' && email.startsWith(name));
    const others = participants.filter(({ kind }: Json) => kind === 'cc');
    const people = side.swap(['xenia', 'gil'], ['yuri', 'luca']);
    const added = people.find((name) => !isWatching(name)) ?? people[0];
    await side.must('PUT', path, 'luca', {
      participants: [...others, { email: `${added}@example.com`, kind: 'watcher' }],
    });
  },
  async (side, scene, random) => {
    const path = `${pathOf(scene, random)}/watch`;
    const name = side.swap('xenia', 'yuri');
    await side.must('DELETE', path, name);
    await side.must('POST', path, name);
  },
  async (side, scene, random) => {
    const { first, second, change, ci, article } = scene.hidden;
    const id = side.swap(random.pick([first, change]), random.pick([second, ci, article]));
    const kind = side.swap('caused_by', 'child_of');
    await side.call('POST', `${pathOf(scene, random)}/links`, 'luca', { kind, record: { id } });
  },
  async (side, { hidden, shown }) => {
    const [one, other] = side.swap([hidden.first, hidden.second], [hidden.second, hidden.first]);
    await side.call('POST', `/incidents/${other}/unmerge`, 'luca');
    const body = { into: shown.incident, note: 'The same trouble.' };
    await side.call('POST', `/incidents/${one}/merge`, 'luca', body);
  },
  (side, scene, random) =>
    note(side, `/incidents/${scene.hidden.first}`, 'hana', {
      body: drawInto(side, scene, random),
      visibility: 'public',
    }),
  (side, scene, random) =>
    note(side, `/incidents/${scene.hidden.second}`, 'luca', {
      body: `${drawInto(side, scene, random)} @xenia@example.com`,
    }),
];

/** Agents may see none of these. Nora watches the records already, so that no watcher is added. */
const hiddenFromAgents: Step[] = [
  (side, scene, random) =>
    note(side, pathOfWatched(scene, random), 'mona', {
      body: `${drawInto(side, scene, random)} ${side.swap('@nora@example.com', '@nobody')}`,
      visibility: 'private',
    }),
  (side, scene, random) =>
    note(side, `/changes/${scene.hidden.change}`, 'mona', {
      body: `${drawInto(side, scene, random)} ${side.swap('@gil@example.com', '')}`,
      visibility: 'private',
    }),
];

const hiddenSteps: Record<Kind, Step[]> = {
  requesters: hiddenFromRequesters,
  agents: hiddenFromAgents,
};

/** The last write gives the shown incidents this title. */
export const LAST = 'The end';

/** Every story begins with each step once. Both sides draw the same numbers. */
export async function play(side: Side, random: Random, kind: Kind, steps: number): Promise<Scene> {
  const scene = await createScene(side, random, kind);
  const all = [...shownSteps, ...hiddenSteps[kind]];
  const order = random.shuffle(all.keys().toArray());
  while (order.length < steps) order.push(random.below(all.length));
  for (const index of order) {
    // The job of a step sees no later one, as a state that the record has left is no news.
    await all[index]?.(side, scene, random);
    await side.settle();
  }
  for (const id of [scene.shown.duplicate, scene.shown.incident])
    await side.must('PATCH', `/incidents/${id}`, 'luca', { short_description: LAST });
  return scene;
}
