// Chooses the member of a group who gets a record. Turns are taken in the transaction of the write, so that two writes at
// the same time choose different members, and one that fails takes none.
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import {
  type Candidate,
  countOpen,
  findCandidates,
  lockRotation,
  readRotation,
  saveRotation,
  type Rotation,
} from './assignees.sql.ts';

type ChoiceKind = 'round_robin' | 'least_open';

interface Choice {
  /** A renamed group has its present name. */
  group: string;
  /** Null if nobody is available. */
  person: string | null;
}

/** Returns undefined for an unknown group. */
export type Choose = (
  kind: ChoiceKind,
  group: string,
  roles: readonly string[],
) => Promise<Choice | undefined>;

/** Returns the member after the last one, in a circle. */
function nextInRotation<Member extends { id: string }>(
  members: readonly Member[],
  last: string | null,
): Member | undefined {
  return members.find(({ id }) => last === null || id > last) ?? members[0];
}

type Counts = ReadonlyMap<string, number>;

const hasRoom = ({ id, capacity }: Candidate, counts: Counts): boolean =>
  capacity === null || (counts.get(id) ?? 0) < capacity;

/** Pure, so that a preview chooses as the rule will. */
export function chooseMember(
  kind: ChoiceKind,
  candidates: readonly Candidate[],
  counts: Counts,
  last: string | null,
): Candidate | undefined {
  const free = candidates.filter((one) => hasRoom(one, counts));
  if (kind === 'round_robin') return nextInRotation(free, last);
  const least = Math.min(...free.map(({ id }) => counts.get(id) ?? 0));
  return nextInRotation(
    free.filter(({ id }) => (counts.get(id) ?? 0) === least),
    last,
  );
}

const readCounts = async (
  db: Db | Tx,
  kind: ChoiceKind,
  candidates: readonly Candidate[],
): Promise<Counts> => {
  const counted =
    kind === 'least_open' ? candidates : candidates.filter(({ capacity }) => capacity !== null);
  return counted.length === 0 ? new Map() : countOpen(db, counted);
};

export const chooseInTransaction =
  (tx: Tx, { now }: Pick<Context, 'now'>): Choose =>
  async (kind, group, roles) => {
    const rotation = await lockRotation(tx, group);
    if (!rotation) return undefined;
    const candidates = await findCandidates(tx, rotation.group_id, roles, now);
    const counts = await readCounts(tx, kind, candidates);
    const chosen = chooseMember(kind, candidates, counts, rotation.user_id);
    if (chosen) await saveRotation(tx, { ...rotation, user_id: chosen.id });
    return { group: rotation.group, person: chosen?.email ?? null };
  };

interface Simulated {
  rotation: Rotation;
  candidates: Candidate[];
  counts: Map<string, number>;
}

/** Continues from the present turns and counts without taking any. */
export function simulateChoices(db: Db | Tx, now: Date): Choose {
  const groups = new Map<string, Simulated | undefined>();
  const read = async (group: string, roles: readonly string[]): Promise<Simulated | undefined> => {
    const rotation = await readRotation(db, group);
    if (!rotation) return undefined;
    const candidates = await findCandidates(db, rotation.group_id, roles, now);
    return { rotation, candidates, counts: new Map(await countOpen(db, candidates)) };
  };
  return async (kind, group, roles) => {
    if (!groups.has(group)) groups.set(group, await read(group, roles));
    const state = groups.get(group);
    if (!state) return undefined;
    const { rotation, candidates, counts } = state;
    const chosen = chooseMember(kind, candidates, counts, rotation.user_id);
    if (!chosen) return { group: rotation.group, person: null };
    state.rotation = { ...rotation, user_id: chosen.id };
    counts.set(chosen.id, (counts.get(chosen.id) ?? 0) + 1);
    return { group: rotation.group, person: chosen.email };
  };
}
