// The role matrix: routes take their policy from it, and tests their expectations.
import type { Reach } from '../platform/context.ts';
import { type Policy, reachOf } from '../platform/http/routes/policy.ts';

export const roles = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'] as const;
export type Role = (typeof roles)[number];

const everybody = {
  super_admin: 'all',
  itsm_manager: 'all',
  agent: 'all',
  requester: 'all',
  auditor: 'all',
} as const;
const everybodysOwn = {
  super_admin: 'own',
  itsm_manager: 'own',
  agent: 'own',
  requester: 'own',
  auditor: 'own',
} as const;

/** all: every record. own: those the caller opened. A role that is absent may not call. */
const matrix = {
  'incidents.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  'incidents.read_deleted': { super_admin: 'all', itsm_manager: 'all', auditor: 'all' },
  'incidents.create': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'all' },
  /** A requester's few moves are in incidents/incidents.rights.ts. */
  'incidents.update': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  'incidents.edit_all_fields': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'incidents.delete': { super_admin: 'all', itsm_manager: 'all' },
  'incidents.bulk': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'jobs.read': { super_admin: 'all', itsm_manager: 'all', agent: 'own', auditor: 'all' },
  'jobs.cancel': { super_admin: 'all', itsm_manager: 'all', agent: 'own' },
  'work_notes.read_private': { super_admin: 'all', itsm_manager: 'all' },
  'events.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  'webhooks.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'webhooks.manage': { super_admin: 'all', itsm_manager: 'all' },
  'notifications.read': everybodysOwn,
  'audit.read': { super_admin: 'all', itsm_manager: 'all', auditor: 'all' },
  'clients.manage': { super_admin: 'all' },
  'users.manage': { super_admin: 'all' },
  'groups.manage': { super_admin: 'all' },
  'settings.manage': { super_admin: 'all' },
  /** Of one's own identity and keys, whoever one is. */
  'profile.use': everybodysOwn,
  'health.read': everybody,
} as const satisfies Record<string, Partial<Record<Role, 'all' | 'own'>>>;

export type Permission = keyof typeof matrix;

export const may = (permission: Permission): Exclude<Policy, 'public'> => matrix[permission];

/** What these roles may do altogether, and how far. */
export const permissionsOf = (held: readonly string[]): { name: Permission; reach: Reach }[] =>
  (Object.keys(matrix) as Permission[]).flatMap((name) => {
    const reach = reachOf(matrix[name], { roles: held });
    return reach ? [{ name, reach }] : [];
  });
