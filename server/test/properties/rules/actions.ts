// Draws actions of every kind; some cannot apply.
import type { Random } from '../../support/random.ts';
import { anybody, anyGroup, drawFields } from './world.ts';

type Draw = (random: Random) => object;

const drawSome = (random: Random, values: readonly string[]): string[] => {
  const some = values.filter(() => random.chance(0.4));
  return some.length > 0 ? some : [random.pick(values)];
};

const drawAssign: Draw = (random) => {
  const to = random.pick(['person', 'group', 'round_robin', 'least_open']);
  const hasGroup = to !== 'person' || random.chance(0.5);
  return {
    to,
    ...(hasGroup && { group: random.pick(anyGroup) }),
    ...(to === 'person' && { person: random.pick(anybody) }),
  };
};

const draws: Readonly<Record<string, Draw>> = {
  set: (random) => drawFields(random, 3),
  assign: drawAssign,
  add_note: (random) => ({
    visibility: random.pick(['team', 'public']),
    text: random.pick(['See {{ category }}', 'Checked']),
  }),
  notify: (random) => ({ users: drawSome(random, anybody), text: 'Look' }),
  mail: (random) => ({
    to: drawSome(random, ['requester', 'assignee', 'ann@example.com']),
    template: { subject: 'About {{ id }}', text: 'It is {{ state }}' },
  }),
  add_watcher: (random) => ({ users: drawSome(random, anybody) }),
  apply_macro: (random) => ({ macro_id: random.pick(['mac_0', 'mac_1', 'mac_gone']) }),
};

/** Most actions set fields, because these are what later rules see. */
const kinds = ['set', 'set', 'set', 'assign', 'assign', ...Object.keys(draws)];

export function drawActions(random: Random, { isMacro }: { isMacro: boolean }): object[] {
  // Some write so many notes that there is no room for more.
  if (random.chance(isMacro ? 0.15 : 0.03))
    return Array.from({ length: 10 }, () => ({ add_note: { visibility: 'team', text: 'Again' } }));
  const allowed = isMacro ? kinds.filter((kind) => kind !== 'apply_macro') : kinds;
  return Array.from({ length: 1 + random.below(3) }, () => {
    const kind = random.pick(allowed);
    return { [kind]: draws[kind]?.(random) };
  });
}
