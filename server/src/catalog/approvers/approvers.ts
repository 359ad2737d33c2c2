// Finds the people whom a stage names at this moment. Service requests ask them, and a preview shows them.
import { groupMembers } from '../../identity/index.ts';
import { type Context, isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { ApprovalStage } from '../definition/stages.schema.ts';
import { findManagerOf, type PersonState, readPersonStates } from './approvers.sql.ts';

/** The people whom a request belongs to; they decide about nothing of it. */
export interface Parties {
  requested_by: string;
  requested_for: string | null;
  answers: Readonly<Record<string, unknown>> | null;
}

type Known = Pick<Context, 'now' | 'hasExternalPeople'>;

/** Names the approvers. */
type Source = Omit<ApprovalStage, 'name' | 'need'>;

/** Only an external provider may know people without a user. */
export const isActiveApprover = (
  { active, is_unknown }: PersonState,
  { hasExternalPeople }: Pick<Known, 'hasExternalPeople'>,
): boolean => active || (is_unknown && hasExternalPeople === true);

export const isParty = (
  { requested_by, requested_for }: Parties,
  addresses: readonly string[],
): boolean =>
  [requested_by, requested_for].some(
    (party) => party !== null && addresses.some((one) => isSamePerson(one, party)),
  );

/** The answer and the group may name a member by different addresses. */
async function findMember(
  tx: Tx,
  { now }: Known,
  group: string,
  answer: unknown,
): Promise<string[]> {
  if (typeof answer !== 'string') return [];
  const [person] = await readPersonStates(tx, [answer], now);
  const members = await groupMembers(tx, group);
  return members.filter((member) =>
    person?.addresses.some((address) => isSamePerson(address, member)),
  );
}

type Finder = (
  tx: Tx,
  known: Known,
  source: Source,
  parties: Parties,
) => Promise<readonly (string | null)[]>;

const finders: Readonly<Record<ApprovalStage['approvers'], Finder>> = {
  people: async (_tx, _known, { people = [] }) => people,
  group: (tx, _known, { group = '' }) => groupMembers(tx, group),
  manager_of_requester: async (tx, _known, _source, { requested_for, requested_by }) => [
    await findManagerOf(tx, requested_for ?? requested_by),
  ],
  // An employee could otherwise name a friend.
  field: (tx, known, { group = '', field = '' }, { answers }) =>
    findMember(tx, known, group, answers?.[field]),
};

/** Returns the present addresses of the active people whom the stage names, without those whom the request belongs to. */
export async function findApprovers(
  tx: Tx,
  known: Known,
  source: Source,
  parties: Parties,
): Promise<string[]> {
  const named = await finders[source.approvers](tx, known, source, parties);
  const addresses = named.filter((one) => one !== null);
  const people = await readPersonStates(tx, addresses, known.now);
  const present = people
    .filter((person) => isActiveApprover(person, known) && !isParty(parties, person.addresses))
    .map(({ addresses: [email = ''] }) => email);
  return [...new Set(present)];
}
