// Draws random commands of the people around one incident, most of them near the rules of replies.
import type { Random } from '../../support/random.ts';
import { movesOf } from '../model/incidents.model.ts';
import {
  type Command,
  type PatchBody,
  people,
  type Person,
  type RepliedIncident,
  type ReplySettings,
  type Visibility,
} from './model.ts';

const everybody = Object.values<Person>(people);
const agents = everybody.filter(({ role }) => role === 'agent');

const requesters = [
  'anna.berg@example.com',
  'anna.berg@example.com',
  'ANNA.BERG@example.com',
  'Anna.Berg@Example.com',
  people.olga.email,
  people.ben.email,
  null,
];
const assignees = [null, null, people.ada.email, 'Anna.Berg@example.com'];
const holdReasons = [...Array<string>(6).fill('awaiting_caller'), 'awaiting_vendor', null];
const visibilities: Visibility[] = ['public', 'public', 'public', 'team', 'private'];

const TEXT = 'A note';
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Most times are near, so that they pass within a few rounds; some have passed already, and some are sent back. */
const drawHoldEnd = (random: Random, { fields }: RepliedIncident, at: number): PatchBody => {
  const waits = [-MINUTE, 0, 1, MINUTE, 5 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE, DAY];
  const until = new Date(at + random.pick(waits)).toISOString();
  return {
    on_hold_until: random.pick([...Array<string>(6).fill(until), fields.on_hold_until, null]),
  };
};

function drawMove(random: Random, incident: RepliedIncident, at: number): PatchBody {
  const { fields } = incident;
  const moves = movesOf('agent', fields.state);
  const lasting = moves.filter((state) => movesOf('agent', state).length > 0);
  const state = random.chance(0.9) && lasting.length > 0 ? random.pick(lasting) : undefined;
  const to =
    state ?? random.pick(['new', 'in_progress', 'on_hold', 'closed', 'cancelled'] as const);
  return {
    state: to,
    ...(to === 'on_hold' && { on_hold_reason: random.pick(holdReasons) }),
    ...(random.chance(to === 'on_hold' ? 0.8 : 0.05) && drawHoldEnd(random, incident, at)),
  };
}

const drawNotes = (random: Random): PatchBody => ({
  ...(random.chance(0.3) && { public_note: TEXT }),
  ...(random.chance(0.2) && { work_note: TEXT }),
});

function drawAgentPatch(random: Random, incident: RepliedIncident, at: number): PatchBody {
  const parts: (() => PatchBody)[] = [
    () => drawMove(random, incident, at),
    () => drawMove(random, incident, at),
    () => drawHoldEnd(random, incident, at),
    () => ({ on_hold_reason: random.pick(holdReasons) }),
    () => ({ requester: random.pick(requesters) }),
    () => ({ assigned_to: random.pick(assignees) }),
    () => ({ public_note: TEXT }),
  ];
  return { ...random.pick(parts)(), ...drawNotes(random) };
}

const drawRequesterPatch = (random: Random): PatchBody =>
  random.pick([
    { public_note: TEXT },
    { public_note: TEXT },
    { state: 'reopened' as const, public_note: TEXT },
    { state: 'reopened' as const },
    { state: 'in_progress' as const },
  ]);

/** The requester answers where an answer counts, and is asked where it does not. */
function drawDialogue(random: Random, incident: RepliedIncident, at: number): Command {
  if (incident.fields.state === 'in_progress') {
    const body = {
      state: 'on_hold' as const,
      on_hold_reason: 'awaiting_caller',
      ...(random.chance(0.8) && drawHoldEnd(random, incident, at)),
    };
    return { do: 'patch', by: random.pick(agents), body };
  }
  const by = random.pick([people.anna, people.annaAtWork]);
  return random.chance(0.5)
    ? { do: 'note', by, visibility: 'public' }
    : { do: 'patch', by, body: { public_note: TEXT } };
}

export function drawCommand(random: Random, incident: RepliedIncident, at: number): Command {
  const isDialogue = ['in_progress', 'on_hold', 'resolved'].includes(incident.fields.state);
  if (isDialogue && random.chance(0.3)) return drawDialogue(random, incident, at);
  const by = random.pick(everybody);
  const kind = random.next();
  if (kind < 0.4) return { do: 'note', by, visibility: random.pick(visibilities) };
  if (kind < 0.5) {
    const resolver = random.chance(0.95) ? random.pick(agents) : by;
    return { do: 'resolve', by: resolver, ...(random.chance(0.5) && { public_note: TEXT }) };
  }
  const body =
    by.role === 'agent' ? drawAgentPatch(random, incident, at) : drawRequesterPatch(random);
  return { do: 'patch', by, body };
}

/** The opener records the trouble of others, and so do agents. */
export const drawBeginning = (random: Random): { by: Person; requester: string | null } => {
  const by = random.pick([people.ada, people.ada, people.olga]);
  const named = by === people.olga ? [people.olga.email, null] : requesters;
  return { by, requester: random.pick(named) };
};

/** Some waits end where the time for a reply or a hold ends, and a millisecond beside it. */
export function drawWait(
  random: Random,
  incidents: readonly RepliedIncident[],
  { reopen_days }: ReplySettings,
  at: number,
): number {
  const ends = incidents
    .flatMap(({ resolvedAt }) => (resolvedAt === null ? [] : [resolvedAt + reopen_days * DAY - at]))
    .filter((wait) => wait > 1);
  const holdEnds = incidents
    .flatMap(({ fields: { on_hold_until: until } }) => (until ? [Date.parse(until) - at] : []))
    .filter((wait) => wait > 1);
  if (holdEnds.length > 0 && random.chance(0.2))
    return random.pick(holdEnds) + random.pick([-1, 0, 1]);
  if (ends.length > 0 && random.chance(0.02)) return random.pick(ends) + random.pick([-1, 0, 1]);
  return random.chance(0.02)
    ? random.below(2 * DAY)
    : random.pick([0, 1, MINUTE, 10 * MINUTE, random.below(60 * MINUTE)]);
}

export const drawSettings = (random: Random): ReplySettings => ({
  replies_move_state: random.chance(0.8),
  reopen_days: random.pick([0, 1, 7, 7]),
});
