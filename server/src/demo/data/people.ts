import type { Role } from '../../identity/index.ts';

/** The first member of a group is its lead. */
export const groups = {
  'Service Desk': ['mira.holt', 'tomas.reyes', 'ines.falk'],
  Network: ['jonas.adeyemi', 'petra.lind'],
  'Web Platform': ['ada.okafor', 'luca.brandt', 'sun.mei'],
  Database: ['noor.haddad', 'erik.solberg'],
  Workplace: ['gwen.ashby', 'david.kimani'],
  'Identity and Access': ['rosa.marchetti', 'kofi.mensah'],
} as const;
export type Group = keyof typeof groups;

export const requesters = [
  'anna.berg',
  'bilal.aziz',
  'clara.nunes',
  'dmitri.orlov',
  'elif.kaya',
  'femi.balogun',
  'greta.olsen',
  'hugo.martin',
  'ivy.chen',
  'jack.doyle',
];

/** Each of them decides who gets access to a system. */
export const systemOwners = ['elif.kaya', 'jack.doyle', 'ada.okafor'] as const;

export interface Person {
  name: string;
  role: Role;
}

export const agent = (name: string): Person => ({ name, role: 'agent' });
export const requester = (name: string): Person => ({ name, role: 'requester' });
const manager = (name: string): Person => ({ name, role: 'itsm_manager' });

export const leadOf = (group: Group): Person => agent(groups[group][0]);
export const memberOf = (group: Group): Person => agent(groups[group][1]);

/** The service desk takes every third call of an employee, who is the requester then. */
export function openerFor(caller: Person, n: number): Person {
  const desk = groups['Service Desk'];
  return n % 3 === 0 ? agent(desk[n % desk.length] ?? desk[0]) : caller;
}

/** They decide on changes and service requests. */
export const managers = { helen: manager('helen.storey'), omar: manager('omar.faris') };
export const administrator: Person = { name: 'administrator', role: 'super_admin' };
export const monitoring = agent('monitoring');
export const discovery = agent('discovery');

export const addressOf = ({ name }: Pick<Person, 'name'>): string => `${name}@example.com`;
