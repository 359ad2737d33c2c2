// People and groups that an item names exist when it is published. Those who leave later are passed over by its requests.
import { may } from '../../identity/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { CatalogContent } from '../content.ts';
import { findUnknownGroups, type KnownPerson, nearestOf, readPeople } from './directory.sql.ts';
import { fault } from './faults.ts';

interface Named {
  pointer: string;
  value: string;
}

interface NamedPerson extends Named {
  /** Returns why the person does not fit; undefined for one who does. */
  misfit: (person: KnownPerson) => string | undefined;
}

const nameAt = (pointer: string, value: string | null | undefined): Named[] =>
  typeof value === 'string' ? [{ pointer, value }] : [];

const groupsOf = ({ approvals, tasks, assignment_group }: CatalogContent): Named[] => [
  ...nameAt('/assignment_group', assignment_group),
  ...approvals.flatMap(({ group }, at) => nameAt(`/approvals/${at}/group`, group)),
  ...tasks.flatMap((task, at) => nameAt(`/tasks/${at}/assignment_group`, task.assignment_group)),
];

const worker = may('requests.fulfil');

const misfitApprover = ({ active }: KnownPerson): string | undefined =>
  active ? undefined : 'is deactivated and cannot approve.';

const misfitWorker = ({ active, roles }: KnownPerson): string | undefined =>
  active && reachOf(worker, { roles })
    ? undefined
    : `may not work on tasks. Choose somebody with one of the roles ${Object.keys(worker).join(', ')}.`;

const peopleOf = ({ approvals, tasks }: CatalogContent): NamedPerson[] => [
  ...approvals.flatMap(({ people = [] }, at) =>
    people.map((value, n) => ({
      pointer: `/approvals/${at}/people/${n}`,
      value,
      misfit: misfitApprover,
    })),
  ),
  ...tasks.flatMap((task, at) =>
    nameAt(`/tasks/${at}/assigned_to`, task.assigned_to).map((one) => ({
      ...one,
      misfit: misfitWorker,
    })),
  ),
];

async function groupFaults(tx: Tx, content: CatalogContent): Promise<Fault[]> {
  const groups = groupsOf(content);
  const unknown = await findUnknownGroups(tx, [...new Set(groups.map(({ value }) => value))]);
  return groups
    .filter(({ value }) => unknown.has(value))
    .map(({ pointer, value }) =>
      fault(pointer, 'unknown_group', `No group has the name ${value}.`, {
        nearest: unknown.get(value),
      }),
    );
}

async function personFaults(tx: Tx, content: CatalogContent): Promise<Fault[]> {
  const people = peopleOf(content);
  const known = await readPeople(tx, [...new Set(people.map(({ value }) => value))]);
  const faults: Fault[] = [];
  for (const { pointer, value, misfit } of people) {
    const person = known.get(value);
    const reason = person && misfit(person);
    if (reason) faults.push(fault(pointer, 'not_assignable', `${value} ${reason}`));
    if (!person)
      faults.push(
        fault(pointer, 'unknown_person', `Nobody has the address ${value}.`, {
          nearest: await nearestOf(tx, value),
        }),
      );
  }
  return faults;
}

/** The directory of an external provider is not known here. */
export const directoryFaults = async (
  tx: Tx,
  { hasExternalPeople }: Pick<Context, 'hasExternalPeople'>,
  content: CatalogContent,
): Promise<Fault[]> => [
  ...(await groupFaults(tx, content)),
  ...(hasExternalPeople ? [] : await personFaults(tx, content)),
];
