// Each person has a job, a place of work and a manager: the service catalog finds approvers by them.
import { type Group, groups } from './people.ts';

export interface Profile {
  title: string;
  department: string;
  site: string;
  /** Name of a person who is listed before; the head of the company has none. */
  manager: string | null;
}

const HARBOUR = 'Harbour Street';
const PINE = 'Pine Hill';
const MILL = 'Old Mill';
const WAREHOUSE = 'North warehouse';
const IT = 'Information Technology';

const row = (
  title: string,
  department: string,
  site: string,
  manager: string | null = null,
): Profile => ({ title, department, site, manager });

const employees: Readonly<Record<string, Profile>> = {
  'ivy.chen': row('Chief operating officer', 'Management', HARBOUR),
  'jack.doyle': row('Head of finance', 'Finance', HARBOUR, 'ivy.chen'),
  'greta.olsen': row('Head of design', 'Design', MILL, 'ivy.chen'),
  'elif.kaya': row('Head of logistics', 'Logistics', WAREHOUSE, 'ivy.chen'),
  'anna.berg': row('Accountant', 'Finance', HARBOUR, 'jack.doyle'),
  'bilal.aziz': row('Buyer', 'Finance', HARBOUR, 'jack.doyle'),
  'femi.balogun': row('Controller', 'Finance', HARBOUR, 'jack.doyle'),
  'clara.nunes': row('Designer', 'Design', PINE, 'greta.olsen'),
  'hugo.martin': row('Illustrator', 'Design', PINE, 'greta.olsen'),
  'dmitri.orlov': row('Shift leader', 'Logistics', WAREHOUSE, 'elif.kaya'),
};

const managers: Readonly<Record<string, Profile>> = {
  'helen.storey': row('Head of IT services', IT, HARBOUR, 'ivy.chen'),
  'omar.faris': row('Change manager', IT, HARBOUR, 'helen.storey'),
};

const jobs: Readonly<Record<Group, string>> = {
  'Service Desk': 'Support engineer',
  Network: 'Network engineer',
  'Web Platform': 'Platform engineer',
  Database: 'Database administrator',
  Workplace: 'Workplace technician',
  'Identity and Access': 'Identity engineer',
};

const sites: Partial<Record<Group, string>> = { Workplace: PINE, 'Web Platform': MILL };

const specialists = Object.entries(groups).flatMap(([name, [lead, ...others]]) => {
  const group = name as Group;
  const of = (manager: string) => row(jobs[group], IT, sites[group] ?? HARBOUR, manager);
  return [
    [lead, { ...of('helen.storey'), title: `${jobs[group]} and team lead` }] as const,
    ...others.map((member) => [member, of(lead)] as const),
  ];
});

/** A person must be registered before somebody names them as manager: the order is that of the registration. */
export const profiles: ReadonlyMap<string, Profile> = new Map([
  ...Object.entries(employees),
  ...Object.entries(managers),
  ...specialists,
]);
