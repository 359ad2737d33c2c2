// Finds out what is known about the approvers of a stage after it opened.
import {
  isActiveApprover,
  isParty,
  type Parties,
  type PersonState,
  readPersonStates,
} from '../../catalog/index.ts';
import { type Context, isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Attendance, Stage } from './stage.ts';

type Known = Pick<Context, 'now' | 'hasExternalPeople'>;

/** Says who could still decide for those for whom the stage waits. Everybody decides once. */
export async function attendanceOf(
  tx: Tx,
  known: Known,
  { waiting_for, decisions }: Pick<Stage, 'waiting_for' | 'decisions'>,
  parties: Parties,
): Promise<Attendance & { standIns: readonly string[] }> {
  const waiting = await readPersonStates(tx, waiting_for, known.now);
  const people = waiting.filter((one) => isActiveApprover(one, known));
  const hasDecided = (person: string) => decisions.some(({ by }) => isSamePerson(by, person));
  const delegateOf = ({ is_away, delegate }: PersonState): string | null =>
    is_away && delegate !== null && !isParty(parties, [delegate]) && !hasDecided(delegate)
      ? delegate
      : null;
  return {
    active: people.map(({ given }) => given),
    present: people
      .filter((person) => !person.is_away || delegateOf(person) !== null)
      .map(({ given }) => given),
    standIns: people.map(delegateOf).filter((one) => one !== null),
  };
}
