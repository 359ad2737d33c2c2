// Routes take their policy from the role matrix, and tests their expectations.
import type { Reach } from '../platform/context.ts';
import { type Policy, reachOf } from '../platform/http/routes/policy.ts';

export const roles = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'] as const;
export type Role = (typeof roles)[number];

const allRoles = {
  super_admin: 'all',
  itsm_manager: 'all',
  agent: 'all',
  requester: 'all',
  auditor: 'all',
} as const;
const allRolesOwn = {
  super_admin: 'own',
  itsm_manager: 'own',
  agent: 'own',
  requester: 'own',
  auditor: 'own',
} as const;

/**
 * `all` reaches every record; `own` reaches records that the caller opened or that are for the caller, published
 * articles, and catalog items that the caller may order. Roles that are not listed have no access.
 */
const matrix = {
  'incidents.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  /** Stats cover all incidents, by any opener. */
  'incidents.stats': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'incidents.read_deleted': { super_admin: 'all', itsm_manager: 'all', auditor: 'all' },
  'incidents.create': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'all' },
  /** The transitions of requesters are in incidents/incidents.rights.ts. */
  'incidents.update': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  'incidents.edit_all_fields': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'incidents.delete': { super_admin: 'all', itsm_manager: 'all' },
  'incidents.bulk': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'requests.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  'requests.create': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'all' },
  /** The fields of requesters are in requests/requests.rights.ts. */
  'requests.update': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  'requests.edit_all_fields': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'requests.decide': { super_admin: 'all', itsm_manager: 'all' },
  /** The stages of a request from the catalog name who decides, whatever their roles: requests/approvals. */
  'requests.decide_stages': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  'requests.fulfil': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'requests.cancel': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  /** Tasks are the work of the team on a service request; changing one needs `requests.fulfil`. */
  'tasks.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'cmdb.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'cmdb.write': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'cmdb.bulk': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'changes.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  /** The permission includes updating and submitting a change. */
  'changes.create': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'changes.decide': { super_admin: 'all', itsm_manager: 'all' },
  /** Requesters may read published articles. */
  'articles.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  /** Versions and timeline show text that was never published. */
  'articles.read_history': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    auditor: 'all',
  },
  'articles.write': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'articles.publish': { super_admin: 'all', itsm_manager: 'all' },
  'articles.delete': { super_admin: 'all', itsm_manager: 'all' },
  'articles.vote': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  /** Requesters may read the catalog items that they may order. */
  'catalog.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  /** Versions show what was live once, also to people outside of the audience. */
  'catalog.read_history': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    auditor: 'all',
  },
  'catalog.manage': { super_admin: 'all', itsm_manager: 'all' },
  /** Requesters may ask the knowledge base; the other AI endpoints read the incidents of others. */
  'ai.ask': { super_admin: 'all', itsm_manager: 'all', agent: 'all', requester: 'own' },
  'ai.use': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'jobs.read': { super_admin: 'all', itsm_manager: 'all', agent: 'own', auditor: 'all' },
  'jobs.cancel': { super_admin: 'all', itsm_manager: 'all', agent: 'own' },
  /** Linking also needs the right to read both records. */
  'links.write': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  /** Everybody may watch what they may read. */
  'participants.write': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  'work_notes.read_private': { super_admin: 'all', itsm_manager: 'all' },
  'events.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  /** Requesters neither share their presence nor see that of others. */
  'presence.share': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'webhooks.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'webhooks.manage': { super_admin: 'all', itsm_manager: 'all' },
  'webhooks.change_owner': { super_admin: 'all' },
  'notifications.read': allRolesOwn,
  'audit.read': { super_admin: 'all', itsm_manager: 'all', auditor: 'all' },
  /** Handing over includes seeing the open work of people and groups. */
  'work.hand_over': { super_admin: 'all', itsm_manager: 'all' },
  'clients.manage': { super_admin: 'all' },
  'users.manage': { super_admin: 'all' },
  'groups.manage': { super_admin: 'all' },
  'identity_providers.manage': { super_admin: 'all' },
  'scim_connectors.manage': { super_admin: 'all' },
  'mailboxes.manage': { super_admin: 'all' },
  /** Clients of any role send messages to the mailboxes that name them. */
  'mail.ingest': { ...allRolesOwn, super_admin: 'all' },
  /** Managers read messages and decide about those that are held. */
  'mail.manage': { super_admin: 'all', itsm_manager: 'all' },
  'settings.manage': { super_admin: 'all' },
  /** Callers see the fields of the records that they may read. */
  'fields.read': allRoles,
  'fields.manage': { super_admin: 'all', itsm_manager: 'all' },
  /** Calendars contain no records, and records name the hours that count for them. */
  'calendars.read': allRoles,
  'calendars.manage': { super_admin: 'all', itsm_manager: 'all' },
  /** The fields include those of the instance that only agents see. */
  'condition_fields.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    auditor: 'all',
  },
  /** Requesters see policies that name none of the instance's own fields. */
  'sla_policies.read': {
    super_admin: 'all',
    itsm_manager: 'all',
    agent: 'all',
    requester: 'own',
    auditor: 'all',
  },
  'sla_policies.manage': { super_admin: 'all', itsm_manager: 'all' },
  /** Rules name people and quote conditions on fields that only agents see. */
  'rules.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'rules.manage': { super_admin: 'all', itsm_manager: 'all' },
  'macros.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  'macros.manage': { super_admin: 'all', itsm_manager: 'all', agent: 'all' },
  /** Pickers offer these parts of the settings. */
  'choices.read': allRoles,
  'directory.read': { super_admin: 'all', itsm_manager: 'all', agent: 'all', auditor: 'all' },
  /** Search returns what the caller may read by the permissions of each type. */
  'search.use': allRolesOwn,
  /** Callers use their own views and those that are shared with them. */
  'views.use': allRolesOwn,
  /** Managers share views with everyone and with any group, and change shared views of other owners. */
  'views.share': { super_admin: 'all', itsm_manager: 'all' },
  /** Callers manage their own identity, sessions and API keys. */
  'profile.use': allRolesOwn,
  'health.read': allRoles,
} as const satisfies Record<string, Partial<Record<Role, 'all' | 'own'>>>;

export type Permission = keyof typeof matrix;

export const may = (permission: Permission): Exclude<Policy, 'public'> => matrix[permission];

/** Combines the permissions of several roles. */
export const permissionsOf = (assigned: readonly string[]): { name: Permission; reach: Reach }[] =>
  (Object.keys(matrix) as Permission[]).flatMap((name) => {
    const reach = reachOf(matrix[name], { roles: assigned });
    return reach ? [{ name, reach }] : [];
  });
