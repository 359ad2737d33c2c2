// Draws worlds of people, groups and items, and rounds of steps that several clients take at the same time.
import type { Random } from '../../support/random.ts';
import type { ApprovalModel, Outcome, RoleName, StageDefinition, Step, World } from './model.ts';

const roles: readonly RoleName[] = [
  'requester',
  'requester',
  'requester',
  'requester',
  'agent',
  'agent',
  'itsm_manager',
  'itsm_manager',
  'auditor',
];
const names = roles.map((_, at) => `p${at}`);
const groupNames = ['Finance', 'Security'];
const ITEMS = 3;
/** Older orders stay as they are. */
const LIVE = 4;

const draws = {
  people: ({ shuffle, below }: Random) => ({ people: shuffle(names).slice(0, 1 + below(4)) }),
  group: ({ pick }: Random) => ({ group: pick(groupNames) }),
  manager_of_requester: () => ({}),
  field: ({ pick }: Random) => ({ group: pick(groupNames) }),
} as const;

function drawStage(random: Random, at: number): StageDefinition {
  const approvers = random.pick([
    'people',
    'group',
    'group',
    'manager_of_requester',
    'field',
  ] as const);
  const named: { people?: string[]; group?: string } = draws[approvers](random);
  // An item is published only with as many people as it needs.
  const most = named.people?.length ?? 3;
  const number = 1 + random.below(most);
  const isOne = approvers === 'manager_of_requester' || approvers === 'field';
  const need = isOne ? 'any' : random.pick(['any', 'all', 'all', number] as const);
  return { name: `Stage ${at + 1}`, approvers, ...named, need };
}

function drawPeople(random: Random): Omit<World, 'items' | 'orders'> {
  const other = (name: string) => random.pick(names.filter((one) => one !== name));
  return {
    people: names.map((name, at) => ({
      name,
      role: roles[at]!,
      active: true,
      isAway: false,
      delegate: null,
      manager: random.chance(0.8) ? other(name) : null,
    })),
    groups: Object.fromEntries(
      groupNames.map((name) => [name, random.shuffle(names).slice(0, 1 + random.below(4))]),
    ),
  };
}

export const drawWorld = (random: Random): World => ({
  ...drawPeople(random),
  items: Array.from({ length: ITEMS }, () =>
    Array.from({ length: 1 + random.below(3) }, (_, at) => drawStage(random, at)),
  ),
  orders: [],
});

export const liveOrders = ({ world }: ApprovalModel): number[] =>
  world.orders.flatMap(({ state }, at) => (state === 'submitted' ? [at] : []));

const actors = ({ world }: ApprovalModel): string[] =>
  world.people.filter(({ active }) => active).map(({ name }) => name);

const drawOutcome = ({ chance }: Random): Outcome => (chance(0.12) ? 'rejected' : 'approved');

function drawOrder(random: Random, model: ApprovalModel): Step {
  const orderers = actors(model).filter((name) => model.person(name).role !== 'auditor');
  const item = random.below(model.world.items.length);
  const field = model.world.items[item]!.find(({ approvers }) => approvers === 'field');
  const members = model.world.groups[field?.group ?? ''] ?? [];
  const chosen =
    random.chance(0.8) && members.length > 0 ? random.pick(members) : random.pick(names);
  return {
    do: 'order',
    by: random.pick(orderers),
    for: random.chance(0.4) ? random.pick(names) : null,
    item,
    chosen: field && random.chance(0.9) ? chosen : null,
  };
}

/** Half of the deciders are those whom the order waits for. */
function drawDecision(random: Random, model: ApprovalModel, order: number): Step {
  const able = actors(model).filter((name) => model.mayDecide(name, model.world.orders[order]!));
  const isAble = random.chance(0.6) && able.length > 0;
  const by = random.pick(isAble ? able : actors(model));
  return { do: 'decide', by, order, outcome: drawOutcome(random) };
}

type DrawChange = (random: Random, model: ApprovalModel) => Step;

const drawAbsence: DrawChange = (random, model) => {
  const who = random.pick(actors(model));
  const { isAway, delegate } = model.person(who);
  const other = random.pick(names.filter((one) => one !== who));
  return {
    do: 'absence',
    who,
    isAway: isAway ? random.chance(0.2) : random.chance(0.9),
    delegate: random.pick([delegate, other, other, null]),
    by: random.pick(['me', 'manager']),
  };
};

/** Somebody has to stay who can order and decide. */
const drawActivity: DrawChange = (random, model) => {
  const who = random.pick(names.filter((name) => !['p0', 'p6'].includes(name)));
  return { do: 'activity', who, active: model.person(who).active ? random.chance(0.3) : true };
};

const drawMembers: DrawChange = (random) => ({
  do: 'members',
  group: random.pick(groupNames),
  members: random.shuffle(names).slice(0, random.below(5)),
});

const drawManager: DrawChange = (random) => {
  const who = random.pick(names);
  const other = random.pick(names.filter((one) => one !== who));
  return { do: 'manager', who, manager: random.chance(0.8) ? other : null };
};

const changes: readonly DrawChange[] = [
  drawAbsence,
  drawAbsence,
  drawAbsence,
  drawActivity,
  drawActivity,
  drawMembers,
  drawManager,
];

/** At most one of the steps changes people, so that what follows from it has one order. */
export function drawRound(random: Random, model: ApprovalModel): Step[] {
  const live = liveOrders(model);
  if (live.length === 0 || (live.length < LIVE && random.chance(0.25)))
    return [drawOrder(random, model)];
  const order = random.pick(live);
  const deciders = Array.from({ length: random.below(4) }, () =>
    drawDecision(random, model, order),
  );
  const steps = random.chance(0.4) ? [...deciders, random.pick(changes)(random, model)] : deciders;
  if (random.chance(0.03)) steps.push({ do: 'cancel', by: random.pick(actors(model)), order });
  return steps.length > 0 ? steps : [drawDecision(random, model, order)];
}
